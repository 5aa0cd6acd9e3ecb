"""The page behind `?`: what a pane shows, its formula, what to try, a pitfall, and its keys."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from sgns_tui.help_text import CONCEPTS
from sgns_tui.i18n import N_, _
from sgns_tui.keys import Key
from sgns_tui.render.roles import HEADING, QUIET

# The ideas that each pane is about, and its name.
_PANES = {
    "stage": (N_("The walk through an update"), ("select", "gather")),
    "text": (N_("Text"), ("pair",)),
    "tables": (N_("Tables"), ("gather",)),
    "dot": (N_("Dot product"), ("dot",)),
    "loss": (N_("Sigmoid and loss"), ("sigmoid", "loss")),
    "gradient": (N_("Gradient"), ("gradient",)),
    "update": (N_("Update"), ("update",)),
    "check": (N_("Check"), ("check",)),
    "code": (N_("Code"), ("update",)),
    "curve": (N_("Curves"), ("sigmoid",)),
}


def help_lines(pane: str, keys: Iterable[Key], cells: int = 76) -> tuple[str, list[Text]]:
    """Return the title and the lines of a pane's page."""
    name, ideas = _PANES.get(pane, _PANES["stage"])
    lines: list[Text] = []
    for idea in ideas:
        concept = CONCEPTS[idea]
        for head, text in (
            ("", concept.formula),
            (_("Read it"), concept.reading),
            (_("Try"), concept.trying),
            (_("Beware"), concept.pitfall),
        ):
            lines += _wrapped(head, _(text), cells)
        lines.append(Text())
    lines.append(Text(_("Keys"), HEADING))
    seen: set[tuple[str, ...]] = set()
    for key in keys:
        if key.keys not in seen:
            seen.add(key.keys)
            shown = ", ".join(dict.fromkeys((key.shown, *key.keys[1:])))
            lines.append(Text.assemble((f"{shown:>12}", HEADING), f"  {_(key.help)}"))
    return _(name), lines


def _wrapped(head: str, text: str, cells: int) -> list[Text]:
    """Return a paragraph, its head at the left of the first line."""
    import textwrap

    lines = textwrap.wrap(text, cells - 10, break_long_words=False, break_on_hyphens=False)
    shown = []
    for n, line in enumerate(lines):
        label = head if n == 0 else ""
        shown.append(Text.assemble((f"{label:<10}", QUIET), (line, "" if head else HEADING)))
    return shown
