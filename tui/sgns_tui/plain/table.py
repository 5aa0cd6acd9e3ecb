"""The commands of line mode: one table, for what is typed, completed and listed."""

from __future__ import annotations

from sgns_tui.i18n import N_
from sgns_tui.plain import editing, filing, helping, moving, showing, theory, watching
from sgns_tui.plain.arguments import EVENTS
from sgns_tui.plain.command import Command

COMMANDS: dict[str, Command] = {
    "next": Command("next [N]", N_("one small stage forward, or N"), "next", moving.next_stage),
    "back": Command(
        "back [N]",
        N_("one small stage back, or N; back until EVENT runs back"),
        "back until loss > 2",
        moving.back,
        ("until", *EVENTS),
        takes_words=True,
    ),
    "update": Command(
        "update", N_("to the end of this update, or the next one whole"), "update", moving.update
    ),
    "step": Command(
        "step [N]", N_("N updates forward; back where N is below 0"), "step 500", moving.step
    ),
    "go": Command("go N", N_("to update N, counted from 1"), "go 1", moving.go),
    "play": Command(
        "play [N]", N_("N updates with a line every so often"), "play 1000", moving.play
    ),
    "until": Command(
        "until EVENT",
        N_("run until loss > 2, word W, neighbor W, collision, false-negative, epoch, N"),
        "until loss > 2",
        moving.until,
        EVENTS,
        takes_words=True,
    ),
    "center": Command(
        "center W", N_("choose the center"), "center sat", editing.center, takes_words=True
    ),
    "target": Command(
        "target W", N_("choose the target"), "target on", editing.target, takes_words=True
    ),
    "negatives": Command(
        "negatives W...",
        N_("choose the negatives; negatives drawn draws them again"),
        "negatives cat mat",
        editing.negatives,
        takes_words=True,
    ),
    "drawn": Command(
        "drawn", N_("let the text and chance give pairs and negatives"), "drawn", editing.drawn
    ),
    "lr": Command("lr X", N_("set the learning rate"), "lr 0.05", editing.lr),
    "k": Command("k N", N_("set how many negatives are drawn"), "k 3", editing.k),
    "policy": Command(
        "policy NAME",
        N_("follow article, word2vec-c, gensim or fasttext"),
        "policy fasttext",
        editing.policy,
        ("article", "word2vec-c", "gensim", "fasttext"),
    ),
    "power": Command("power X", N_("set the exponent of the counts"), "power 0.5", editing.power),
    "collision": Command(
        "collision RULE",
        N_("a negative that equals the target: keep, skip, redraw"),
        "collision skip",
        editing.part("collision"),
        ("keep", "skip", "redraw"),
    ),
    "order": Command(
        "order RULE",
        N_("output rows change simultaneous or sequential"),
        "order sequential",
        editing.part("order"),
        ("simultaneous", "sequential"),
    ),
    "range": Command(
        "range RULE",
        N_("scores beyond the bound: exact, saturate, stop"),
        "range stop",
        editing.part("range_rule"),
        ("exact", "saturate", "stop"),
    ),
    "bound": Command("bound X", N_("set the score where range sets in"), "bound 6", editing.bound),
    "sigmoid": Command(
        "sigmoid RULE",
        N_("computed or looked up: exact, word2vec-table, fasttext-table"),
        "sigmoid exact",
        editing.part("sigmoid"),
        ("exact", "word2vec-table", "fasttext-table"),
    ),
    "direction": Command(
        "direction RULE",
        N_("a drawn pair's input row is its center or its context"),
        "direction context",
        editing.part("direction"),
        ("center", "context"),
    ),
    "set": Command(
        "set TABLE W N X",
        N_("set component N (from 1) of a row of E or Ep"),
        "set E sat 2 0.9",
        editing.set_value,
        ("E", "Ep"),
        takes_words=True,
    ),
    "undo": Command("undo", N_("take the last change back"), "undo", editing.undo),
    "redo": Command("redo", N_("make it again"), "redo", editing.redo),
    "seed": Command(
        "seed N", N_("a run with another seed; this one is kept"), "seed 7", editing.seed
    ),
    "show": Command(
        "show WHAT",
        N_("pair, stage, step (every number), tables, settings, edits"),
        "show step",
        showing.show,
        ("pair", "stage", "step", "tables", "settings", "edits"),
    ),
    "neighbors": Command(
        "neighbors W [N]",
        N_("the words nearest to W in E, by cosine"),
        "neighbors cat",
        showing.neighbors,
        takes_words=True,
    ),
    "word": Command(
        "word W",
        N_("norm, count, group of W, what is near it, and what moved it last"),
        "word cat",
        watching.word,
        takes_words=True,
    ),
    "map": Command(
        "map [BY] [N]",
        N_("N words with places and neighbors; BY: groups, bands, kmeans"),
        "map kmeans 10",
        watching.map_,
        ("groups", "bands", "kmeans"),
    ),
    "progress": Command(
        "progress",
        N_("loss over the last updates, on a fixed sample, and what was drawn"),
        "progress",
        watching.progress,
    ),
    "noise": Command(
        "noise [bars] [N [W]]",
        N_("what negatives are drawn from; N draws; which are true contexts of W; or as bars"),
        "noise 1000 cat",
        theory.noise,
        ("bars",),
        takes_words=True,
    ),
    "batch": Command(
        "batch [N] [OBJECTIVE] [mask]",
        N_("N pairs as each other's negatives; batch toy trains a small CLIP"),
        "batch 4 clip mask",
        theory.batch,
        (*theory.OBJECTIVES, "mask", "toy"),
    ),
    "pmi": Command(
        "pmi [N|scatter|heat|fit [D]|curve [D]]",
        N_(
            "learned scores beside the optimum, N pairs or as a picture; fit, curve: how near D "
            "components come"
        ),
        "pmi scatter",
        theory.pmi,
        ("scatter", "heat", "fit", "curve"),
    ),
    "cost": Command(
        "cost [bars|measure] [V D [K]]",
        N_("what a pair costs with the full softmax and with SGNS; measure: on this machine"),
        "cost 1000000 300 5",
        theory.cost,
        ("bars", "measure"),
    ),
    "guide": Command(
        "guide [TOPIC]",
        N_("when to use which: softmax, sgns, dpr, clip, preference"),
        "guide clip",
        theory.guide,
        ("softmax", "sgns", "dpr", "clip", "preference"),
    ),
    "digits": Command(
        "digits N", N_("decimals to show, or all"), "digits all", showing.digits, ("all", "4")
    ),
    "save": Command(
        "save FILE", N_("save the session; --force writes over a file"), "save a.json", filing.save
    ),
    "load": Command("load FILE", N_("go on with a saved session"), "load a.json", filing.load),
    "open": Command(
        "open NAME",
        N_("another built-in source, a text, or a model (.json)"),
        "open worked",
        filing.open_,
    ),
    "help": Command(
        "help [WORD]",
        N_("these lines, or about a command or an idea"),
        "help sigmoid",
        helping.help_,
    ),
    "quit": Command("quit", N_("leave"), "quit", filing.quit_),
}

ALIASES = {"prev": "back", "previous": "back", "exit": "quit", "q": "quit", "?": "help"}
"""Other words that people type for some of them."""
