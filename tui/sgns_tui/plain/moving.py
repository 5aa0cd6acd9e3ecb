"""Commands that move: small stages, updates, and runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_core.errors import InvalidInput
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.plain_stage import stage_lines
from sgns_tui.session_schema import MAX_UPDATE
from sgns_tui.stages import Kind, stages_of

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

MAX_RUN = 1_000_000
_MAX_STAGES = 1000
_PROGRESS_LINES = 10
_AT_ONCE = 256


def next_stage(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go small stages forward."""
    for _i in range(arguments.count(words, 1, _MAX_STAGES)):
        if not mode.session.next():
            yield from mode.stopped()
            return
        yield from mode.here()
        if not mode.go_on():
            return


def back(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go small stages back, or run back until an event."""
    if words and words[0] == "until":
        yield from _back_until(mode, words[1:])
        return
    for _i in range(arguments.count(words, 1, _MAX_STAGES)):
        if not mode.session.previous():
            yield _("back: this is the beginning")
            return
        yield from mode.here()
        if not mode.go_on():
            return


def update(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go to the end of this update, or of the next where this one has ended."""
    _none(words)
    session = mode.session
    if session.stage.kind is Kind.CHECK:
        session.next()
        yield from mode.selected()
    if not session.finish():
        yield from mode.stopped()
        return
    for stage in stages_of(session.trace):
        if (stage.kind is Kind.LOSS and stage.occurrence is None) or stage.kind in (
            Kind.UPDATE,
            Kind.CHECK,
        ):
            yield from mode.some(
                stage_lines(session.trace, stage, mode.values, session.update + 1, session.config)
            )


def step(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go whole updates forward, or back where the number is below 0."""
    wanted = arguments.count(words, 1, MAX_RUN, -MAX_UPDATE)
    if wanted < 0:
        made = mode.session.backward(-wanted)
        yield _("step: {n} updates back").format(n=made)
    else:
        made = _run(mode, wanted)
        yield _("step: {n} updates made{loss}").format(n=made, loss=_last_loss(mode, made))
    yield from _arrived(mode)


def go(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go to an update by its number."""
    target = arguments.whole(arguments.one(words, _("the number of an update")), 1, MAX_UPDATE) - 1
    if target <= mode.session.update:
        mode.session.go_to(target)
    else:
        _run(mode, _distance(mode, target))
    yield from _arrived(mode)


def play(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Run many updates and say now and then how it goes."""
    wanted = arguments.count(words, 100, MAX_RUN)
    made = 0
    while made < wanted:
        part = min(-(-wanted // _PROGRESS_LINES), wanted - made)
        now = _run(mode, part)
        made += now
        if now:
            yield _("play: {n} of {all} updates made{loss}").format(
                n=made, all=wanted, loss=_last_loss(mode, now)
            )
        if now < part:
            break
    yield from _arrived(mode)


def until(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Run until an event."""
    session = mode.session
    event = arguments.event(words, session.source)
    name = mode.values.text(" ".join(words))
    begin = session.update
    if isinstance(event, int):
        if event - 1 < begin:
            raise InvalidInput("update {n} lies behind; say back until {n}, or go {n}", n=event)
        found = _run(mode, _distance(mode, event - 1)) == event - 1 - begin
    else:
        found = session.until(event, mode.limit, mode.go_on)
    if found:
        yield _("until {event}: at update {n}, after {made}").format(
            event=name, n=session.update + 1, made=session.update - begin
        )
    elif mode.go_on() and session.timeline.stop is None:
        yield _("until {event}: not in the next {n} updates").format(event=name, n=mode.limit)
    yield from _arrived(mode)


def _back_until(mode: LineMode, words: list[str]) -> Iterator[str]:
    session = mode.session
    event = arguments.event(words, session.source)
    name = mode.values.text(" ".join(words))
    begin = session.update
    if isinstance(event, int):
        if event - 1 > begin:
            raise InvalidInput("update {n} lies ahead; say until {n}, or go {n}", n=event)
        found = session.go_to(event - 1)
    else:
        found = session.back_until(event, mode.go_on)
    if found:
        yield _("back until {event}: at update {n}, {made} back").format(
            event=name, n=session.update + 1, made=begin - session.update
        )
    elif mode.go_on():
        yield _("back until {event}: not in the updates before").format(event=name)
    yield from _arrived(mode)


def _run(mode: LineMode, updates: int) -> int:
    """Go so many updates forward as long as that is wanted; return how many were made."""
    session = mode.session
    begin = session.update
    while session.update - begin < updates and mode.go_on():
        if not session.forward(min(_AT_ONCE, updates - session.update + begin)):
            break
    return session.update - begin


def _arrived(mode: LineMode) -> Iterator[str]:
    """Yield whether the run was cut short, and where it stands."""
    yield from mode.stopped()
    if not mode.go_on():
        yield _("cancelled")
    yield from mode.here()


def _last_loss(mode: LineMode, made: int) -> str:
    if not made:
        return ""
    update = mode.session.update
    losses = mode.session.timeline.losses(update - 1, update)
    return _(", loss of update {n} {loss}").format(n=update, loss=mode.values.number(losses[0]))


def _distance(mode: LineMode, target: int) -> int:
    distance = target - mode.session.update
    if distance > MAX_RUN:
        raise InvalidInput("that is {n} updates on; go at most {most}", n=distance, most=MAX_RUN)
    return distance


def _none(words: list[str]) -> None:
    if words:
        raise WrongArguments("it takes nothing after it")
