"""The Step screen, with keys alone: every action, and what cannot go wrong."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.text import Text
from textual import events

from sgns_core.edits import Choice
from sgns_tui.keys import KEYS, keys_on
from sgns_tui.opening import SourceOptions
from sgns_tui.render.step.tables import Cursor
from sgns_tui.session_opening import open_session
from sgns_tui.stages import Kind, first_of, stages_of
from tests.tui.piloting import Hand, in_loop, opened

LAST = 24  # the number of the worked example's last stage


@in_loop
async def test_the_worked_example_by_pressing_right() -> None:
    async with opened() as hand:
        assert "Press → (right)" in hand.hint()
        assert "4 of 10 rows read" in hand.text()
        assert not any(number in hand.text() for number in ("1.9512", "0.5641", "1.9229", "1.8626"))
        while hand.session.at < first_of(Kind.LOSS, hand.session.trace) - 1:
            await hand.press("right")
        assert "0.5641" in next(line for line in hand.pane("loss") if "- mat" in line)
        await hand.press(*["right"] * 5)  # three terms, the sum, the errors
        assert next(line for line in hand.pane("loss") if "sum  " in line).endswith("1.9512")
        assert "0.5641" in next(line for line in hand.pane("gradient") if "- mat" in line)
        while hand.session.at < LAST:
            await hand.press("right")
        check = hand.pane("check")
        assert "1.9512" in next(line for line in check if "loss before" in line)
        assert "1.9229" in next(line for line in check if "center-only" in line)
        assert "1.8626" in next(line for line in check if "whole update" in line)
        tables = hand.pane("tables")
        assert "0.3344 -0.3227  0.8328" in next(line for line in tables if " sat" in line)
        await hand.press("right")
        assert (hand.session.update, hand.session.at) == (1, 0)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 36)])
@in_loop
async def test_no_pane_that_comes_back_shows_what_it_held_before(size: tuple[int, int]) -> None:
    async with opened(size=size) as hand:
        for _ in range(2 * (LAST + 1) + 2):
            await hand.press("right")
            for name, pane in hand.step.panes.items():
                if pane.display and name != "stage":
                    lines = [line for line in pane.frame() if isinstance(line, Text)]
                    wanted = [line.plain.rstrip() for line in lines]
                    assert hand.pane(name)[: len(wanted)] == wanted
            if hand.session.stage.kind in (Kind.SELECT, Kind.GATHER):
                assert not any("=" in line for line in hand.pane("dot")[1:])


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (180, 50), (60, 20)])
@in_loop
async def test_walking_back_shows_every_screen_again(size: tuple[int, int]) -> None:
    async with opened(size=size) as hand:
        await hand.press("right", "left")  # the welcome is shown once
        seen = [hand.lines()]
        for _ in range(LAST + 2):
            await hand.press("right")
            seen.append(hand.lines())
        assert hand.session.update == 1
        for lines in reversed(seen[:-1]):
            await hand.press("left")
            now = hand.lines()
            # What was made stays made: only the count of updates says that there is more.
            assert now[1:] == lines[1:]
        await hand.press("left")
        assert "beginning" in hand.hint()


@in_loop
async def test_held_keys_are_as_many_stages() -> None:
    async with opened() as hand:
        for _ in range(200):  # as a burst comes: without waiting for a picture
            hand.app.post_message(events.Key("right", None))
        await hand.pilot.pause()
        assert hand.session.update * (LAST + 1) + hand.session.at == 200
        for _ in range(200):
            hand.app.post_message(events.Key("left", None))
        await hand.pilot.pause()
        assert (hand.session.update, hand.session.at) == (0, 0)


@in_loop
async def test_moving_by_updates() -> None:
    async with opened("pair") as hand:
        await hand.press("enter")
        assert hand.session.stage.kind is Kind.CHECK
        await hand.press(".", ".", ".")
        assert (hand.session.update, hand.session.at) == (3, 0)
        await hand.press(",")
        assert hand.session.update == 2
        await hand.press("home")
        assert hand.session.update == 0
        assert "3 made" in hand.lines()[0]
        await hand.press("end")
        assert hand.session.update == 3
        await hand.press("home", ",")
        assert "first update" in hand.hint()
        await hand.press("g")
        await hand.answer("12")
        assert hand.session.update == 11
        assert "update 12" in hand.lines()[0]
        await hand.press("space")
        assert hand.session.playing
        assert "playing" in hand.lines()[0]
        await hand.press("space")
        assert not hand.session.playing


@in_loop
async def test_settings_by_keys_and_undo() -> None:
    async with opened("groups") as hand:
        config = hand.session.timeline.config
        before = config()
        await hand.press("+")
        assert config().lr > before.lr
        await hand.press("-", "-")
        assert config().lr < before.lr
        await hand.press("l")
        await hand.answer("0.25")
        await hand.press("k")
        await hand.answer("3")
        await hand.press("w")
        await hand.answer("1")
        assert (config().lr, config().k, config().policy.power) == (0.25, 3, 1.0)
        await hand.press("P")
        assert config().policy.name == "word2vec-c"
        await hand.press("z")
        assert config().policy.name == "article"
        await hand.press("z", "z", "z", "z", "z", "z")
        assert config() == before
        await hand.press("z")
        assert "nothing to take back" in hand.hint()
        await hand.press("y")
        assert config().lr > before.lr
        await hand.press(*"yyyyyyy")
        assert "nothing to make again" in hand.hint()


async def cursor_to(hand: Hand, word: str) -> None:
    """Find a word, by the keys that do that."""
    await hand.press("/")
    await hand.answer(word)
    assert hand.step.panes["tables"].has_focus


@in_loop
async def test_choosing_words_in_the_tables() -> None:
    async with opened() as hand:
        await cursor_to(hand, "cat")
        await hand.press("c")
        await cursor_to(hand, "mat")
        await hand.press("t", "a")
        trace = hand.session.trace
        names = [hand.session.words[row] for row in (trace.center, *trace.rows)]
        assert names == ["cat", "mat", "cat", "mat", "mat"]  # the target is a negative too
        assert "+-2" in next(line for line in hand.pane("tables") if line.startswith("> mat"))
        await hand.press("x")
        assert hand.session.trace.k == 2
        await hand.press("x", "x")
        assert "not among the negatives" in hand.hint()
        await hand.press("r")
        assert hand.session.config.choice is None
        await hand.press("r")
        assert "already" in hand.hint()
        await hand.press("z", "z", "z", "z", "z", "z")
        assert hand.session.config.choice == Choice(2, 3, (1, 4))


@in_loop
async def test_the_cursor_stays_in_the_tables_and_edits_what_it_is_on() -> None:
    async with opened() as hand:
        await hand.press("tab", "tab")
        assert hand.pane("tables")[0].startswith("━>")

        def cursor() -> Cursor:
            return hand.step.cursor

        await hand.press("up", "left", "pageup")
        assert (cursor().row, cursor().table, cursor().column) == (0, 0, 0)
        await hand.press("pagedown", *["right"] * 9)
        assert (cursor().row, cursor().table, cursor().column) == (4, 1, 2)
        await hand.press("up", "down", "left", "e")
        assert "Ep, mat, component 2" in hand.hint()
        assert hand.prompt.value == "0.45"
        await hand.answer("2.5")
        assert hand.session.timeline.Ep[4, 1] == 2.5
        assert "2.5000" in hand.text()
        assert hand.step.panes["tables"].has_focus
        await hand.press("z")
        assert hand.session.timeline.Ep[4, 1] == 0.45


@pytest.mark.parametrize(
    ("key", "typed", "says"),
    [
        ("l", "x", "This is not a number"),
        ("l", "nan", "must be finite"),
        ("l", "1e999", "must be finite"),
        ("l", "-1", "at least 0"),
        ("k", "1.5", "A whole number from 0 to"),
        ("k", "9" * 5000, "A whole number from 0 to"),
        ("g", "0", "A whole number from 1 to"),
        ("w", "-1", "at least 0"),
        ("f", "dog", "dog"),
        ("f", "\u202e\x1b[31m", "\\u202e"),
    ],
)
@in_loop
async def test_what_is_typed_is_checked_as_it_is_typed(key: str, typed: str, says: str) -> None:
    async with opened(size=(80, 24)) as hand:
        edits = hand.session.timeline.edits
        await hand.press(key)
        question = hand.hint()
        assert "Esc" in question
        hand.prompt.value = typed
        await hand.pilot.pause()
        assert says in hand.hint()
        await hand.press("enter")
        assert says in hand.hint()
        assert hand.prompt.display
        await hand.press("escape")
        assert not hand.prompt.display
        assert hand.session.timeline.edits == edits
        await hand.press("right")
        assert hand.session.at == 1


@in_loop
async def test_the_line_that_asks_has_every_key() -> None:
    async with opened() as hand:
        await hand.press("l", "home", "5", "end", "7", "q", "tab", "up", ".", "backspace")
        assert hand.prompt.value == "50.17q"
        assert (hand.session.update, hand.session.at) == (0, 0)
        await hand.press("ctrl+c")
        assert not hand.prompt.display
        assert "q leaves" in hand.hint()


@in_loop
async def test_what_is_shown_on_request() -> None:
    async with opened() as hand:
        await hand.press("enter")
        assert "softmax" not in hand.text()
        await hand.press("s")
        assert "softmax" in hand.text()
        await hand.press("d")
        assert "numeric" in "\n".join(line.plain for line in hand.step.panes["gradient"]._lines)
        await hand.press("o")
        assert "loss_after" in "\n".join(hand.pane("code"))
        await hand.press("v")
        assert "sigma(z)" in "\n".join(hand.pane("curve"))
        await hand.press("v", "o", "d", "s")
        assert not hand.step.panes["code"].display
        await hand.press("D")
        assert repr(hand.session.trace.loss) in hand.text().replace("\n", "")
        await hand.press("D")
        assert repr(hand.session.trace.loss) not in hand.text()


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@in_loop
async def test_the_focus_goes_round_and_is_always_to_be_seen(size: tuple[int, int]) -> None:
    async with opened(size=size) as hand:
        for name in ("text", "tables", "dot", "loss", "gradient", "update", "check", "stage"):
            await hand.press("tab")
            pane = hand.step.panes[name]
            assert pane.has_focus
            assert pane.display
            assert ">" in hand.pane(name)[0][:2]
            await hand.press("?")
            assert "Keys" in "\n".join(line.plain for line in hand.app.screen._lines)  # type: ignore[attr-defined]
            await hand.press("escape")
            assert pane.has_focus
        await hand.press("shift+tab")
        assert hand.step.panes["check"].has_focus
        await hand.press("right")
        assert hand.session.at == 1
        focused = [pane for pane in hand.step.panes.values() if pane.has_focus]
        assert len(focused) == 1
        assert focused[0].display


@in_loop
async def test_a_pane_scrolls_and_says_what_is_below() -> None:
    async with opened(size=(80, 24)) as hand:
        await hand.press("enter", *["shift+tab"] * 2)
        title = hand.pane("update")[0]
        assert "more" in title
        await hand.press(*["down"] * 60)
        assert "end" in hand.pane("update")[0]
        await hand.press("up")
        assert "1 more" in hand.pane("update")[0]


@in_loop
async def test_presenter_shows_one_pane_alone_and_all_again() -> None:
    async with opened() as hand:
        await hand.press("F")
        assert [name for name, pane in hand.step.panes.items() if pane.display] == ["stage", "dot"]
        await hand.press("tab", "tab")
        assert hand.step.panes["tables"].display
        await hand.press("F")
        assert hand.step.panes["check"].display
        assert hand.step.panes["tables"].display


@in_loop
async def test_overflow_names_the_word_and_goes_no_further() -> None:
    async with opened() as hand:
        await hand.press("l")
        await hand.answer("1e308")
        await hand.press("enter", "right")
        for _ in range(3):
            await hand.press("enter")
            assert "overflow" in hand.hint()
            assert "on in Ep" in hand.hint()
            assert (hand.session.update, hand.session.at) == (1, 0)
        await hand.press(".")
        assert "overflow" in hand.hint()
        await hand.press(*["right"] * 50, "g")
        await hand.answer("100")
        assert "overflow" in hand.hint()
        await hand.press("home", "l")
        await hand.answer("0.1")
        await hand.press("enter", "right")
        assert (hand.session.update, hand.session.at) == (1, 0)


@in_loop
async def test_a_first_update_that_cannot_be_made_can_be_undone() -> None:
    async with opened(size=(80, 24)) as hand:
        for word, steps in (("sat", 0), ("on", 3)):
            await cursor_to(hand, word)
            await hand.press(*["left"] * 6, *["right"] * steps, "e")
            await hand.answer("1e200")
        await hand.press("enter")
        assert "on in Ep" in hand.hint()
        assert "overflow" in hand.hint()
        await hand.press("right", "enter", "a", "tab", "s", ".")
        await hand.press("z")
        await hand.press("right")
        assert hand.session.at == 1
        assert "Gather" in hand.hint()


@in_loop
async def test_many_words_and_many_components_stay_usable() -> None:
    words = " ".join(f"w{n}" for n in range(100_000))
    session = open_session(SourceOptions(sentence=words, dim=300))
    async with opened(session) as hand:
        await hand.press("right", "right", "right")
        assert hand.session.stage.kind is Kind.DOT
        assert hand.session.stage.occurrence == 1  # a press for each word, not for each term
        await cursor_to(hand, "w77777")
        tables = "\n".join(hand.pane("tables"))
        assert "> w77777" in tables
        for row in (session.trace.center, *session.trace.touched):
            assert f" {session.words[row]} " in tables
        await hand.press("pagedown", "pageup", "c")
        assert session.words[session.trace.center] == "w77777"


@pytest.mark.parametrize("dim", [1, 8])
@in_loop
async def test_a_press_for_each_term_up_to_eight(dim: int) -> None:
    options = SourceOptions(sentence="a b c d", dim=dim, k=2)
    async with opened(options) as hand:
        begin = first_of(Kind.DOT, hand.session.trace)
        assert first_of(Kind.SIGMOID, hand.session.trace) - begin == 3 * dim
        await hand.press(*["right"] * (begin + dim - 1))
        assert hand.session.stage.term == dim - 1


HARD = ["[bold]x[/]", "漢字漢字", "👩‍👩‍👧‍👦", "\u202eevil", "\x1b[31mred", "a", "b"]


@pytest.mark.parametrize("size", [(60, 20), (180, 50)])
@in_loop
async def test_words_are_shown_literally(size: tuple[int, int]) -> None:
    options = SourceOptions(sentence=" ".join(HARD), tokens="whitespace", k=2)
    async with opened(options, size) as hand:
        for _ in range(len(stages_of(hand.session.trace)) + 1):
            await hand.press("right")
            text = hand.text()
            assert "\x1b" not in text
            assert "\u202e" not in text
        for word in HARD:
            await cursor_to(hand, word)
            await hand.press("e")
            await hand.press("escape")
        await cursor_to(hand, "[bold]x[/]")
        assert "[bold]x[/" in "\n".join(hand.pane("tables"))


@in_loop
async def test_ascii_words_are_escaped() -> None:
    options = SourceOptions(sentence="кіт 漢 a b")
    async with opened(options, (80, 24), glyphs="ascii") as hand:
        assert "\\u043a" in hand.text()
        assert "кіт" not in hand.text()


SAFE = [
    *sorted(
        {typed for key in keys_on("step") for typed in key.keys}
        - {typed for key in KEYS if key.action in ("quit", "interrupt") for typed in key.keys}
        - {"S", "X", "space"}
    ),  # no files; no clock
    *("escape", "backspace", "1", "9", "enter", "tab"),
]
SIZES = [(80, 24), (120, 36), (180, 50), (60, 20), (59, 19), (1, 1), (110, 30)]


@settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    source=st.sampled_from(["worked", "repeat", "collision", "overshoot", "conflict"]),
    keys=st.lists(st.sampled_from(SAFE) | st.sampled_from(SIZES), min_size=10, max_size=25),
)
@in_loop
async def test_no_keys_and_no_sizes_break_it(
    source: str, keys: list[str | tuple[int, int]]
) -> None:
    async with opened(source) as hand:
        for key in keys:
            if isinstance(key, tuple):
                await hand.resize(*key)
            else:
                await hand.press(key)
        assert hand.app.fault is None


@in_loop
async def test_on_a_narrow_screen_the_text_scrolls_to_its_end() -> None:
    many = ("mat",) * 24
    chosen = open_session(SourceOptions(), "sat", "on", many)
    async with opened(chosen, size=(80, 24)) as hand:
        await hand.press("tab")
        assert hand.pane("text")[-1].startswith("↓")
        seen = set(hand.pane("text"))
        for _ in range(8):
            await hand.press("down")
            seen |= set(hand.pane("text"))
        text = " ".join(" ".join(line[2:].split()) for line in sorted(seen))
        assert "(chosen)" in text
        assert "rows 3 of 10 rows are read: 1 of E, 2 of Ep" in text
        assert not hand.pane("text")[-1].startswith("↓")
        await hand.press(*["up"] * 9)
        assert "text   the cat" in hand.pane("text")[0]


@in_loop
async def test_what_a_narrow_screen_has_below_the_pair_is_a_key_away() -> None:
    async with opened(size=(80, 24)) as hand:
        assert len(hand.pane("text")) == 2
        await hand.press("tab", *["down"] * 4)
        assert "~      a negative that is a true context of sat" in hand.pane("text")[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@in_loop
async def test_differences_come_into_view_when_they_are_asked_for(size: tuple[int, int]) -> None:
    async with opened(size=size) as hand:
        await hand.press("d")
        assert "once it is known" in hand.hint()
        await hand.press("d", "enter", "d")
        assert "analytic" in "\n".join(hand.pane("gradient"))
        await hand.press("d", "left", "left", "d")
        assert "analytic" in "\n".join(hand.pane("gradient"))


@in_loop
async def test_alone_on_a_large_screen_curves_are_large() -> None:
    async with opened(size=(120, 36)) as hand:
        await hand.press("enter", "v", "F")
        lines = [line for line in hand.pane("curve") if line.strip()]
        assert len(lines) > 26
        assert "more" not in lines[0]
        assert "The slope stays" in lines[-1]


@pytest.mark.parametrize("width", [60, 80])
@in_loop
async def test_why_an_answer_is_none_is_said_to_its_end(width: int) -> None:
    async with opened(size=(width, 24)) as hand:
        await hand.press("f")
        hand.prompt.value = "zyxwvutsrqponmlkjihgfedcba"
        await hand.pilot.pause()
        lines = [line.strip() for line in hand.lines()[2:5]]
        assert lines[0] == "Find which word?"
        whole = hand.step.unknown_word(hand.prompt.value)
        assert whole is not None
        assert len(whole) > width - 20
        said = " ".join(" ".join(lines[1:]).split())
        assert said.replace(" ", "").startswith(whole.replace(" ", ""))
