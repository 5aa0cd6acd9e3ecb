"""The guide as lines and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_tui.guide_topics import INTRODUCTION, TOPICS
from sgns_tui.i18n import _
from sgns_tui.keys import KEYS
from sgns_tui.render.columns import columns_within, filled
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import width, wrapped

CELLS = 80
_LABEL = 12


def guide_lines(names: Sequence[str], cells: int = CELLS) -> Iterator[Text]:
    """Yield what the choice is about, where all topics are named, and each topic."""
    if len(names) == len(TOPICS):
        yield Text(_("When to use which"), HEADING)
        for paragraph in INTRODUCTION:
            yield from filled(_(paragraph).split(), cells, "  ", "  ")
        yield Text()
        yield from _overview(cells)
    for name in names:
        yield Text()
        yield from topic_lines(name, cells)


def _overview(cells: int) -> Iterator[Text]:
    rows = [
        ["", _("candidates"), _("loss"), _("of")],
        ["  softmax", _("all V words"), _("softmax"), _("z")],
        ["  sgns", _("k drawn words"), _("k+1 sigmoids"), _("z")],
        ["  dpr", _("N-1 of the batch"), _("softmax over rows"), _("z")],
        ["  clip", _("N-1 of the batch, twice"), _("softmax both ways"), _("e^t cosine")],
        ["  preference", _("one liked less"), _("a sigmoid"), _("r+ - r-")],
    ]
    yield from columns_within(rows, cells, (3,), left=(0, 1, 2, 3))


def topic_lines(name: str, cells: int) -> Iterator[Text]:
    """Yield one topic, with a command for each of its claims."""
    topic = TOPICS[name]
    yield Text(f"{_(topic.name)}  ({name})", HEADING)
    for label, sentence in (
        (_("against"), topic.candidates),
        (_("loss"), topic.loss),
        (_("means"), topic.means),
        (_("means not"), topic.not_means),
        (_("use it"), topic.when),
    ):
        lines = wrapped(_(sentence), cells - _LABEL - 2)
        for first, line in zip([label, *[""] * len(lines)], lines, strict=False):
            yield Text(f"  {first:{_LABEL}}{line}")
    for first, (claim, command) in zip([_("see"), *[""] * len(topic.see)], topic.see, strict=False):
        yield Text(f"  {first:{_LABEL}}{_(claim)}")
        line = " " * (_LABEL + 4) + f"sgns-tui {command}"
        where = _screen(command)
        if where and width(f"{line}  {where}") > cells:
            yield Text(line, QUIET)
            line = " " * (_LABEL + 2)
        yield Text(f"{line}  {where}".rstrip(), QUIET)


def _screen(command: str) -> str:
    """Return the key of the screen that shows what a command prints; nothing where none does."""
    action = f"{command.split()[0]}_screen"
    shown = next((key.shown for key in KEYS if key.action == action), None)
    return "" if shown is None else _("(key {key} on the screen)").format(key=shown)


def guide_object(names: Sequence[str]) -> dict[str, object]:
    """Return the same as an object."""
    return {
        "introduction": [_(paragraph) for paragraph in INTRODUCTION],
        "topics": {
            name: {
                "name": _(TOPICS[name].name),
                "candidates": _(TOPICS[name].candidates),
                "loss": _(TOPICS[name].loss),
                "means": _(TOPICS[name].means),
                "means_not": _(TOPICS[name].not_means),
                "when": _(TOPICS[name].when),
                "see": [
                    {"claim": _(claim), "command": f"sgns-tui {command}"}
                    for claim, command in TOPICS[name].see
                ],
            }
            for name in names
        },
    }
