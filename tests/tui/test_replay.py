"""`sgns-tui replay`: a saved session as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sgns_tui.cli import run
from sgns_tui.command_group import cli
from sgns_tui.long_run import LongRun
from sgns_tui.session_file import load_session

from .plain_tools import line_mode, program, told


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "s.json"
    mode = line_mode(seed=5)
    told(
        mode, "step 30", "lr 0.25", "set Ep cat 3 0.5", "drawn", "step 12", "next 4", f"save {path}"
    )
    return path


def test_the_text_is_the_step_that_line_mode_shows(saved: Path) -> None:
    mode = line_mode()
    for to in (None, 1, 31, 43, 60):
        ran = program(["replay", str(saved), *([] if to is None else ["--to", str(to)])])
        assert ran.returncode == 0
        assert ran.stderr == b""
        told(mode, f"load {saved}", *([] if to is None else [f"go {to}"]))
        lines = [line for line in ran.stdout.decode().splitlines() if line.strip()]
        assert lines == told(mode, "show step")
        assert f"| update {to or 43} |" in lines[0]


def test_the_object_holds_the_step_the_place_and_the_edits(saved: Path) -> None:
    ran = program(["replay", str(saved), "--format", "json"])
    value = json.loads(ran.stdout)
    trace = load_session(saved).session.trace
    assert value["position"] == {"update": 43, "stage": 4}
    assert value["seed"] == 5
    assert value["loss"] == trace.loss
    assert value["grad_center"] == trace.grad_center.tolist()
    assert value["edits"] == [
        {"from_update": 31, "lr": 0.25},
        {"from_update": 31, "table": "Ep", "word": "cat", "component": 3, "value": 0.5},
        {"from_update": 31, "pair": "drawn"},
    ]
    value = json.loads(program(["replay", str(saved), "--to", "2", "--format", "json"]).stdout)
    assert value["position"] == {"update": 2, "stage": 0}


@pytest.mark.parametrize("to", ["0", "-3", "1000000001"])
def test_updates_are_counted_from_1(saved: Path, to: str) -> None:
    ran = program(["replay", str(saved), "--to", to])
    assert ran.returncode == 2
    assert b"--to is the number of an update, 1 to 1000000000" in ran.stderr


def test_another_numpy_is_said_beside_the_step(saved: Path) -> None:
    from sgns_tui.session_file import sealed

    data = json.loads(saved.read_bytes())
    del data["checksum"]
    data["numpy"] = "1.26.0"
    other = saved.with_name("other.json")
    other.write_text(json.dumps(sealed(data)))
    ran = program(["replay", str(other)])
    assert ran.returncode == 0
    assert ran.stdout == program(["replay", str(saved)]).stdout
    assert ran.stderr.startswith(b"sgns-tui: saved with NumPy 1.26.0, this is ")
    assert ran.stderr.count(b"\n") == 1


def test_a_file_is_needed_and_must_be_there() -> None:
    assert program(["replay"]).returncode == 2
    ran = program(["replay", "nowhere.json"])
    assert ran.returncode == 2
    assert ran.stderr == b"sgns-tui: nowhere.json does not exist; check the name\n"


def test_an_update_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    mode = line_mode()
    told(mode, "step 3", "set E sat 1 1e200", "set Ep on 1 1e200", f"save {path}")
    for arguments in ([], ["--to", "4"], ["--to", "9"]):
        ran = program(["replay", str(path), *arguments])
        assert ran.returncode == 2
        assert ran.stdout == b""
        assert ran.stderr.count(b"\n") == 1
    assert program(["replay", str(path), "--to", "2"]).returncode == 0


def test_a_far_update_shows_how_far_it_is_and_can_be_given_up(
    saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []

    def go_on(_: LongRun, progress: str = "") -> bool:
        said.append(progress)
        return len(said) < 3

    monkeypatch.setattr(LongRun, "go_on", go_on)
    assert run(cli, ["replay", str(saved), "--to", "9000"]) == 130
    assert said[2] == "making the run again: update 4,096 of 8,999; ctrl+c ends it"
    assert not capsys.readouterr().out
