"""The page behind `?`: what a pane shows, its formula, what to try, a pitfall, and its keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from sgns_tui.help_text import CONCEPTS, Page
from sgns_tui.help_theory import THEORY_PAGES
from sgns_tui.i18n import N_, _
from sgns_tui.keys import Key, shown_key, shown_text
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import wrapped

_PAGES = {
    "stage": Page(
        N_("The walk through an update"),
        ("select", "gather"),
        N_("→ and ← walk; Enter goes to the end of this update, . on to the next one."),
    ),
    "text": Page(
        N_("Text"),
        ("pair",),
        N_("In the Tables (Tab) c, t and a choose other words; r lets the text give pairs again."),
    ),
    "tables": Page(
        N_("Tables"),
        ("gather",),
        N_("e types another number, / finds a word; after an update only rows with marks differ."),
    ),
    "dot": Page(
        N_("Dot product"),
        ("dot",),
        N_("Make one component large (e in the Tables) and watch its term outweigh the others."),
    ),
    "loss": Page(
        N_("Sigmoid and loss"),
        ("sigmoid", "loss"),
        N_("s puts the full softmax beside; v draws both curves with the words on them."),
    ),
    "gradient": Page(
        N_("Gradient"),
        ("gradient",),
        N_("d puts finite differences beside: the same numbers, found without any formula."),
    ),
    "update": Page(
        N_("Update"),
        ("update",),
        N_("← over this stage takes the change back to the last bit, → makes it again."),
    ),
    "check": Page(
        N_("Check"),
        ("check",),
        N_("Press + some times, then Enter: a step that is too long makes the loss rise."),
    ),
    "code": Page(
        N_("Code"), ("update",), N_("→ walks on; > stands before the lines that run at each stage.")
    ),
    "curve": Page(
        N_("Curves"),
        ("sigmoid",),
        N_("Change a number (e in the Tables) and see its word move along the curve."),
    ),
}


_MARKS = N_(
    "c center, + target, - negative (-2: drawn twice); ~ a negative that is a true context of the "
    "center in the text, = one that is the target itself. Underlined: the window's other words."
)

_TRAIN_PAGES = {
    "map": Page(
        N_("Map"),
        ("map", "neighbors"),
        N_("space trains; a fits the axes; t draws trails, E the rows of Ep, V the last update."),
    ),
    "bar": Page(
        N_("Timeline"),
        ("timeline",),
        N_("Train, change lr (+) in the past, and see a branch; z brings the old one back."),
    ),
    "now": Page(
        N_("Now"),
        ("negatives", "collision"),
        N_("i shows this very update on the Step screen, with every number; Esc returns."),
    ),
    "word": Page(
        N_("Word"),
        ("neighbors", "conflict"),
        N_("/ finds a word; u and then: neighbor and the word, runs until its neighbor changes."),
    ),
    "loss": Page(
        N_("Loss"),
        ("progress", "separation"),
        N_(
            "k 0 (press k) lets the loss fall towards 0 while all words run together: look at both."
        ),
    ),
    "updates": Page(
        N_("Last updates"),
        ("pair", "collision"),
        N_("u collision runs until the next one; g and a number goes to any of them."),
    ),
}

_CORPUS_PAGES = {
    "map": Page(
        N_("Map"),
        ("map", "neighbors"),
        N_("space pauses; K colours by k-means, E draws the rows of Ep, m and M zoom, / finds."),
    ),
    "loss": Page(
        N_("Loss"),
        ("progress",),
        N_("Pause late in an epoch: the loss of the epoch is a mean over it, the sample's is now."),
    ),
    "word": Page(
        N_("Word"),
        ("neighbors",),
        N_("/ finds a word; its neighbors here are words of the map, not of all the vocabulary."),
    ),
}


_EXPLORE_PAGES = {
    "map": Page(
        N_("Map"),
        ("projection", "axes", "separation"),
        N_("l with man:woman ; past:present makes axes of your own; p goes back to PCA."),
    ),
    "word": Page(
        N_("Word"),
        ("norm",),
        N_("u goes on to dot products: what long rows do to a list shows at once."),
    ),
    "list": Page(
        N_("Nearest words"),
        ("cosine", "norm"),
        N_("i and king - man + woman adds and subtracts words; Tab completes each of them."),
    ),
    "answer": Page(
        N_("Answer"),
        ("cosine",),
        N_("Mark some words with space: o finds the odd one out, y compares each with each."),
    ),
}


def help_lines(
    pane: str,
    keys: Iterable[Key],
    cells: int = 76,
    screen: str = "step",
    examples: Sequence[str] = (),
    ascii_only: bool = False,
) -> tuple[str, list[Text]]:
    """Return the title and the lines of a pane's page; examples: sentences on what is open."""
    pages = {
        "step": _PAGES,
        "train": _TRAIN_PAGES,
        "corpus": _CORPUS_PAGES,
        "explore": _EXPLORE_PAGES,
        **THEORY_PAGES,
    }[screen]
    pane = "map" if pane == "beside" else pane
    page = pages.get(pane, next(iter(pages.values())))
    lines: list[Text] = []
    for idea in page.ideas:
        concept = CONCEPTS[idea]
        for head, text in (
            (_("Formula"), concept.formula),
            (_("Read it"), concept.reading),
            (_("Beware"), concept.pitfall),
        ):
            lines += _wrapped(head, _(text), cells)
        lines.append(Text())
    if screen == "step":
        lines += _wrapped(_("Marks"), _(_MARKS), cells)
    for example in examples:
        lines += [*_wrapped(_("Here"), example, cells), Text()]
    lines += _wrapped(_("Try"), shown_text(_(page.trying), ascii_only), cells)
    lines.append(Text())
    lines.append(Text(_("Keys"), HEADING))
    seen: set[tuple[str, ...]] = set()
    for key in keys:
        if key.keys not in seen:
            seen.add(key.keys)
            shown = ", ".join(shown_key(typed, ascii_only) for typed in key.keys)
            first, *more = wrapped(shown_text(_(key.help), ascii_only), cells - 14)
            lines.append(Text.assemble((f"{shown:>12}", HEADING), f"  {first}"))
            lines += [Text(" " * 14 + line) for line in more]
    return _(page.name), lines


def _wrapped(head: str, text: str, cells: int) -> list[Text]:
    """Return a paragraph, its head at the left of the first line."""
    shown = []
    for n, line in enumerate(wrapped(text, cells - 10)):
        label = head if n == 0 else ""
        look = HEADING if head == _("Formula") else ""
        shown.append(Text.assemble((f"{label:<10}", QUIET), (line, look)))
    return shown
