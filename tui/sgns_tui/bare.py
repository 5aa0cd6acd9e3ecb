"""The command without a name: it opens a front end, or prints the first step and says why."""

from __future__ import annotations

import sys
from typing import Any

from sgns_core.errors import InvalidInput
from sgns_tui.choosing import choose_front_end
from sgns_tui.i18n import _


def open_front_end(
    plain: bool,
    center: str | None = None,
    target: str | None = None,
    negatives: tuple[str, ...] = (),
    **source_options: Any,
) -> None:
    """Open the front end that fits on the source that the options name."""
    text = source_options.get("text")
    front, reason = choose_front_end(plain, text)
    if front == "print":
        from sgns_tui.commands.step import print_step

        print_step(center, target, negatives, **source_options)
        sys.stdout.flush()
        sys.stderr.write(
            _("sgns-tui: {reason}, so the first step is printed; --plain reads commands").format(
                reason=reason
            )
            + "\n"
        )
        return
    if text == "-":
        raise InvalidInput("--plain reads commands from standard input; give --text a file")
    from sgns_tui.opening import SourceOptions
    from sgns_tui.plain.front import run_plain
    from sgns_tui.session_opening import open_session

    options = SourceOptions(**source_options)
    run_plain(open_session(options, center, target, negatives), options)
