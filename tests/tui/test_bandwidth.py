"""The figures of --bandwidth: right, narrow, and at rest when nothing moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.bandwidth import CELLS, Bandwidth, size
from sgns_tui.preferences import ScreenOptions
from tests.tui.piloting import in_loop, opened


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"), (114, "114 B"), (999.4, "999 B"), (999.5, "1.0 kB"), (9949, "9.9 kB"),
        (9950, "10 kB"), (50_000, "50 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
        (1e15, "lots"),
    ],
)  # fmt: skip
def test_sizes(value: float, text: str) -> None:
    assert size(value) == text


@given(st.floats(0, 1e13), st.integers(0, 10**12))
def test_the_line_never_grows(rate: float, frame: int) -> None:
    meter = Bandwidth()
    meter.rate, meter.frame = rate, frame
    assert len(meter.line()) == CELLS


def test_bytes_a_second_and_a_frame() -> None:
    meter = Bandwidth()
    meter.look(0.0, 4000, 1, 4000)
    assert meter.look(2.0, 24_000, 11, 1900) == "   10 kB/s 1.9 kB/frame"[-CELLS:]


def test_showing_figures_alone_counts_as_nothing() -> None:
    meter = Bandwidth()
    lines = [meter.look(0.0, 4000, 1, 4000)]
    total, frames = 4130, 3  # the figures were drawn, and a key did something
    for second in range(1, 6):
        lines.append(meter.look(second, total, frames, 100))
        if lines[-1] != lines[-2]:
            total, frames = total + 30, frames + 1  # drawn: a frame of its own
    assert lines[1].split()[:2] == ["130", "B/s"]
    assert lines[2].split()[:2] == ["0", "B/s"]
    assert lines[2:] == [lines[2]] * 4


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 20)])
def test_the_corner(size: tuple[int, int]) -> None:
    @in_loop
    async def look() -> None:
        for wanted in (True, False):
            async with opened(size=size, screens=ScreenOptions(bandwidth=wanted)) as hand:
                for screen in ("1", "2", "?", "escape"):
                    await hand.press(screen)
                lines = hand.lines()
                assert lines[-1].endswith("B/s 0 B/frame") is wanted
                assert "q quit" in lines[-1]
                assert len(lines[-1]) <= size[0]

    look()
