"""Opening sources: examples, files, sentences; each keeps its session until the end."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from textual import events
from textual.widgets import Input

from sgns_core.vectors import WordVectors
from sgns_tui.opening import SourceOptions
from sgns_tui.recent import RecentFiles
from sgns_tui.screens.opener import OpenScreen
from sgns_tui.session_file import save_session
from sgns_tui.session_opening import open_session
from sgns_tui.shelf import Shelf
from sgns_tui.vectors_file import save_vectors
from tests.tui.piloting import Hand, in_loop, opened


async def open_typed(hand: Hand, text: str) -> None:
    await hand.press("O")
    assert isinstance(hand.app.screen, OpenScreen)
    hand.app.screen.query_one(Input).value = text
    await hand.press("enter")


@in_loop
async def test_examples_by_name_and_by_the_arrows() -> None:
    async with opened(size=(80, 24)) as hand:
        await open_typed(hand, "repeat")
        assert hand.session.source.name == "repeat"
        await hand.press("O", "down", "down", "enter")
        assert hand.session.source.name == "pair"
        await hand.press("O", "tab", "shift+tab", "escape")
        assert hand.session.source.name == "pair"


@in_loop
async def test_each_source_keeps_its_session() -> None:
    async with opened() as hand:
        await hand.press("+", *["right"] * 4)
        await open_typed(hand, "one two three two")
        await hand.press("right", "right")
        await open_typed(hand, "four five six five")
        await hand.press("right")
        await open_typed(hand, "worked")
        assert (hand.session.at, hand.session.is_unsaved) == (4, True)
        await open_typed(hand, "one two three two")
        assert hand.session.at == 2
        await hand.press("O")
        assert "one two three two  opened before" in hand.text()
        await hand.pilot.press("tab", "end", "enter")
        await hand.pilot.pause()
        assert hand.session.at == 1  # the second sentence has a session of its own
        assert "four" in hand.session.words


@in_loop
async def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my text.txt").write_text("the cat sat\non the mat", encoding="utf-8")
    model: dict[str, object] = {"words": ["a", "b"], "E": [[1, 2], [3, 4]], "Ep": [[0, 1], [1, 0]]}
    model |= {"center": "a", "target": "b"}
    Path("model.json").write_text(json.dumps(model), encoding="utf-8")
    async with opened() as hand:
        await open_typed(hand, "my text.txt")
        assert len(hand.session.words) == 5
        await hand.press("right")
        await open_typed(hand, "model.json")
        assert len(hand.session.words) == 2
        await open_typed(hand, str(tmp_path / "my text.txt"))
        assert hand.session.at == 1  # the same file by another name


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("nothing.txt", "nothing.txt"),
        ("nothing.json", "nothing.json"),
        ("/", "/"),
        ("bad.json", "bad.json"),
        ("empty.txt", "empty.txt"),
        ("\u202e\x1b]0;x\x07", "\\u202e"),
        ("~no-such-user/a.txt", "~no-such-user"),
    ],
)
@in_loop
async def test_what_cannot_be_opened_changes_nothing(
    typed: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("{", encoding="utf-8")
    Path("empty.txt").write_text("", encoding="utf-8")
    async with opened() as hand:
        await hand.press("right")
        await open_typed(hand, typed)
        assert says in hand.hint()
        assert (hand.session.source.name, hand.session.at) == ("worked", 1)
        assert "\x1b" not in hand.text()


@in_loop
async def test_a_text_of_many_lines_can_be_pasted() -> None:
    async with opened() as hand:
        await hand.press("O")
        hand.app.post_message(events.Paste("the cat sat\r\non the mat\n"))
        await hand.pilot.pause()
        await hand.press("enter")
        assert hand.session.words == ("the", "cat", "sat", "on", "mat")


@in_loop
async def test_the_list_is_a_line_a_source_in_any_width() -> None:
    async with opened(size=(60, 20)) as hand:
        await hand.press("O")
        lines = hand.lines()
        assert sum(line.startswith(("worked ", "pair ", "overshoot ")) for line in lines) == 3
        assert all(len(line) <= 60 for line in lines)


def test_a_source_is_found_by_what_it_is(tmp_path: Path) -> None:
    shelf = Shelf()
    file = tmp_path / "a.txt"
    file.write_text("a b c", encoding="utf-8")
    several = [
        SourceOptions(),
        SourceOptions(example="pair"),
        SourceOptions(sentence="a b c"),
        SourceOptions(sentence="a b d"),
        SourceOptions(text=str(file)),
    ]
    for options in several:
        assert shelf.find(options) is None
        shelf.put(open_session(options), options)
    assert len(shelf.all()) == len(several)
    for options, kept in zip(several, shelf.all(), strict=True):
        assert shelf.find(options) is kept
    assert shelf.find(SourceOptions(example="worked")) is shelf.all()[0]
    assert [kept.name for kept in shelf.all()] == ["worked", "pair", "a b c", "a b d", str(file)]


@in_loop
async def test_a_saved_session_goes_on_where_it_stood(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    saved = open_session(SourceOptions(example="repeat"))
    saved.set_lr(0.5)
    saved.forward(3)
    save_session(saved, file)
    async with opened("repeat") as hand:
        await hand.press("+", "right")
        before = hand.session
        await open_typed(hand, str(file))
        assert (hand.session.update, hand.session.config.lr) == (3, 0.5)
        assert not hand.session.is_unsaved
        await open_typed(hand, "repeat")  # the one on the same source is not lost
        assert hand.session is before
        await open_typed(hand, str(file))
        assert hand.session.update == 3


@in_loop
async def test_files_of_earlier_runs_are_in_the_list(tmp_path: Path) -> None:
    file, state = tmp_path / "a b.txt", tmp_path / "state"
    file.write_text("the cat sat", encoding="utf-8")
    async with opened(recent=RecentFiles(state)) as hand:
        await open_typed(hand, str(file))
    async with opened(recent=RecentFiles(state)) as hand:
        await hand.press("O")
        assert "a b.txt" in hand.text()
        assert "opened lately" in hand.text()
        await hand.pilot.press("tab", "end", "enter")
        await hand.pilot.pause()
        assert hand.session.words == ("the", "cat", "sat")


def test_recent_files_are_few_and_the_last_comes_first(tmp_path: Path) -> None:
    recent = RecentFiles(tmp_path)
    for n in [*range(20), 15]:
        recent.add(f"/somewhere/{n}")
    assert recent.all() == tuple(f"/somewhere/{n}" for n in (15, 19, 18, 17, 16, 14, 13, 12))


@pytest.mark.parametrize("damaged", ["", "{", "3", '["a", 3, "", "a"]', "[" * 5000])
def test_a_damaged_list_is_taken_for_what_it_can_be(damaged: str, tmp_path: Path) -> None:
    (tmp_path / "recent.json").write_text(damaged, encoding="utf-8")
    recent = RecentFiles(tmp_path)
    assert set(recent.all()) <= {"a"}
    recent.add("/b")
    assert recent.all()[0] == "/b"


def test_nothing_is_remembered_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    recent = RecentFiles(tmp_path / "file" / "state")
    recent.add("/b")
    assert recent.all() == ()
    RecentFiles(None).add("/b")


@in_loop
async def test_vectors_that_were_trained_are_no_text(tmp_path: Path) -> None:
    """A model without a text has no pairs to draw; the line says how it is opened, not UTF-8."""
    file = tmp_path / "model.npz"
    rows = np.ones((2, 2))
    save_vectors(str(file), WordVectors(words=("cat", "sat"), E=rows, Ep=rows))
    async with opened() as hand:
        await open_typed(hand, str(file))
        said = " ".join(hand.hint().split())
        assert "--center and --target" in said
        assert "UTF-8" not in said
