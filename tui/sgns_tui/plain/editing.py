"""Commands that change a run: the pair, the settings, table values; and taking changes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sgns_core.edits import SetChoice, SetPolicy
from sgns_core.errors import InvalidInput
from sgns_core.policy import PRESETS
from sgns_core.settings import MAX_K
from sgns_tui.i18n import _
from sgns_tui.opening import word_row
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.plain_lines import change_text

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

_MAX_SEED = 2**64 - 1


def center(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Choose the center."""
    row = word_row(mode.session.source, arguments.one(words, _("one word")))
    yield from _edited(mode, lambda: mode.session.choose(center=row))


def target(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Choose the target."""
    row = word_row(mode.session.source, arguments.one(words, _("one word")))
    yield from _edited(mode, lambda: mode.session.choose(target=row))


def negatives(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Choose the negatives, none of them, or have them drawn."""
    session = mode.session
    if not words:
        raise WrongArguments("it takes words, or none, or drawn")
    known = session.source.vocabulary
    if words == ["drawn"] and "drawn" not in known:
        choice = session.timeline.config().choice
        change = SetChoice(None if choice is None else replace(choice, negatives=None))
        yield from _edited(mode, lambda: session.edit(change))
    else:
        rows: tuple[int, ...] = ()
        if words != ["none"] or "none" in known:
            rows = tuple(word_row(session.source, word) for word in words)
        yield from _edited(mode, lambda: session.choose(negatives=rows))


def drawn(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Let the text and chance give pairs and negatives."""
    if words:
        raise WrongArguments("it takes nothing after it")
    yield from _edited(mode, mode.session.release)


def lr(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set the learning rate."""
    value = arguments.number(arguments.one(words, _("one number")))
    yield from _edited(mode, lambda: mode.session.set_lr(value))


def k(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set how many negatives are drawn."""
    value = arguments.whole(arguments.one(words, _("one whole number")), 0, MAX_K)
    yield from _edited(mode, lambda: mode.session.set_k(value))
    choice = mode.session.timeline.config().choice
    if choice is not None and choice.negatives is not None:
        yield _("k holds for drawn negatives; these are chosen: say negatives drawn")


def policy(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Follow a preset."""
    name = arguments.one(words, _("one name")).lower()
    preset = PRESETS.get("word2vec-c" if name == "word2vec.c" else name)
    if preset is None:
        raise WrongArguments(
            "there is no policy {name}; there are {known}", name=name, known=", ".join(PRESETS)
        )
    yield from _edited(mode, lambda: mode.session.edit(SetPolicy(preset)))


def power(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set the exponent of the counts."""
    value = arguments.number(arguments.one(words, _("one number")))
    yield from _edited(mode, lambda: mode.session.set_policy(power=value))


def bound(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set the score where the range rule sets in."""
    value = arguments.number(arguments.one(words, _("one number")))
    yield from _edited(mode, lambda: mode.session.set_policy(bound=value))


def part(name: str) -> Callable[[LineMode, list[str]], Iterator[str]]:
    """Return the command that sets one part of the policy."""

    def set_part(mode: LineMode, words: list[str]) -> Iterator[str]:
        value = arguments.one(words, _("one rule"))
        yield from _edited(mode, lambda: mode.session.set_policy(**{name: value}))

    return set_part


def set_value(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set one number of a table; its column is counted from 1, as it is shown."""
    if len(words) != 4:
        raise WrongArguments("it takes a table, a word, a component and a number")
    table, word, column, value = words
    row = word_row(mode.session.source, word)
    place = arguments.whole(column, 1, mode.session.timeline.E.shape[1]) - 1
    number = arguments.number(value)
    yield from _edited(mode, lambda: mode.session.set_value(table, row, place, number))


def undo(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Take the last change back."""
    yield from _taken(mode, words, forward=False)


def redo(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Make the change again that was taken back."""
    yield from _taken(mode, words, forward=True)


def seed(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go to the run with another seed; the one that was here is kept."""
    value = arguments.whole(arguments.one(words, _("one whole number")), 0, _MAX_SEED)
    session = mode.session.with_seed(value)
    kept = mode.kept(session)
    if value == mode.session.settings.seed:
        raise InvalidInput("the seed is {seed} already", seed=value)
    mode.show_session(kept or session)
    if kept is None:
        yield _("seed {n}: a new run; the other one is kept").format(n=value)
    else:
        yield _("seed {n}: the run that was left before").format(n=value)
    yield from mode.here()


def _edited(mode: LineMode, change: Callable[[], None]) -> Iterator[str]:
    """Make a change and say from where on it holds and what it cost."""
    timeline = mode.session.timeline
    ahead = timeline.length - timeline.position
    change()
    edit = mode.session.timeline.edits[-1]
    yield _("edit: {change}, from update {n} on").format(
        change=change_text(edit.change, mode.values), n=edit.at + 1
    )
    if ahead:
        yield _("edit: {n} updates ahead are dropped; undo brings them back").format(n=ahead)
    yield from mode.here()


def _taken(mode: LineMode, words: list[str], forward: bool) -> Iterator[str]:
    if words:
        raise WrongArguments("it takes nothing after it")
    before = mode.session.timeline.edits
    if not (mode.session.redo() if forward else mode.session.undo()):
        yield _("redo: nothing was taken back") if forward else _("undo: nothing was changed here")
        return
    edit = mode.session.timeline.edits[-1] if forward else before[-1]
    line = _("redo: {change} holds again") if forward else _("undo: {change} is taken back")
    yield line.format(change=change_text(edit.change, mode.values))
    yield from mode.here()
