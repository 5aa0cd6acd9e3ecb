"""What reaches beyond one screen: files, themes, help, the palette, leaving."""

from __future__ import annotations

import csv
import gc
import json
import weakref
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widget import Widget

from sgns_tui.keys import KEYS, keys_on
from sgns_tui.opening import SourceOptions
from sgns_tui.pane_app import KeyCommands
from sgns_tui.panes.looks import THEMES
from sgns_tui.preferences import Preferences
from sgns_tui.screens.question import QuestionScreen
from sgns_tui.session_file import load_session
from tests.tui.piloting import Hand, in_loop, opened


async def save_to(hand: Hand, path: Path | str) -> None:
    await hand.press("S")
    await hand.answer(str(path))


@in_loop
async def test_saving_asks_before_it_writes_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a session.json"
    async with opened() as hand:
        await hand.press("+", *["right"] * 3)
        assert hand.session.is_unsaved
        await save_to(hand, file)
        assert "Saved to" in hand.hint()
        assert not hand.session.is_unsaved
        loaded = load_session(file).session
        assert (loaded.update, loaded.at) == (0, 3)
        assert loaded.timeline.edits == hand.session.timeline.edits
        before = file.read_bytes()
        await hand.press("+")
        await save_to(hand, file)
        assert isinstance(hand.app.screen, QuestionScreen)
        await hand.press("n")
        assert file.read_bytes() == before
        assert hand.session.is_unsaved
        await hand.press("S")
        assert hand.prompt.value == str(file)  # where it was saved before
        await hand.press("enter", "y")
        assert file.read_bytes() != before
        assert not hand.session.is_unsaved


@in_loop
async def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    async with opened() as hand:
        for path in (tmp_path / "no" / "a.json", tmp_path, "/proc/a.json", "a\0.json"):
            await save_to(hand, path)
            assert "q leaves" not in hand.hint()
            assert any(said in hand.hint() for said in ("cannot be", "folder", "may not be"))
        await hand.press("X")
        await hand.answer(str(tmp_path / "a.txt"))
        assert ".json, .csv or .svg" in hand.hint()
        await hand.press("right")
        assert hand.session.at == 1


@in_loop
async def test_export(tmp_path: Path) -> None:
    async with opened() as hand:
        for ending in ("json", "csv", "svg"):
            await hand.press("X")
            await hand.answer(str(tmp_path / f"a.{ending}"))
            assert "Written to" in hand.hint()
        assert json.loads((tmp_path / "a.json").read_text())["loss"] == hand.session.trace.loss
        written = (tmp_path / "a.csv").read_text(encoding="utf-8")
        rows = list(csv.DictReader(written.splitlines()))
        assert [row["word"] for row in rows] == ["sat", "on", "cat", "mat"]
        assert "worked" in (tmp_path / "a.svg").read_text(encoding="utf-8")
        await hand.press("X")
        await hand.answer(str(tmp_path / "a.csv"))
        assert "exists" in hand.text()
        await hand.press("escape")
        assert hand.app.screen is hand.step


@in_loop
async def test_one_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with opened() as hand:
        await save_to(hand, "~/a.json")
        assert (tmp_path / "a.json").exists()


@in_loop
async def test_every_theme_shows_the_same_text() -> None:
    async with opened() as hand:
        await hand.press("enter")
        shown = hand.lines()[5:]
        seen = [hand.app.theme]
        for _ in THEMES[1:]:
            await hand.press("T")
            seen.append(hand.app.theme)
            assert hand.lines()[5:] == shown
            assert hand.app.theme in hand.hint()
        assert seen == ["dark", "light", "contrast", "terminal"]


@in_loop
async def test_help_from_any_pane_and_back() -> None:
    async with opened(size=(80, 24)) as hand:
        for back in ("escape", "q", "?", "h", "enter"):
            await hand.press("?")
            assert type(hand.app.screen).__name__ == "PageScreen"
            assert "Read it" in hand.text()
            await hand.press("end", "up", "pageup", "home", "down", back)
            assert hand.app.screen is hand.step
        assert hand.session.at == 0


@in_loop
async def test_help_on_the_step_screen_names_its_lines_and_every_mark() -> None:
    async with opened(size=(80, 24)) as hand:
        await hand.press("?")
        text = hand.text()
        assert "Formula" in text
        for mark in ("c center", "+ target", "- negative", "~ a negative", "= one that"):
            assert mark in " ".join(text.split())


@in_loop
async def test_the_palette_has_every_action_and_runs_it() -> None:
    async with opened(size=(80, 60)) as hand:
        await hand.press(":")
        assert CommandPalette.is_open(hand.app)
        await hand.pilot.pause(0.2)
        await hand.pilot.press(*"update on")
        await hand.app.workers.wait_for_complete()
        await hand.pilot.pause(0.2)
        await hand.pilot.press("enter")
        await hand.pilot.pause()
        assert hand.app.screen is hand.step
        provider = KeyCommands(hand.step)
        found = [key.action for key, _run in provider._actions()]
        assert found == list(dict.fromkeys(key.action for key in keys_on("step")))


@pytest.mark.parametrize("keys", [("?",), (":", "p", "l"), ("O", "g")])
@in_loop
async def test_what_was_opened_above_a_screen_leaves_nothing_behind(keys: tuple[str, ...]) -> None:
    async with opened() as hand:
        await hand.press(*keys)
        above = hand.app.screen
        assert above is not hand.app.front
        widgets = above.walk_children(Widget, with_self=True)
        kept = [weakref.ref(widget._styles_cache) for widget in widgets]
        assert len(kept) > 1
        del above, widgets
        await hand.press("escape")
        await hand.pilot.pause()
        assert hand.app.screen is hand.app.front
        gc.collect()
        assert [ref() for ref in kept if ref() is not None] == []


@in_loop
async def test_ctrl_c_says_how_to_leave_wherever_one_is_and_twice_leaves() -> None:
    for before in ((), ("?",), ("O",), (":",), ("l",), ("+", "q")):
        async with opened(size=(80, 24)) as hand:
            await hand.press(*before)
            await hand.press("ctrl+c")
            assert hand.app.screen is hand.step
            assert "q leaves; so does ctrl+c once more." in hand.hint()
            assert hand.app._exit is False
            await hand.press("ctrl+c")
            assert hand.app._exit is True
            assert hand.app.return_code == 0


@in_loop
async def test_q_leaves_and_asks_only_where_changes_would_be_lost(tmp_path: Path) -> None:
    async with opened() as hand:
        await hand.press(*["right"] * 30, "q")
        assert hand.app._exit is True
    async with opened() as hand:
        await hand.press("+", "q")
        assert "Changes to worked are not saved" in hand.text()
        await hand.press("n")
        assert hand.app.screen is hand.step
        await save_to(hand, tmp_path / "a.json")
        await hand.press("q")
        assert hand.app._exit is True
    async with opened() as hand:
        await hand.press("+", "z", "q")  # taken back: nothing would be lost
        assert hand.app._exit is True
    async with opened() as hand:
        await hand.press("+", "q", "y")
        assert hand.app._exit is True


@in_loop
async def test_an_unsaved_session_that_is_not_looked_at_is_asked_about_too() -> None:
    async with opened(SourceOptions(sentence="[b]one[/b] two three two")) as hand:
        await hand.press("+", "O")
        await hand.pilot.press("tab", "down", "enter")
        await hand.pilot.pause()
        assert hand.session.source.name == "pair"
        await hand.press("q")
        assert "[b]one[/b] two three two" in hand.text()


@in_loop
async def test_ctrl_z_says_so_where_no_shell_waits() -> None:
    async with opened() as hand:
        await hand.press("ctrl+z")
        assert "No shell waits behind this program" in hand.text()
        await hand.press("ctrl+p", "t", "o", " ", "t", "h", "e", " ", "s")
        assert "to the shell" in hand.text()


def test_every_key_of_the_table_is_tried_somewhere() -> None:
    """A reminder for whoever adds an action: press it in a test too."""
    tests = "\n".join(
        (Path(__file__).parent / name).read_text(encoding="utf-8")
        for name in (
            "test_app.py",
            "test_step_screen.py",
            "test_train_screen.py",
            "test_opener.py",
            "test_noise_screen.py",
            "test_batch_screen.py",
            "test_pmi_screen.py",
            "test_cost_screen.py",
            "test_autosave.py",
        )
    )
    for action in {key.action for key in KEYS}:
        keys = [typed for key in KEYS if key.action == action for typed in key.keys]
        assert any(f'"{typed}"' in tests or f'"{typed * 7}"' in tests for typed in keys), action


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
@in_loop
async def test_the_first_picture_has_the_colours_of_its_theme(theme: str) -> None:
    async with opened("worked", preferences=Preferences(theme=theme)) as hand:
        target = hand.app.get_css_variables()["target"].lower()
        strips = hand.app.screen._compositor.render_strips()
        colors = {
            segment.style.color.name.lower()
            for strip in strips
            for segment in strip
            if segment.style is not None and segment.style.color is not None
        }
        assert target in colors
