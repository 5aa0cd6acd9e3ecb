"""The one table of keys: footer, help, palette and docs/keys.md come from it."""

from __future__ import annotations

import re
from dataclasses import replace

from sgns_core.record import record
from sgns_tui.i18n import N_

# The same places on a Ukrainian or Russian keyboard, so that letters work without switching.
_LATIN = "qwertyuiopasdfghjkl;'zxcvbnm,."
_UKRAINIAN = "йцукенгшщзфівапролджєячсмитьбю"
_RUSSIAN = "йцукенгшщзфывапролджэячсмитьбю"

_NAMES = {
    ".": "full_stop", ",": "comma", "+": "plus", "=": "equals_sign", "-": "minus",
    "?": "question_mark", "/": "slash", ":": "colon", ";": "semicolon", "'": "apostrophe",
    " ": "space", "<": "less_than_sign", ">": "greater_than_sign", "[": "left_square_bracket",
    "]": "right_square_bracket",
}  # fmt: skip
_SHOWN = {
    "right": "→", "left": "←", "up": "↑", "down": "↓", "space": "space", "enter": "Enter",
    "escape": "Esc", "home": "Home", "end": "End", "tab": "Tab", "shift+tab": "shift+Tab",
    "shift+left": "shift+←", "shift+right": "shift+→", "shift+up": "shift+↑",
    "shift+down": "shift+↓", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del", "backspace": "Backspace",
}  # fmt: skip

_ARROW_NAMES = {"→": "right", "←": "left", "↑": "up", "↓": "down"}
_ARROW = re.compile("[←→↑↓](?: [(](?:right|left|up|down)[)])?")


@record
class Key:
    """One action and the keys that call it.

    action: a name that is the same in every place. keys: as typed; the first is the one shown.
    label: for the footer, one or two words. help: one sentence. pane: where it works only while
    that pane has the focus. footer: its place there, 0 for none.
    """

    action: str
    keys: tuple[str, ...]
    label: str
    help: str
    screens: tuple[str, ...] = ("step",)
    pane: str | None = None
    footer: int = 0

    @property
    def shown(self) -> str:
        """Return the first key as people write it."""
        return shown_key(self.keys[0])

    @property
    def shown_in_ascii(self) -> str:
        """Return the first key as people write it, in ASCII."""
        return shown_key(self.keys[0], ascii_only=True)


RUN = ("step", "train")
"""Screens on which a run can be moved and changed."""
RUNS = (*RUN, "noise", "batch", "pmi")
"""Those, and screens on which it stands still while one looks at what lies behind it."""
THEORY = ("noise", "batch", "pmi", "cost")
"""Screens on one question each."""
OPENED = (*RUN, *THEORY)
"""Screens that look at a run."""
SHOWN = (*OPENED, "explore")
"""All screens of the app."""
MAPS = ("train", "explore")
"""Screens with a map."""
ALL = ("step", "train", "noise", "batch", "pmi", "cost", "explore")

KEYS: tuple[Key, ...] = (
    Key("next_stage", ("right",), N_("next"), N_("Go one small stage forward."), pane="stage", footer=1),
    Key("previous_stage", ("left",), N_("back"), N_("Go one small stage back."), pane="stage", footer=2),
    Key("next_stage", ("n",), N_("next"), N_("Go one small stage forward."), footer=6),
    Key("previous_stage", ("p",), N_("back"), N_("Go one small stage back."), footer=7),
    Key("finish", ("enter",), N_("finish"), N_("Go to the end of this update."), footer=5),
    Key("next_update", (".",), N_("update on"), N_("Go one update forward."), screens=RUNS, footer=8),
    Key("previous_update", (",",), N_("update back"), N_("Go one update back."), screens=RUNS, footer=9),
    Key("play", ("space",), N_("play"), N_("Play and pause."), footer=10),
    Key("play", ("space",), N_("play"), N_("Play and pause."), screens=("train",), footer=1),
    Key("first", ("home",), N_("start"), N_("Go to the first update; nothing is lost."), screens=RUNS),
    Key("newest", ("end",), N_("newest"), N_("Go to the newest update that was made."), screens=RUNS),
    Key("go_to", ("g",), N_("go to"), N_("Go to an update by its number."), screens=RUNS),
    Key("undo", ("z",), N_("undo"), N_("Take the last change back; what it replaced is there again."), screens=RUNS),
    Key("redo", ("y",), N_("redo"), N_("Make the change again that was taken back."), screens=RUNS),
    Key("faster", ("+", "="), N_("lr up"), N_("Raise the learning rate."), screens=(*RUN, "pmi")),
    Key("slower", ("-",), N_("lr down"), N_("Lower the learning rate."), screens=(*RUN, "pmi")),
    Key("set_lr", ("l",), N_("lr"), N_("Type a learning rate."), screens=(*RUN, "pmi")),
    Key("set_k", ("k",), N_("k"), N_("Type how many negatives are drawn."), screens=RUNS),
    Key("set_power", ("w",), N_("power"), N_("Type the power of the noise distribution."), screens=(*RUN, "noise", "pmi")),
    Key("policy", ("P",), N_("policy"), N_("Follow the rules of the next program."), screens=RUNS),
    Key("release", ("r",), N_("drawn pairs"), N_("Release the chosen pair: pairs come from the text."), screens=(*RUN, "pmi")),
    Key("cursor_up", ("up",), N_("up"), N_("Move the cursor up."), pane="tables"),
    Key("cursor_down", ("down",), N_("down"), N_("Move the cursor down."), pane="tables"),
    Key("cursor_left", ("left",), N_("left"), N_("Move the cursor left."), pane="tables"),
    Key("cursor_right", ("right",), N_("right"), N_("Move the cursor right."), pane="tables"),
    Key("page_up", ("pageup",), N_("page up"), N_("Move a page up."), pane="tables"),
    Key("page_down", ("pagedown",), N_("page down"), N_("Move a page down."), pane="tables"),
    Key("make_center", ("c",), N_("center"), N_("Make the word under the cursor the center."), pane="tables", footer=1),
    Key("make_target", ("t",), N_("target"), N_("Make the word under the cursor the target."), pane="tables", footer=2),
    Key("add_negative", ("a",), N_("add negative"), N_("Score the word under the cursor as a negative, once more."), pane="tables", footer=3),
    Key("drop_negative", ("x",), N_("drop negative"), N_("Take one occurrence of the word out of the negatives."), pane="tables", footer=4),
    Key("edit_value", ("e",), N_("edit"), N_("Type another value for the number under the cursor."), pane="tables", footer=5),
    Key("find", ("/", "f"), N_("find"), N_("Find a word."), screens=(*RUN, "explore")),
    Key("next_stage", ("right",), N_("next"), N_("Go one small stage forward."), pane="page", footer=1),
    Key("previous_stage", ("left",), N_("back"), N_("Go one small stage back."), pane="page", footer=2),
    Key("scroll_up", ("up",), N_("scroll up"), N_("Scroll this pane up."), pane="page"),
    Key("scroll_down", ("down",), N_("scroll down"), N_("Scroll this pane down."), pane="page", footer=3),
    Key("softmax", ("s",), N_("softmax"), N_("Show the full softmax probability of each word beside its sigma.")),
    Key("curve", ("v",), N_("curves"), N_("Show the sigmoid curve and the loss over z, with the words on them.")),
    Key("differences", ("d",), N_("differences"), N_("Show finite differences beside the gradient.")),
    Key("code", ("o",), N_("code"), N_("Show the lines of NumPy that make this update.")),
    Key("digits", ("D",), N_("digits"), N_("Show 4 decimals, or all that fit."), screens=(*RUN, "explore")),
    Key("presenter", ("F",), N_("presenter"), N_("Show this pane alone, and all again."), screens=SHOWN),
    Key("point_left", ("left",), N_("word left"), N_("Select the next word to the left."), screens=MAPS, pane="map"),
    Key("point_right", ("right",), N_("words"), N_("Select the next word to the right."), screens=MAPS, pane="map", footer=4),
    Key("point_up", ("up",), N_("word above"), N_("Select the next word above."), screens=MAPS, pane="map"),
    Key("point_down", ("down",), N_("word below"), N_("Select the next word below."), screens=MAPS, pane="map"),
    Key("previous_update", ("left",), N_("update back"), N_("Go one update back."), screens=("train",), pane="bar", footer=1),
    Key("next_update", ("right",), N_("update on"), N_("Go one update forward."), screens=("train",), pane="bar", footer=2),
    Key("many_back", ("down",), N_("100 back"), N_("Go a hundred updates back."), screens=("train",), pane="bar", footer=3),
    Key("many_forward", ("up",), N_("100 on"), N_("Go a hundred updates forward."), screens=("train",), pane="bar", footer=4),
    Key("scroll_up", ("up",), N_("scroll up"), N_("Scroll this pane up."), screens=MAPS, pane="side"),
    Key("scroll_down", ("down",), N_("scroll down"), N_("Scroll this pane down."), screens=MAPS, pane="side", footer=1),
    Key("previous_update", ("left",), N_("update back"), N_("Go one update back."), screens=("train",), pane="side"),
    Key("next_update", ("right",), N_("update on"), N_("Go one update forward."), screens=("train",), pane="side"),
    Key("many_forward", (">", "pagedown"), N_("100 on"), N_("Go a hundred updates forward."), screens=("train", "batch", "pmi"), footer=9),
    Key("many_back", ("<", "pageup"), N_("100 back"), N_("Go a hundred updates back."), screens=("train", "batch", "pmi"), footer=16),
    Key("inspect", ("i",), N_("inspect"), N_("Look at this very update on the Step screen; Esc returns."), screens=("train",), footer=3),
    Key("speed_up", ("v", "]"), N_("faster"), N_("Train twice as fast: from one update a second to as fast as it goes."), screens=("train",), footer=17),
    Key("speed_down", ("c", "["), N_("slower"), N_("Train half as fast."), screens=("train",), footer=18),
    Key("until", ("u",), N_("until"), N_("Run until something happens: a loss, a word, a collision, an update."), screens=("train",), footer=19),
    Key("back_until", ("U",), N_("back until"), N_("Run back until something happened."), screens=("train",)),
    Key("seed", ("N",), N_("seed"), N_("Run with another seed, the next one if nothing is typed; this run is kept."), screens=("train", "noise", "batch", "pmi")),
    Key("fit", ("a",), N_("fit"), N_("Fit the axes to the points, once."), screens=MAPS, footer=5),
    Key("fit_always", ("A",), N_("fit always"), N_("Fit the axes whenever points leave the map, or leave them alone."), screens=("train",)),
    Key("zoom_in", ("m",), N_("zoom in"), N_("Show a smaller part of the map, larger."), screens=MAPS, footer=20),
    Key("zoom_out", ("M",), N_("zoom out"), N_("Show a larger part of the map, smaller."), screens=MAPS, footer=21),
    Key("pan_left", ("s", "shift+left"), N_("pan left"), N_("Show what lies to the left on the map."), screens=MAPS),
    Key("pan_right", ("d", "shift+right"), N_("pan right"), N_("Show what lies to the right on the map."), screens=MAPS),
    Key("pan_up", ("e", "shift+up"), N_("pan up"), N_("Show what lies above on the map."), screens=MAPS),
    Key("pan_down", ("x", "shift+down"), N_("pan down"), N_("Show what lies below on the map."), screens=MAPS),
    Key("center_word", ("C",), N_("center word"), N_("Put the selected word into the middle of the map."), screens=MAPS),
    Key("deselect", ("escape",), N_("no word"), N_("Select no word."), screens=MAPS),
    Key("glyphs", ("b",), N_("glyphs"), N_("Draw points with braille, blocks, or ASCII characters."), screens=MAPS),
    Key("grid", ("G",), N_("grid"), N_("Show the grid and the origin, or hide them."), screens=MAPS),
    Key("trails", ("t",), N_("trails"), N_("Show where words came from, or hide it."), screens=("train",), footer=22),
    Key("outputs", ("E",), N_("Ep"), N_("Show the rows of Ep as hollow marks, or hide them."), screens=("train",), footer=23),
    Key("arrows", ("V",), N_("arrows"), N_("Show the last update as arrows: pull of the target, push of negatives."), screens=("train",), footer=24),
    Key("labels", ("L",), N_("labels"), N_("Show the words beside points, or hide them."), screens=MAPS),
    Key("colors", ("K",), N_("colours by"), N_("Colour words by given groups, by frequency, or by k-means."), screens=MAPS, footer=25),
    Key("mark", ("space",), N_("mark"), N_("Put the word into the selection, or take it out."), screens=("explore",), footer=2),
    Key("list_up", ("up",), N_("up"), N_("Move up in the list."), screens=("explore",), pane="list"),
    Key("list_down", ("down",), N_("down"), N_("Move down in the list."), screens=("explore",), pane="list", footer=5),
    Key("list_page_up", ("pageup",), N_("page up"), N_("Move a page up in the list."), screens=("explore",), pane="list"),
    Key("list_page_down", ("pagedown",), N_("page down"), N_("Move a page down in the list."), screens=("explore",), pane="list"),
    Key("list_open", ("enter",), N_("go there"), N_("Look at the word under the cursor of the list."), screens=("explore",), pane="list", footer=1),
    Key("word_back", ("z",), N_("word before"), N_("Look at the word before."), screens=("explore",), footer=8),
    Key("expression", ("i", "="), N_("add words"), N_("Add and subtract words: king - man + woman; Tab completes."), screens=("explore",), footer=3),
    Key("search", ("g",), N_("search"), N_("Draw the words that fit a search: sea begins so, *sea* has it inside."), screens=("explore",), footer=6),
    Key("draw_many", ("n",), N_("how many"), N_("Draw so many of the most frequent words."), screens=("explore",), footer=7),
    Key("draw_near", ("N",), N_("draw near"), N_("Draw the words that are nearest to this one."), screens=("explore",), footer=9),
    Key("draw_list", ("w",), N_("draw list"), N_("Draw words by name, or those of a file after @."), screens=("explore",), footer=10),
    Key("principal", ("p",), N_("PCA"), N_("Look at the plane of largest variance of what is drawn."), screens=("explore",), footer=15),
    Key("directions", ("l",), N_("axes"), N_("Make axes of word pairs: man:woman ; past:present."), screens=("explore",), footer=16),
    Key("components", ("c",), N_("components"), N_("Look at two components."), screens=("explore",), footer=17),
    Key("unit_rows", ("U",), N_("one long"), N_("Draw all rows one long, or as they are."), screens=("explore",), footer=18),
    Key("next_measure", ("u",), N_("measure"), N_("List by cosine, dot product or distance."), screens=("explore",), footer=19),
    Key("table", ("t",), N_("table"), N_("Look at E, at Ep, or at their sum."), screens=("explore",), footer=20),
    Key("odd_one_out", ("o",), N_("odd one out"), N_("Say which of the marked words fits the others least."), screens=("explore",), footer=22),
    Key("similarities", ("y",), N_("similarities"), N_("Show the cosine of every two marked words."), screens=("explore",), footer=23),
    Key("beside", ("v",), N_("both files"), N_("List the nearest words in both files side by side, or in one."), screens=("explore",), footer=24),
    Key("k_groups", ("k",), N_("k-means"), N_("Type how many groups k-means makes."), screens=("explore",)),
    Key("apart", ("r",), N_("rows apart"), N_("List the rows that cannot be compared: zeros, not finite."), screens=("explore",)),
    Key("open_vectors", ("O",), N_("open file"), N_("Open another vectors file, or with no name the vectors of the session."), screens=("explore",), footer=13),
    Key("save_selection", ("S",), N_("save words"), N_("Write the marked words, or all that are drawn: .txt words, .npz .vec vectors."), screens=("explore",), footer=28),
    Key("export_map", ("X",), N_("export map"), N_("Write the map as .svg or .txt, or its numbers as .json."), screens=("explore",), footer=29),
    Key("come_back", ("escape",), N_("go back"), N_("Go back to the screen from which this update was looked at."), screens=("step",)),
    Key("scroll_up", ("up",), N_("scroll up"), N_("Scroll this pane up."), screens=THEORY, pane="page"),
    Key("scroll_down", ("down",), N_("scroll down"), N_("Scroll this pane down."), screens=THEORY, pane="page"),
    Key("guide", ("G",), N_("guide"), N_("Say when to use which objective, and what a score means."), screens=THEORY, footer=20),
    Key("power_down", ("left",), N_("power down"), N_("Try a power 0.05 lower; the run keeps its own until Enter."), screens=("noise",), pane="page", footer=1),
    Key("power_up", ("right",), N_("power up"), N_("Try a power 0.05 higher; the run keeps its own until Enter."), screens=("noise",), pane="page", footer=2),
    Key("next_stop", ("s",), N_("next stop"), N_("Try the next named power: 0 uniform, 0.5 fastText, 0.75 the paper, 1 unigram."), screens=("noise",), footer=3),
    Key("apply", ("enter",), N_("set power"), N_("Give the run the power that is on trial, from this update on."), screens=("noise",), footer=6),
    Key("let_go", ("escape",), N_("let go"), N_("Forget the power on trial and show the run's own."), screens=("noise",), footer=15),
    Key("draw", ("d",), N_("draw"), N_("Make 10 draws, then 1,000, then 100,000, then none."), screens=("noise",), footer=4),
    Key("next_hand", ("n",), N_("next draw"), N_("Follow the next draw of the run by hand."), screens=("noise",), footer=5),
    Key("previous_hand", ("p",), N_("draw back"), N_("Follow the draw before by hand."), screens=("noise",), footer=16),
    Key("set_u", ("u",), N_("u"), N_("Type a number from 0 to 1 and follow it by hand."), screens=("noise",), footer=17),
    Key("look_at_center", ("c",), N_("center"), N_("See the draws from another center: its true contexts, its collisions."), screens=("noise",), footer=7),
    Key("next_objective", ("o",), N_("objective"), N_("Look at the same scores under the next objective."), screens=("batch",), footer=1),
    Key("mask", ("m",), N_("mask"), N_("Leave possible false negatives out of the loss, or take them in."), screens=("batch",), footer=2),
    Key("without_hard", ("x",), N_("no hard"), N_("Leave each row's hard negative out of the loss, or take it in."), screens=("batch",), footer=3),
    Key("fewer_pairs", ("left",), N_("fewer"), N_("Take a pair less into the batch."), screens=("batch",), pane="page", footer=4),
    Key("more_pairs", ("right",), N_("more pairs"), N_("Take a pair more into the batch."), screens=("batch",), pane="page", footer=5),
    Key("scale_up", ("+", "="), N_("t up"), N_("Raise CLIP's log-scale t: differences count more sharply."), screens=("batch",), footer=16),
    Key("scale_down", ("-",), N_("t down"), N_("Lower CLIP's log-scale t."), screens=("batch",), footer=17),
    Key("set_scale", ("t",), N_("t"), N_("Type CLIP's log-scale t."), screens=("batch",)),
    Key("batch_file", ("f",), N_("file"), N_("Take vectors or scores from a JSON file; nothing typed goes back to the text."), screens=("batch",), footer=15),
    Key("show_toy", ("c",), N_("small CLIP"), N_("Look at a small CLIP that trains here: ← and → walk through its steps."), screens=("batch",), footer=6),
    Key("play", ("space",), N_("play"), N_("Play and pause."), screens=("batch",), footer=7),
    Key("toy_back", ("left",), N_("step back"), N_("Take a step of the small CLIP back."), screens=("batch",), pane="toy", footer=1),
    Key("toy_step", ("right",), N_("step"), N_("Make a step of the small CLIP."), screens=("batch",), pane="toy", footer=2),
    Key("toy_back", ("p",), N_("step back"), N_("Take a step of the small CLIP back."), screens=("batch",)),
    Key("toy_step", ("n",), N_("step"), N_("Make a step of the small CLIP."), screens=("batch",)),
    Key("toy_until", ("u",), N_("until"), N_("Train the small CLIP until its diagonal stands out."), screens=("batch",), footer=18),
    Key("toy_start", ("b",), N_("begin"), N_("Go back to the first step of the small CLIP."), screens=("batch",)),
    Key("scroll_up", ("up",), N_("scroll up"), N_("Scroll this pane up."), screens=("batch",), pane="toy"),
    Key("scroll_down", ("down",), N_("scroll down"), N_("Scroll this pane down."), screens=("batch",), pane="toy"),
    Key("next_order", ("s",), N_("sort"), N_("Sort the pairs by the next column: gap, optimum, learned, PMI."), screens=("pmi",), footer=2),
    Key("fit_dims", ("f",), N_("fit d"), N_("Train on the exact loss for d = 1, 2, 4, ... and all words, or stop it."), screens=("pmi",), footer=1),
    Key("choose_dims", ("d",), N_("which d"), N_("Type the d's to fit."), screens=("pmi",), footer=6),
    Key("more_words", ("right",), N_("more words"), N_("Count with more words: 1, 2, 5, 10 and so on."), screens=("cost",), pane="page", footer=2),
    Key("fewer_words", ("left",), N_("fewer"), N_("Count with fewer words."), screens=("cost",), pane="page", footer=1),
    Key("set_words", ("V",), N_("V"), N_("Type V, the number of words."), screens=("cost",), footer=4),
    Key("set_dim", ("d",), N_("d"), N_("Type d, the components of a vector."), screens=("cost",), footer=5),
    Key("set_own_k", ("k",), N_("k"), N_("Type k, for the counts here; the run keeps its own."), screens=("cost",), footer=6),
    Key("session_counts", ("t",), N_("session's"), N_("Count with V, d and k of this session."), screens=("cost",), footer=8),
    Key("large_counts", ("b",), N_("large"), N_("Count with V = 1,000,000, d = 300, k = 5."), screens=("cost",), footer=7),
    Key("drop_next", ("x",), N_("drop next"), N_("Leave the next word out of the softmax."), screens=("cost",), footer=9),
    Key("drop_word", ("X",), N_("drop word"), N_("Type the word that is left out of the softmax."), screens=("cost",)),
    Key("softmax_center", ("c",), N_("center"), N_("Type the word whose softmax is shown."), screens=("cost",)),
    Key("measure", ("m",), N_("measure"), N_("Measure seconds per pair on this machine, or stop it."), screens=("cost",), footer=3),
    Key("set_memory", ("M",), N_("memory"), N_("Type how much memory measuring may take."), screens=("cost",)),
    Key("give_up", ("escape",), N_("stop"), N_("Stop what is being reckoned; what was done stays."), screens=("pmi", "cost"), footer=19),
    Key("step_screen", ("1",), N_("Step"), N_("Go to the Step screen: one update, all numbers."), screens=("step",)),
    Key("step_screen", ("1",), N_("Step"), N_("Go to the Step screen: one update, all numbers."), screens=ALL[1:], footer=26),
    Key("train_screen", ("2",), N_("Train"), N_("Go to the Train screen: a map that moves while it trains."), screens=("train",)),
    Key("train_screen", ("2",), N_("Train"), N_("Go to the Train screen: a map that moves while it trains."), screens=(ALL[0], *ALL[2:]), footer=26),
    Key("noise_screen", ("3",), N_("Noise"), N_("Go to the Noise screen: how negatives are drawn."), screens=ALL, footer=27),
    Key("batch_screen", ("4",), N_("Batch"), N_("Go to the Batch screen: the other examples as negatives."), screens=ALL, footer=28),
    Key("pmi_screen", ("5",), N_("PMI"), N_("Go to the PMI screen: what scores learn."), screens=ALL, footer=29),
    Key("cost_screen", ("6",), N_("Cost"), N_("Go to the Cost screen: what the softmax costs."), screens=ALL, footer=30),
    Key("explore_screen", ("7",), N_("Explore"), N_("Go to the Explore screen: any vectors, on a map and in lists."), screens=ALL, footer=31),
    Key("focus_next", ("tab",), N_("pane"), N_("Move the focus to the next pane."), screens=SHOWN, footer=11),
    Key("focus_previous", ("shift+tab",), N_("pane back"), N_("Move the focus to the pane before."), screens=SHOWN),
    Key("open", ("O",), N_("open"), N_("Open another source: an example, a file, a sentence typed here."), screens=OPENED, footer=13),
    Key("export", ("X",), N_("export"), N_("Write this update as JSON or CSV, or the screen as SVG.")),
    Key("save", ("S",), N_("save"), N_("Save this session to a file."), screens=OPENED),
    Key("go_on", ("R",), N_("go on"), N_("Go on with a run that ended without being left; again for the one before."), screens=SHOWN),
    Key("theme", ("T",), N_("theme"), N_("Change the colours."), screens=SHOWN),
    Key("help", ("?", "h"), N_("help"), N_("Explain the focused pane."), screens=ALL, footer=12),
    Key("palette", (":", "ctrl+p"), N_("commands"), N_("Find an action by its name."), screens=ALL),
    Key("quit", ("q",), N_("quit"), N_("Leave; asks first if something unsaved would be lost."), screens=ALL, footer=14),
    Key("interrupt", ("ctrl+c",), N_("how to leave"), N_("Say how to leave; twice leaves."), screens=ALL),
    Key("to_shell", ("ctrl+z",), N_("to the shell"), N_("Stop, and give the shell the terminal; its fg goes on."), screens=ALL),
)  # fmt: skip

CORPUS = (
    "play", "find", "scroll_up", "scroll_down", "presenter", "point_left", "point_right", "point_up",
    "point_down", "fit", "fit_always", "zoom_in", "zoom_out", "pan_left", "pan_right", "pan_up",
    "pan_down", "center_word", "deselect", "glyphs", "grid", "outputs", "labels", "colors",
    "focus_next", "focus_previous", "theme", "help", "palette", "quit", "interrupt", "to_shell",
)  # fmt: skip
"""What the screen of `train --watch` does, with the keys that it has on the Train screen."""
KEYS = (
    *KEYS,
    *(
        replace(key, screens=("corpus",))
        for key in KEYS
        if key.action in CORPUS and "train" in key.screens
    ),
)


def shown_key(key: str, ascii_only: bool = False) -> str:
    """Return a key as people write it; in ASCII arrows by name, since `<` and `>` are keys too."""
    shown = _SHOWN.get(key, key)
    return shown if not ascii_only or shown.isascii() else key


def shown_text(text: str, ascii_only: bool) -> str:
    """Return a sentence on keys as it is shown: in ASCII with the names of the arrows."""
    if not ascii_only:
        return text
    return _ARROW.sub(lambda arrow: _ARROW_NAMES[arrow[0][0]], text)


def textual_names(key: str) -> tuple[str, ...]:
    """Return what Textual calls a key, on Latin, Ukrainian and Russian layouts."""
    names = [_NAMES.get(key, key)]
    if len(key) == 1:
        for layout in (_UKRAINIAN, _RUSSIAN):
            place = _LATIN.find(key.lower())
            if place >= 0:
                letter = layout[place]
                names.append(letter.upper() if key.isupper() else letter)
    return tuple(dict.fromkeys(names))


def keys_of(screen: str, pane: str | None = None, table: tuple[Key, ...] = KEYS) -> tuple[Key, ...]:
    """Return the keys of a screen: those of one kind of pane, or those that work anywhere."""
    return tuple(key for key in table if screen in key.screens and key.pane == pane)


def keys_on(screen: str, table: tuple[Key, ...] = KEYS) -> tuple[Key, ...]:
    """Return all keys of a screen, those of every pane among them."""
    return tuple(key for key in table if screen in key.screens)


def footer_keys(screen: str, pane: str | None, table: tuple[Key, ...] = KEYS) -> list[Key]:
    """Return what the footer shows while a pane has the focus, each action once."""
    own = keys_of(screen, pane, table) if pane else ()
    chosen: dict[str, Key] = {}
    for key in (*own, *keys_of(screen, None, table)):
        if key.footer:
            chosen.setdefault(key.action, key)
    return list(chosen.values())


def actions_of(screen: str, pane: str | None, table: tuple[Key, ...] = KEYS) -> dict[str, str]:
    """Return the action of each key, by Textual's names: the pane's own before the screen's."""
    actions = {}
    for key in (*keys_of(screen, None, table), *(keys_of(screen, pane, table) if pane else ())):
        for typed in key.keys:
            for name in textual_names(typed):
                actions[name] = key.action
    return actions
