"""One end of the program is no terminal: it prints what makes sense, and asks for nothing."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.tui.running import run_here
from tests.tui.terminal.harness import Terminal

PROGRAM = shlex.join([sys.executable, "-m", "sgns_tui"])


def said(folder: Path, line: str) -> Terminal:
    """Run a line of sh to its end; nothing may be asked, no mode be left on."""
    script = f"cd {shlex.quote(str(folder))}; {line.replace('PROGRAM', PROGRAM)}; echo status $?"
    with Terminal(["/bin/sh", "-c", script], environ={"HOME": str(folder)}, size=(200, 100)) as one:
        assert one.exit_status() == 0
        assert not one.modes_on
        assert b"\x1b[?1049h" not in one.output
        assert one.is_canonical
        assert "Traceback" not in one.screen_text()
    return one


@pytest.mark.parametrize(
    "line",
    [
        "PROGRAM | cat",
        "PROGRAM < /dev/null",
        "PROGRAM 2> error",
        "PROGRAM <&-",
        "PROGRAM < /dev/null | cat",
        "echo q | PROGRAM",
    ],
)
def test_without_a_whole_terminal_the_first_step_is_printed(tmp_path: Path, line: str) -> None:
    terminal = said(tmp_path, line)
    assert terminal.says(run_here("step").lines[-1])
    assert terminal.says("status 0")
    why = tmp_path / "error"
    assert why.exists() == ("error" in line)
    reason = why.read_text(encoding="utf-8") if why.exists() else terminal.screen_text()
    assert "terminal" in reason


def test_a_text_from_a_pipe(tmp_path: Path) -> None:
    line = "echo the cat sat on the mat | PROGRAM step --text - --center cat --target sat"
    terminal = said(tmp_path, line)
    assert terminal.says("cat")
    assert terminal.says("status 0")


@pytest.mark.parametrize(
    "line", ["PROGRAM pairs | head -n 1", "PROGRAM step | true", "PROGRAM >&-"]
)
def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path, line: str) -> None:
    said(tmp_path, line)
