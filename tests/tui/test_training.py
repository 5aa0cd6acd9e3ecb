"""The training thread, without an app: who has the session, when, and what is made of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from sgns_tui.pacing import FramePace, Ledger, frames_a_second
from sgns_tui.training import SPEEDS, Trainer


class Bench:
    """A trainer on a counter, with what it did."""

    def __init__(self, stop_at: int | None = None, fault: Exception | None = None) -> None:
        self.count = 0
        self.pictures: list[int] = []
        self.ends: list[Exception | str | None] = []
        self.inside = 0
        self.ended = threading.Event()
        self.shown = threading.Event()
        self.stop_at = stop_at
        self.fault = fault
        self.trainer = Trainer(self.advance, self.show, self.end, FramePace(fps=200))

    def advance(self, updates: int) -> int:
        self.inside += 1
        assert self.inside == 1
        if self.fault is not None and self.count >= 100:
            raise self.fault
        room = updates if self.stop_at is None else min(updates, self.stop_at - self.count)
        self.count += room
        time.sleep(0.0005)
        self.inside -= 1
        return room

    def show(self) -> None:
        self.pictures.append(self.count)
        self.shown.set()

    def end(self, error: Exception | None, said: str | None) -> None:
        self.ends.append(error or said)
        self.ended.set()


def waits_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so; it must come to be, however busy the machine is."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_it_plays_until_it_is_paused() -> None:
    bench = Bench()
    bench.trainer.play()
    waits_for(lambda: bench.count > 50)
    bench.trainer.pause()
    stood = bench.count
    time.sleep(0.02)
    assert bench.count == stood
    assert not bench.trainer.playing
    bench.trainer.play()
    waits_for(lambda: bench.count > stood)
    bench.trainer.close()


def test_nothing_is_made_while_somebody_holds_it() -> None:
    bench = Bench()
    bench.trainer.play()
    waits_for(lambda: bench.count > 0)
    for _ in range(20):
        with bench.trainer.held():
            with bench.trainer.held():
                assert bench.inside == 0
            before = bench.count
            time.sleep(0.002)
            assert bench.count == before
    assert bench.trainer.playing
    stood = bench.count
    waits_for(lambda: bench.count > stood)
    bench.trainer.close()


def test_held_without_a_thread_is_free_at_once() -> None:
    bench = Bench()
    with bench.trainer.held():
        assert bench.count == 0
    bench.trainer.pause()
    bench.trainer.close()
    bench.trainer.play()
    assert not bench.trainer.playing


def test_no_picture_comes_before_the_last_one_is_on_the_screen() -> None:
    bench = Bench()
    bench.trainer.play()
    waits_for(lambda: len(bench.pictures) == 1)
    stood = bench.count
    waits_for(lambda: bench.count > stood + 100)
    assert len(bench.pictures) == 1
    bench.trainer.ready()
    waits_for(lambda: len(bench.pictures) == 2)
    bench.trainer.close()
    assert bench.pictures == sorted(bench.pictures)


def test_a_run_that_stops_says_so_once() -> None:
    bench = Bench(stop_at=321)
    bench.trainer.play()
    assert bench.ended.wait(60)
    assert bench.count == 321
    assert bench.ends == [None]
    assert not bench.trainer.playing
    bench.trainer.close()


def test_a_fault_in_the_thread_is_handed_on() -> None:
    fault = ValueError("no draw")
    bench = Bench(fault=fault)
    bench.trainer.play()
    assert bench.ended.wait(60)
    assert bench.ends == [fault]
    bench.trainer.close()


def test_a_picture_that_fails_leaves_nobody_waiting() -> None:
    bench = Bench()
    fault = ValueError("no picture")

    def show() -> None:
        raise fault

    bench.trainer._show = show
    bench.trainer.play()
    assert bench.ended.wait(60)
    assert bench.ends == [fault]
    with bench.trainer.held():
        assert not bench.trainer.playing
    bench.trainer.close()


def test_a_job_runs_in_the_thread_and_says_what_came_of_it() -> None:
    bench = Bench()
    bench.trainer.play(lambda go_on: f"went on: {go_on()}")
    assert bench.ended.wait(60)
    assert bench.ends == ["went on: True"]
    assert bench.count == 0
    bench.trainer.close()


@pytest.mark.parametrize("how", ["hold", "pause", "close"])
def test_whoever_wants_the_session_breaks_a_job_off(how: str) -> None:
    bench = Bench()
    begun = threading.Event()

    def job(go_on: Callable[[], bool]) -> str:
        begun.set()
        while go_on():
            time.sleep(0.001)
        return "broken off"

    bench.trainer.play(job)
    assert begun.wait(60)
    getattr(bench.trainer, how)()
    assert bench.ended.wait(60)
    assert bench.ends == ["broken off"]
    assert not bench.trainer.playing
    bench.trainer.close()


def test_a_limited_speed_makes_no_more_than_it_should() -> None:
    bench = Bench()
    bench.trainer.set_speed(64.0)
    begin = time.monotonic()
    bench.trainer.play()
    waits_for(lambda: bench.count >= 10)
    bench.trainer.pause()
    passed = time.monotonic() - begin
    assert bench.count <= passed * 64 + 1
    bench.trainer.close()


def test_the_first_update_of_a_slow_run_comes_at_once_and_holding_adds_none() -> None:
    bench = Bench()
    bench.trainer.set_speed(1 / 1000)
    bench.trainer.play()
    waits_for(lambda: bench.count == 1)
    for _ in range(10):
        with bench.trainer.held():
            pass
    waits_for(lambda: bench.pictures == [1])
    assert bench.count == 1
    bench.trainer.close()


def test_the_ladder_of_speeds_doubles_up_to_no_limit() -> None:
    limited = [speed for speed in SPEEDS if speed is not None]
    assert limited[0] == 1.0
    assert all(b == 2 * a for a, b in pairwise(limited))
    assert SPEEDS[-1] is None


def test_pictures_rest_in_proportion_to_what_they_cost() -> None:
    pace = FramePace(fps=30, share=0.1)
    assert pace.is_due(0.0)
    pace.made(0.0)
    assert not pace.is_due(0.03)
    assert pace.is_due(0.034)
    pace.cost(0.05)
    pace.made(1.0)
    assert not pace.is_due(1.499)
    assert pace.is_due(1.5)


def test_a_cheap_picture_still_keeps_to_the_frames_a_second() -> None:
    pace = FramePace(fps=10)
    pace.cost(0.0)
    assert pace.interval == pytest.approx(0.1)


def test_what_a_picture_costs_is_what_the_run_makes_less_meanwhile() -> None:
    ledger = Ledger()
    assert ledger.close() == 0.0
    ledger.note(0.1, 1000, alone=True)
    ledger.note(0.03, 100, alone=False)
    assert ledger.close() == pytest.approx(0.02)
    ledger.note(0.1, 1000, alone=True)
    ledger.note(0.05, 500, alone=False)
    assert ledger.close() == pytest.approx(0.0)
    ledger.note(0.01, 500, alone=False)  # faster than it ever was: no gain is counted
    assert ledger.close() == 0.0


@pytest.mark.parametrize(
    ("asked", "environment", "expected"),
    [
        (None, {}, 30),
        (None, {"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, 10),
        (None, {"SSH_CONNECTION": ""}, 30),
        (24, {"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, 24),
    ],
)
def test_frames_a_second(asked: int | None, environment: dict[str, str], expected: int) -> None:
    assert frames_a_second(asked, environment) == expected
