"""Line mode in a test: commands in, answer lines out."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from sgns_tui.opening import SourceOptions
from sgns_tui.plain.front import Script, Writer
from sgns_tui.plain.mode import LineMode
from sgns_tui.session_opening import open_session


def line_mode(limit: int = 300, ascii_only: bool = False, **options: object) -> LineMode:
    wanted = SourceOptions(**options)  # type: ignore[arg-type]
    return LineMode(open_session(wanted), options=wanted, limit=limit, ascii_only=ascii_only)


def told(mode: LineMode, *commands: str) -> list[str]:
    """Return the answers to commands, without numbers."""
    return [line for command in commands for line in mode.answer(command)]


def transcript(mode: LineMode, lines: str) -> str:
    """Return what a script on standard input makes line mode write."""
    out = io.StringIO()
    writer = Writer(out, mode.ascii_only)
    script = Script(io.StringIO(lines, newline="\n"), writer)
    writer.answer(mode.greeting())
    while not mode.left and (line := script.read()) is not None:
        writer.answer(mode.answer(line))
    return out.getvalue()


def program(
    arguments: Iterable[str],
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a person does and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", "sgns_tui", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment,
        timeout=120,
        check=False,
    )
