"""The way from standard input to standard output: reading, echoing, numbering, interrupting."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

from sgns_tui.i18n import _
from sgns_tui.opening import SourceOptions
from sgns_tui.output import ascii_output
from sgns_tui.plain.answering import MAX_LINE, Answering
from sgns_tui.plain.mode import LineMode
from sgns_tui.session import Session
from sgns_tui.text import harmless, shortened, visible

_ECHO_CELLS = 200
PROMPT = "> "


def run_plain(session: Session, options: SourceOptions, groups: str | None = None) -> None:
    """Read commands until quit or the end of the input, and answer them in numbered lines.

    groups: a file that says which words belong together.
    """
    interrupts = Interrupts()
    mode = LineMode(
        session,
        options=options,
        groups=groups,
        ascii_only=ascii_output(),
        go_on=interrupts.go_on,
        ask=interrupts.ask if is_interactive() else lambda question: False,
    )

    def complete(before: str, begun: str) -> list[str]:
        from sgns_tui.plain.typing import completions

        return completions(mode, before, begun)

    answer_lines(mode, interrupts, complete)


def is_interactive() -> bool:
    """Tell whether a person types and reads."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def answer_lines(
    mode: Answering, interrupts: Interrupts, complete: Callable[[str, str], list[str]]
) -> None:
    """Read lines until one leaves or the input ends, and answer each.

    complete: what a word may become, from the words before it and what is typed of it.
    """
    writer = Writer(sys.stdout, mode.ascii_only)
    read: Callable[[], str | None]
    if is_interactive():
        from sgns_tui.plain.typing import prepare, read_typed

        prepare(complete)
        read = read_typed
    else:
        read = Script(sys.stdin, writer).read
    with interrupts.caught():
        writer.answer(mode.greeting())
        while not mode.left:
            try:
                with interrupts.reading():
                    line = read()
            except KeyboardInterrupt:
                writer.answer(iter([_("quit leaves")]))
                continue
            if line is None:
                return
            writer.answer(mode.answer(line))
            if interrupts.cancelled:
                writer.answer(iter([_("quit leaves")]))


class Writer:
    """Answer lines with a running number, safe whatever they hold."""

    def __init__(self, stream: TextIO, ascii_only: bool) -> None:
        self.stream = stream
        self.ascii_only = ascii_only
        self.lines = 0

    def answer(self, lines: Iterator[str]) -> None:
        """Write lines as they come; words in them have been made visible, and are not twice."""
        for line in lines:
            self.lines += 1
            self.stream.write(f"{self.lines}: {harmless(line, self.ascii_only)}\n")
            self.stream.flush()
        self.stream.flush()

    def echo(self, line: str) -> None:
        """Write a command that came from a script, so that the transcript can be read."""
        shown = shortened(visible(line[:MAX_LINE], self.ascii_only), _ECHO_CELLS, self.ascii_only)
        self.stream.write(f"{PROMPT}{shown}\n")


class Script:
    """Commands from a pipe or a file, read a bounded piece at a time."""

    def __init__(self, stream: TextIO | None, writer: Writer) -> None:
        self.stream = stream
        self.writer = writer
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # Bytes that are no text become half characters, which are shown as what they are.
            reconfigure(errors="surrogateescape")

    def read(self) -> str | None:
        """Return the next line without its end, cut behind the limit; None where there is none."""
        if self.stream is None:
            return None
        line = self.stream.readline(MAX_LINE + 2)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self.stream.readline(1 << 16)
        line = line.removesuffix("\n").removesuffix("\r")
        self.writer.echo(line)
        return line


class Interrupts:
    """What ctrl+c does: it cancels the command that runs; twice in one command it ends the program.

    While a line is read it raises KeyboardInterrupt, which wakes whoever waits for the line.
    """

    def __init__(self) -> None:
        self.cancelled = False
        self._reading = False

    def go_on(self) -> bool:
        """Tell whether what runs is still wanted."""
        return not self.cancelled

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Take ctrl+c over for a while."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Mark the time in which a line is waited for; what was cancelled before is over."""
        self.cancelled = False
        self._reading = True
        try:
            yield
        finally:
            self._reading = False

    def ask(self, question: str) -> bool:
        """Put a question to the person at the terminal; ctrl+c means no."""
        try:
            with self.reading():
                typed = input(_("{question} y or n: ").format(question=question))
        except (EOFError, KeyboardInterrupt):
            return False
        return typed.strip().lower() in ("y", "yes", _("yes"))

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._reading or self.cancelled:
            raise KeyboardInterrupt
        self.cancelled = True


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
