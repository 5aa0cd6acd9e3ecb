"""Sessions that save themselves, and going on with what a run left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from sgns_tui.autosave import Autosave
from sgns_tui.coming_back import command_line
from sgns_tui.opening import SourceOptions, options_of
from sgns_tui.session import Session
from sgns_tui.session_file import load_session, peek
from sgns_tui.session_opening import open_session
from sgns_tui.shelf import Shelf
from sgns_tui.unfinished import Unfinished
from tests.tui.models import write_model
from tests.tui.piloting import Hand, in_loop, opened


def shelf_of(*sessions: Session) -> Shelf:
    shelf = Shelf()
    for session in sessions:
        shelf.put(session, SourceOptions())
    return shelf


def groups() -> Session:
    return open_session(SourceOptions(example="groups"))


def left_behind(folder: Path, *sessions: Session, move: int = 7) -> None:
    """Let a run end in the midst of sessions that were moved."""
    shelf = shelf_of(*sessions)
    for session in sessions:
        session.forward(move)
    Autosave(Unfinished(folder)).finish(shelf)


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    session, still = groups(), open_session(SourceOptions())
    shelf = shelf_of(session, still)
    session.forward(7)
    autosave = Autosave(Unfinished(tmp_path))
    autosave.note(shelf)
    session.set_lr(0.2)
    session.next()
    autosave.finish(shelf)
    (path,) = Unfinished(tmp_path).found()
    loaded = load_session(path).session
    assert (loaded.update, loaded.at) == (7, 1)
    assert loaded.timeline.edits == session.timeline.edits
    assert np.array_equal(loaded.timeline.E, session.timeline.E)


def test_nothing_is_written_again_while_nothing_changes(tmp_path: Path) -> None:
    session = groups()
    shelf = shelf_of(session)
    autosave = Autosave(Unfinished(tmp_path))
    session.forward()
    autosave.note(shelf)
    while not list(tmp_path.glob("*.json")):
        time.sleep(0.01)
    (path,) = tmp_path.glob("*.json")
    path.unlink()
    autosave.finish(shelf)
    assert not list(tmp_path.glob("*.json"))


def test_what_a_person_saved_is_no_longer_kept_here(tmp_path: Path) -> None:
    session = groups()
    shelf = shelf_of(session)
    session.forward()
    autosave = Autosave(Unfinished(tmp_path))
    autosave.note(shelf)
    autosave.saved(session)
    autosave.finish(shelf)
    assert Unfinished(tmp_path).found() == []


def test_leaving_on_purpose_keeps_nothing(tmp_path: Path) -> None:
    session = groups()
    shelf = shelf_of(session)
    session.forward()
    autosave = Autosave(Unfinished(tmp_path))
    autosave.note(shelf)
    autosave.discard()
    assert list(tmp_path.iterdir()) == []


def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from sgns_tui.autosave import Autosave
        from sgns_tui.unfinished import Unfinished
        from tests.tui.test_autosave import groups, shelf_of
        session = groups()
        shelf = shelf_of(session)
        autosave = Autosave(Unfinished(Path(sys.argv[1])))
        while True:
            session.forward()
            autosave.note(shelf)
            if session.update == 20:
                print("runs", flush=True)
    """)
    for wait in (0.0, 0.013, 0.037):
        folder = tmp_path / str(wait)
        with subprocess.Popen(
            [sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            while not list(folder.glob("*.json")):
                time.sleep(0.001)
            time.sleep(wait)
            os.kill(process.pid, signal.SIGKILL)
        (path,) = Unfinished(folder).found()
        assert peek(path).update > 0


async def until_said(hand: Hand, text: str) -> None:
    for _ in range(200):
        await hand.pilot.pause()
        if text in hand.hint():
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"{text!r} not in {hand.hint()!r}")


@in_loop
async def going_on(folder: Path) -> None:
    async with opened(unfinished=Unfinished(folder)) as hand:
        await until_said(hand, "Left unfinished: groups, update 8, 0 changes. R goes on with it.")
        await hand.press("right")
        assert "Left unfinished" not in hand.hint()
        await hand.press("R")
        await until_said(hand, "Here again, at update 8. R goes on with the one before it.")
        assert hand.session.source.name == "groups"
        assert hand.session.update == 7
        await hand.press("R")
        await until_said(hand, "Here again, at update 8.")
        assert hand.session.source.name == "pair"
        await hand.press("R")
        await until_said(hand, "No run ended without being left.")
        assert Unfinished(folder).found() == []
        hand.app.ended(129)
    assert len(Unfinished(folder).found()) == 2


def test_going_on(tmp_path: Path) -> None:
    left_behind(tmp_path, open_session(SourceOptions(example="pair")))
    for path in tmp_path.glob("*.json"):
        os.utime(path, (time.time() - 60,) * 2)
    left_behind(tmp_path, groups())
    going_on(tmp_path)


@in_loop
async def told_once(folder: Path) -> None:
    async with opened(unfinished=Unfinished(folder)) as hand:
        await until_said(hand, "Left unfinished")
        hand.app.ended(0)
    async with opened(unfinished=Unfinished(folder)) as hand:
        await asyncio.sleep(0.1)
        await hand.pilot.pause()
        assert "Left unfinished" not in hand.text()
        await hand.press("R")
        await until_said(hand, "Here again")


def test_what_a_person_left_lying_is_offered_once_and_stays(tmp_path: Path) -> None:
    left_behind(tmp_path, groups())
    told_once(tmp_path)


@in_loop
async def changed_here(folder: Path) -> None:
    async with opened("groups", unfinished=Unfinished(folder)) as hand:
        await until_said(hand, "Left unfinished")
        await hand.press("+", "R")
        for _ in range(200):
            await hand.pilot.pause()
            if "has changes of its own" in hand.text():
                break
            await asyncio.sleep(0.02)
        await hand.press("n")
        assert hand.session.update == 0
        assert hand.session.is_unsaved


def test_what_was_changed_here_is_not_lost_by_going_on(tmp_path: Path) -> None:
    left_behind(tmp_path, groups())
    changed_here(tmp_path)
    assert len(Unfinished(tmp_path).found()) == 1


@in_loop
async def damaged(folder: Path, said: str) -> None:
    async with opened(unfinished=Unfinished(folder)) as hand:
        await hand.press("R")
        await until_said(hand, said)
        await hand.press("R")
        await until_said(hand, "No run ended")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is damaged or is no session file"),
        (b"\xff\x00", "is damaged or is no session file"),
        (b"[" * 10000, "too large to read"),
        (b'{"format": "sgns-tui session", "version": 1, "checksum": "x"}', "its checksum"),
    ],
)
def test_a_damaged_file_is_one_line(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "dead-0.json").write_bytes(data)
    damaged(tmp_path, said)


@in_loop
async def every_so_often(folder: Path) -> None:
    async with opened("groups", unfinished=Unfinished(folder)) as hand:
        await hand.press("2", "space")
        for _ in range(500):
            await asyncio.sleep(0.02)
            if list(folder.glob("*.json")):
                break
        hand.app._exit = True
    (path,) = folder.glob("*.json")
    assert peek(path).update > 0
    assert peek(path).stage == 0


def test_a_run_that_plays_saves_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Autosave, "SECONDS", 0.05)
    every_so_often(tmp_path)


@pytest.mark.parametrize(
    "options",
    [
        SourceOptions(example="worked"),
        SourceOptions(example="groups", k=3, seed=4, dim=5),
        SourceOptions(sentence="a b c d a", policy="fasttext", power=0.3, lr=0.5, window=2),
        SourceOptions(sentence="a b. b a", sentences="punctuation", min_count=2, shrink=True),
    ],
)
def test_the_options_of_a_session_open_the_same(options: SourceOptions) -> None:
    open_the_same(options)


def test_the_options_of_a_model_with_a_text_open_the_same(tmp_path: Path) -> None:
    model = str(write_model(tmp_path / "m.json", ["a", "b", "c"]))
    (tmp_path / "my.txt").write_text("a b. c a")
    open_the_same(SourceOptions(model=model, sentence="a b c b", window=2))
    text = str(tmp_path / "my.txt")
    open_the_same(SourceOptions(model=model, text=text, sentences="punctuation", seed=3))


def open_the_same(options: SourceOptions) -> None:
    session = open_session(options)
    assert session.origin is not None
    again = options_of(session.source, session.origin, session.settings, session.timeline.stepper)
    assert command_line(again, session) == command_line(options, session)
    assert open_session(again).settings == session.settings
