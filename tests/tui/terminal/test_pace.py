"""The pace, tried on a simulated line: no clock, no waiting."""

from __future__ import annotations

from collections import deque

import pytest

from sgns_tui.terminal.pace import (
    GIVE_UP_AFTER,
    PATIENCE,
    PATIENCE_AT_FIRST,
    PIECE,
    RATE_WITHOUT_ANSWERS,
    Pace,
)


class Line:
    """A line that carries `rate` bytes per second, each answer coming `distance` seconds later."""

    def __init__(self, rate: float, distance: float) -> None:
        self.rate = rate
        self.distance = distance
        self.now = 0.0
        self.free_at = 0.0  # when all that was sent will have been carried
        self.answers: deque[float] = deque()
        self.carried = 0
        self.worst = 0.0  # seconds of line under way, beyond the piece that was just sent

    def run(self, pace: Pace, seconds: float, size: int | None = None) -> None:
        """Send as much as the pace allows, pieces of `size` or as large as it likes."""
        end = self.now + seconds
        while self.now < end:
            while self.answers and self.answers[0] <= self.now:
                self.answers.popleft()
                pace.answered(self.now)
            wait = pace.wait(self.now)
            if wait <= 0:
                self.worst = max(self.worst, self.free_at - self.now)
                piece = size or pace.piece
                self.free_at = max(self.free_at, self.now) + piece / self.rate
                self.carried += piece
                self.answers.append(self.free_at + self.distance)
                pace.sent(piece, self.now)
            else:
                following = self.answers[0] if self.answers else end
                self.now = min(following, self.now + wait)


LINES = [
    (1e3, 0.1), (2e3, 0.01), (1e4, 0.001), (1e4, 0.3), (5e4, 0.0), (5e4, 0.05), (5e4, 0.2),
    (1e6, 0.0), (1e6, 0.1), (1e7, 0.02),
]  # fmt: skip


@pytest.mark.parametrize(("rate", "distance"), LINES)
def test_at_most_a_quarter_of_a_second_is_under_way(rate: float, distance: float) -> None:
    line, pace = Line(rate, distance), Pace()
    line.run(pace, 1, size=100)  # modes and the first keys
    line.run(pace, 10)
    line.worst = 0.0
    line.run(pace, 30)
    assert line.worst <= 0.25 + SLACK


@pytest.mark.parametrize(("rate", "distance"), LINES)
def test_the_line_is_used(rate: float, distance: float) -> None:
    line, pace = Line(rate, distance), Pace()
    line.run(pace, 10)
    line.carried = 0
    line.run(pace, 30)
    share = line.carried / (30 * rate)
    # Where an answer takes long, a quarter of a second of line cannot fill it.
    at_most = min(rate, 65536 / max(distance, 1e-9)) / rate
    assert share >= 0.5 * at_most * min(1.0, 0.2 / max(distance, 1e-9))


SLACK = 0.1


def test_a_piece_waits_for_the_answer_of_the_one_before() -> None:
    pace = Pace()
    assert pace.wait(0.0) <= 0
    pace.sent(PIECE, 0.0)
    assert pace.bytes_under_way == PIECE
    assert pace.wait(0.01) > 0
    pace.answered(0.02)
    assert pace.bytes_under_way == 0
    assert pace.wait(0.02) <= 0


def test_without_answers_a_low_fixed_rate() -> None:
    pace = Pace()
    pace.sent(PIECE, 0.0)
    assert pace.wait(PATIENCE_AT_FIRST / 2) > 0
    now, sent = PATIENCE_AT_FIRST, 0
    assert pace.wait(now) <= 0
    assert not pace.asking
    while now < 21:
        wait = pace.wait(now)
        if wait > 0:
            now += wait
        else:
            pace.sent(PIECE, now)
            sent += PIECE
    assert 0.8 * RATE_WITHOUT_ANSWERS < sent / 20 < 1.2 * RATE_WITHOUT_ANSWERS


def test_a_first_answer_that_comes_late_is_asked_for_again() -> None:
    pace = Pace()
    pace.sent(PIECE, 0.0)
    pace.wait(PATIENCE_AT_FIRST)
    assert (pace.asking, pace.answers_due) == (False, 1)
    pace.answered(2.0)
    assert (pace.asking, pace.answers_due) == (True, 0)


def test_answers_that_stop_coming() -> None:
    pace = Pace()
    pace.sent(PIECE, 0.0)
    pace.answered(0.1)
    now = 0.1
    for missing in range(1, GIVE_UP_AFTER + 1):
        assert pace.asking
        pace.sent(PIECE, now)
        now += PATIENCE
        assert pace.wait(now) <= 0
        assert pace.answers_due == missing
    assert not pace.asking


def test_a_top_rate_holds_pictures_back_and_keys_not() -> None:
    line, pace = Line(1e6, 0.0), Pace(top_rate=20_000)
    line.run(pace, 20)
    assert 0.9 * 20_000 < line.carried / 20 < 1.2 * 20_000
    line.run(pace, 1, size=150)
    line.now += 1
    assert pace.wait(line.now) <= 0


def test_an_answer_that_nobody_waits_for() -> None:
    pace = Pace()
    pace.answered(1.0)
    assert pace.answers_due == 0
    assert pace.wait(1.0) <= 0


def test_on_leaving_nothing_is_held_back() -> None:
    pace = Pace(top_rate=1)
    for _ in range(5):
        pace.sent(PIECE, 0.0)
    pace.leave()
    assert pace.wait(0.0) <= 0
    assert pace.answers_due == 0
    pace.answered(0.1)
    assert not pace.asking
