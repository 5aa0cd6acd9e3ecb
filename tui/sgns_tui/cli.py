"""The command line: where it begins, and how every failure ends in one line."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from sgns_tui.i18n import _
from sgns_tui.output import write_anything

if TYPE_CHECKING:
    import click

COMPLETION = "_SGNS_TUI_COMPLETE"
"""What a shell that completes words sets; click then answers instead of the program."""


def main() -> NoReturn:
    """Run the command line and leave with its exit status: the console script."""
    if hasattr(signal, "SIGPIPE"):
        # Where the reader of a pipe has left there is nothing more to say.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    write_anything()
    _leave(run(asked()))


def _leave(status: int) -> NoReturn:
    """End the process, at once where threads are still at work that nobody waits for.

    Python ends such a thread while it takes itself down, wherever the thread is; inside C++ code,
    as NumPy has it, that aborts the whole process.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # nobody reads it any more: the status is still that of what was done
            _drop(stream)
        except (ValueError, AttributeError):  # closed, or none from the start
            pass
    if any(thread.daemon for thread in threading.enumerate()):
        os._exit(status)
    sys.exit(status)


def asked() -> Callable[..., Any]:
    """Return what the command line calls: the front end itself where nothing is said.

    There is nothing to read then, and the first picture is there the sooner without click.
    """
    if len(sys.argv) > 1 or COMPLETION in os.environ:
        from sgns_tui.command_group import cli

        return cli
    return _front_end


def _front_end(**_: object) -> None:
    from sgns_tui.bare import open_front_end

    open_front_end(plain=False)


def run(command: Callable[..., Any], arguments: list[str] | None = None) -> int:
    """Run a click command; return 0, 1 (failed), 2 (wrong use or input) or 128 + signal.

    Every failure is one line on standard error. With --debug anywhere on the line the traceback
    is shown before it.
    """
    given = sys.argv[1:] if arguments is None else arguments
    words = [word for word in given if word != "--debug"]
    if sys.stderr is None:  # what is only said there is said to nobody
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None and "--plain" in words:
        # Line mode goes on: its commands may save what they did.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        return _fail(_("standard output is closed: there is nowhere to print"), 1)
    try:
        # What a command leaves with by click's Exit comes back as a number.
        status = command(args=words, prog_name="sgns-tui", standalone_mode=False)
        if not status:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except Exception as error:
        if len(words) < len(given):
            import traceback

            traceback.print_exc()
        return _explain(error)
    return status if isinstance(status, int) else 0


def _explain(error: Exception) -> int:
    """Say in one line what went wrong; return the exit status."""
    import click

    from sgns_core.errors import InvalidInput
    from sgns_tui.i18n import explain
    from sgns_tui.text import harmless

    if isinstance(error, click.Abort):
        return 130
    if isinstance(error, click.ClickException):
        return _fail(_usage(error), 2)
    if isinstance(error, InvalidInput):
        return _fail(explain(error), 2)
    if isinstance(error, OSError):
        _drop(sys.stdout)
        name = _("standard output") if error.filename is None else str(error.filename)
        return _fail(
            _("{name} cannot be written: {reason}").format(
                name=harmless(name), reason=error.strerror or type(error).__name__
            ),
            1,
        )
    return _fail(
        _("this should not happen: {kind}: {message} (--debug shows where)").format(
            kind=type(error).__name__, message=harmless(str(error))
        ),
        1,
    )


def _usage(error: click.ClickException) -> str:
    """Return click's message in one safe line, with the way to the help."""
    from sgns_tui.text import harmless

    message = harmless(" ".join(error.format_message().split()))
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    return _("{message} (see {command} --help)").format(
        message=message, command=context.command_path
    )


def _drop(stream: TextIO) -> None:
    """Send what is still to be written nowhere, so that leaving does not fail once more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, status: int) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"sgns-tui: {message}\n")
            sys.stderr.flush()
    return status
