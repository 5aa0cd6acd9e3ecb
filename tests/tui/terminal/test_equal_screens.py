"""The guard: whatever is written, the terminal shows what Textual's own driver would have shown."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sgns_tui.terminal.choice import Depth, Glyphs, TerminalChoice
from sgns_tui.terminal.screen import ScreenState
from tests.tui.terminal.emulator import Emulator

WIDTH, HEIGHT = 20, 6

certain_text = st.lists(
    st.sampled_from([*"ab c  _", "é", "─", "█", "⠁", "⣿", "⠀", "漢", "字", "a\u0301"]), max_size=8
).map("".join)
doubtful_text = st.lists(
    st.sampled_from(["a", " ", "👍", "❤\ufe0f", "👩\u200d🚀", "漢", "e\u0301", "é"]), max_size=4
).map("".join)
colors = st.sampled_from(
    ["39", "31", "97", "38;5;9", "38;5;200", "38;2;30;30;31", "38;2;250;120;3", "38;2;30;30;30"]
)
grounds = st.sampled_from(
    ["49", "44", "100", "48;5;200", "48;2;30;30;30", "48;2;31;30;30", "48;2;255;255;255"]
)
attributes = st.sampled_from(["1", "2", "3", "4", "7", "9", "22", "24", "27", "0", "1;2", ""])
sgr = st.lists(st.one_of(attributes, colors, grounds), max_size=3).map(
    lambda codes: f"\x1b[{';'.join(codes)}m"
)


def place(row: int, column: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H"


places = st.builds(place, st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 1))


def frames(text: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Frames as Textual writes them: places, styles and text, each ended by a reset."""
    segment = st.builds(lambda style, words: f"{style}{words}\x1b[0m", sgr, text)
    part = st.one_of(segment, text, places, st.builds("\n{}".format, places))
    return st.builds(
        lambda start, parts: start + "".join(parts), places, st.lists(part, min_size=1, max_size=8)
    )


def doubtful_frame(parts: list[tuple[int, int, str, str]]) -> str:
    return "".join(f"{place(y, x)}{style}{text}\x1b[0m" for y, x, style, text in parts)


# None reaches the right edge: what a terminal makes of half an emoji there is anybody's guess.
doubtful_frames = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, WIDTH - 8), sgr, doubtful_text),
    min_size=1,
    max_size=4,
).map(doubtful_frame)
moves = st.builds(
    lambda count, final: f"\x1b[{count}{final}", st.integers(1, 9), st.sampled_from("ABCDGdX")
)
erasures = st.builds(
    lambda how, final: f"\x1b[{how}{final}", st.integers(0, 2), st.sampled_from("JK")
)
modes = st.sampled_from(["\x1b[?25l", "\x1b[?1004h", "\x1b]2;title\x07", "\x1b[?2026$p", "\x07"])
sync = st.sampled_from(["\x1b[?2026h", "\x1b[?2026l"])
writes = st.one_of(frames(certain_text), frames(certain_text), moves, erasures, sgr, modes, sync)
pauses = st.just("pause")
sizes = st.tuples(st.integers(2, 30), st.integers(1, 9))
choices = st.builds(
    TerminalChoice,
    depth=st.sampled_from(Depth),
    glyphs=st.just(Glyphs.UNICODE),
    erases_in_color=st.booleans(),
)


def as_on_a_line(data: str) -> bytes:
    """Turn line feeds into what they do in a terminal line, without scrolling.

    Textual writes none on the last row.
    """
    return data.replace("\n", "\r\x1b[B").encode()


class Pair:
    """One emulator fed with what Textual writes, one with what our driver makes of it."""

    def __init__(self, choice: TerminalChoice, columns: int, rows: int, limit: int) -> None:
        self.choice = choice
        self.limit = limit
        self.plain = Emulator(columns, rows, wraps=False)
        # It wraps and fills as the most careless terminal that the choice allows.
        self.ours = Emulator(columns, rows, wraps=True, fills=choice.erases_in_color)
        self.state = ScreenState(columns, rows, choice)
        self.sent = b""

    def write(self, data: str) -> None:
        self.state.write(data)
        self.plain.feed(as_on_a_line(data))

    def resize(self, columns: int, rows: int) -> None:
        self.state.resize(columns, rows)
        for emulator in (self.plain, self.ours):
            emulator.resize(columns, rows)

    def send_piece(self) -> bytes:
        piece = self.state.next_piece(self.limit)
        self.sent += piece
        self.ours.feed(piece)
        return piece

    def send_all(self) -> None:
        while self.send_piece():
            pass

    def assert_equal(self) -> None:
        assert self.ours.seen() == self.plain.seen(self.choice.depth)
        assert self.ours.cursor == self.plain.cursor


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(writes, writes, writes, pauses, sizes), max_size=12),
    choices,
    st.sampled_from([1, 40, 2048]),
)
@example(
    ["\x1b[1;12H\x1b[1maa\u6f22\x1b[0m", "pause", "\x1b[1;11H\x1b[1maaa\u5b57\x1b[0m"],
    TerminalChoice(depth=Depth.NONE, erases_in_color=False),
    1,
)
def test_any_writes_show_the_same(
    steps: list[str | tuple[int, int]], choice: TerminalChoice, limit: int
) -> None:
    pair = Pair(choice, WIDTH, HEIGHT, limit)
    for step in steps:
        if step == "pause":
            pair.send_piece()
        elif isinstance(step, tuple):
            pair.resize(*step)
        else:
            pair.write(str(step))
    pair.send_all()
    pair.assert_equal()
    assert pair.state.next_piece(limit) == b""


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.one_of(doubtful_frames, pauses), max_size=8),
    choices,
)
def test_doubtful_widths_show_the_same_where_the_terminal_agrees(
    steps: list[str], choice: TerminalChoice
) -> None:
    pair = Pair(choice, WIDTH, HEIGHT, 2048)
    for step in steps:
        if step == "pause":
            pair.send_piece()
        else:
            pair.write(step)
    pair.send_all()
    pair.assert_equal()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(doubtful_frames, pauses), max_size=8))
def test_where_the_terminal_disagrees_the_damage_stays_in_the_cluster(steps: list[str]) -> None:
    state = ScreenState(WIDTH, HEIGHT, TerminalChoice())
    agreeing = Emulator(WIDTH, HEIGHT, wraps=False)
    disagreeing = Emulator(WIDTH, HEIGHT, wraps=False, joins=False)
    for step in [*steps, "pause"]:
        if step == "pause":
            while piece := state.next_piece(2048):
                disagreeing.feed(piece)
        else:
            state.write(step)
            agreeing.feed(as_on_a_line(step))
    for wanted, got in zip(agreeing.seen(Depth.PALETTE), disagreeing.seen(), strict=True):
        doubtful = {
            x + step
            for x, cell in enumerate(wanted)
            if "\u200d" in cell.text or "\ufe0f" in cell.text
            for step in (0, 1)
        }
        for x, (one, other) in enumerate(zip(wanted, got, strict=True)):
            if x not in doubtful:
                assert one == other


def random_repaints(seed: int) -> Callable[[Pair], None]:
    """A run of whole paints and small changes, as an app with a map makes."""
    chance = random.Random(seed)

    def run(pair: Pair) -> None:
        for _ in range(20):
            for row in range(HEIGHT):
                if chance.random() < 0.5:
                    text = "".join(chance.choice("   ⠁⣿x") for _ in range(WIDTH))
                    ground = chance.choice(("30;30;30", "0;60;90"))
                    pair.write(f"{place(row, 0)}\x1b[38;2;200;200;200;48;2;{ground}m{text}\x1b[0m")
            pair.send_piece()

    return run


@pytest.mark.parametrize("seed", range(5))
def test_repaints_faster_than_the_line_end_right(seed: int) -> None:
    pair = Pair(TerminalChoice(), WIDTH, HEIGHT, 60)
    random_repaints(seed)(pair)
    pair.send_all()
    pair.assert_equal()
