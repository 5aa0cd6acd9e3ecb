"""The command without a name: it opens a front end, or prints the first step and says why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from sgns_core.errors import InvalidInput
from sgns_tui.choosing import choose_front_end
from sgns_tui.first_picture import hurry
from sgns_tui.i18n import _
from sgns_tui.terminal.checks import Way

if TYPE_CHECKING:
    from sgns_tui.preferences import ScreenOptions
    from sgns_tui.session import Session


def open_front_end(
    plain: bool,
    center: str | None = None,
    target: str | None = None,
    negatives: tuple[str, ...] = (),
    update: int | None = None,
    screens: ScreenOptions | None = None,
    compare: str | None = None,
    **source_options: Any,
) -> None:
    """Open the front end that fits on the source that the options name."""
    text = source_options.get("text")
    decision = choose_front_end(plain, text)
    if compare is not None:
        from sgns_tui.comparing import compared_options
        from sgns_tui.opening import SourceOptions

        compared_options(SourceOptions(**source_options), compare)  # what is wrong is said now
    groups = None if screens is None else screens.groups
    if decision.way is Way.PRINT:
        from sgns_tui.commands.step import print_step

        if groups is not None and text != "-":  # standard input can be read once only
            _check_groups(groups, source_options)

        source_options.pop("stepper", None)
        print_step(center, target, negatives, **source_options)
        sys.stdout.flush()
        sys.stderr.write(
            _("sgns-tui: {reason}, so the first step is printed; --plain reads commands").format(
                reason=decision.reason
            )
            + "\n"
        )
        return
    if decision.way is Way.SCREEN:
        hurry()
    if text == "-":
        raise InvalidInput("--plain reads commands from standard input; give --text a file")
    from sgns_tui.opening import SourceOptions
    from sgns_tui.session_opening import open_session

    options = SourceOptions(**source_options)
    if compare is None:
        session = open_session(options, center, target, negatives)
    else:
        from sgns_tui.comparing import open_compared

        session = open_compared(options, compare, center, target, negatives)
    if groups is not None:
        from sgns_core.groups_file import read_groups

        read_groups(groups, session.source.vocabulary)  # what is wrong is said now
    if update is not None:
        _go_to(session, update)
    if decision.way is Way.PLAIN:
        from sgns_tui.plain.front import run_plain

        run_plain(session, options, groups)
        return
    from sgns_tui.starting import run_screens

    status = run_screens(session, options, screens)
    if status:
        raise SystemExit(status)


def go_on(session: Session) -> None:
    """Go on with a session on the screen; InvalidInput where there is none."""
    from sgns_tui.opening import SourceOptions
    from sgns_tui.starting import run_screens

    decision = choose_front_end(plain=False, text=None)
    if decision.way is not Way.SCREEN:
        raise InvalidInput("the screen cannot open here: {reason}", reason=decision.reason)
    status = run_screens(session, SourceOptions(seed=session.settings.seed), None)
    if status:
        raise SystemExit(status)


def _go_to(session: Session, update: int) -> None:
    """Go to an update by its number, from 1."""
    from sgns_tui.session_schema import MAX_UPDATE

    if not 1 <= update <= MAX_UPDATE:
        raise InvalidInput(
            "--update is the number of an update, 1 to {most}, got {value}",
            most=MAX_UPDATE,
            value=update,
        )
    session.go_to(update - 1)


def _check_groups(path: str, source_options: dict[str, Any]) -> None:
    """Raise InvalidInput where the groups cannot be read, though what is printed needs none."""
    from sgns_core.groups_file import read_groups
    from sgns_tui.opening import SourceOptions, open_source

    source, _settings = open_source(SourceOptions(**source_options))
    read_groups(path, source.vocabulary)
