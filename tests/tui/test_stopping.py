"""Signals that ask long work to stop."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from sgns_tui.stopping import TOGETHER, Stopping
from sgns_tui.terminal.repeated import TOGETHER as AGAIN


class Clock:
    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_signal_is_noted_and_the_next_one_ends() -> None:
    clock = Clock()
    with Stopping(clock) as stopping:
        signal.raise_signal(signal.SIGTERM)
        clock.now += 10 * TOGETHER
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert stopping.caught == signal.SIGTERM
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_was_seen_waits_for_none_that_belongs_to_it() -> None:
    with Stopping(Clock()) as stopping:
        assert stopping.caught is None
        signal.raise_signal(signal.SIGTERM)
        assert stopping.caught == signal.SIGTERM
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_signals_that_come_together_are_one() -> None:
    clock = Clock()
    with Stopping(clock) as stopping:
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGHUP)
    assert stopping.caught == signal.SIGHUP


def test_after_work_that_was_asked_to_stop_a_signal_ends_at_once() -> None:
    with Stopping(Clock()) as stopping:
        stopping.stop(signal.SIGHUP)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_signals_that_waited_together_leave_no_word() -> None:
    """They are handled one after another where Python looks at them first: here, at the unblock."""
    script = (
        "import os, signal; from sgns_tui.stopping import Stopping\n"
        "signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]\n"
        "with Stopping() as stopping:\n"
        "    signal.pthread_sigmask(signal.SIG_BLOCK, signals)\n"
        "    for one in signals: os.kill(os.getpid(), one)\n"
        "    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)\n"
        "print(stopping.caught is not None)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")


@pytest.mark.parametrize("pair", ["HUP HUP", "TERM HUP", "HUP TERM"])
def test_work_goes_on_to_its_end_where_one_is_told_twice(pair: str) -> None:
    """A shell whose line is lost tells its programs, and so does the system, sooner or later."""
    first, second = (signal.Signals[f"SIG{name}"] for name in pair.split())
    clock = Clock()
    with Stopping(clock) as stopping:
        signal.raise_signal(first)
        assert stopping.caught == first
        signal.raise_signal(second)
        clock.now += AGAIN / 2
        signal.raise_signal(second)
        clock.now += 60
        signal.raise_signal(signal.SIGHUP)
        assert stopping.caught == first


def test_work_ends_at_once_where_another_signal_comes_later() -> None:
    ends: list[int] = []
    clock = Clock()
    before = signal.signal(signal.SIGTERM, lambda number, _frame: ends.append(number))
    try:
        with Stopping(clock) as stopping:
            signal.raise_signal(signal.SIGHUP)
            clock.now += 2 * AGAIN
            signal.raise_signal(signal.SIGTERM)
            assert stopping.caught == signal.SIGHUP
            assert ends == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
