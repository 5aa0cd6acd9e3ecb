"""The sender on a pipe: what goes out and when. Conditions are waited for; no time is measured."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from sgns_tui.terminal.pace import Pace
from sgns_tui.terminal.sender import ASK, Sender

LIMIT = 30.0


class Source:
    """Pieces to send; what is not fetched in time is replaced, never queued."""

    def __init__(self) -> None:
        self.wanted = b""
        self.fetched = threading.Semaphore(0)

    def next_piece(self, limit: int) -> bytes:
        piece, self.wanted = self.wanted, b""
        self.fetched.release()
        return piece


class Rig:
    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.writing, False)
        self.source = Source()
        self.freed = threading.Semaphore(0)
        self.lost = threading.Event()
        self.sender = Sender(
            self.writing,
            self.source.next_piece,
            pace=Pace(),
            on_free=lambda: self.freed.release(),
            on_lost=self.lost.set,
        )
        self.sender.start()

    def want(self, data: bytes) -> None:
        self.source.wanted = data
        self.sender.wake()

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += os.read(self.reading, count - len(data))
        return data

    def close(self) -> None:
        self.sender.stop(0.0)
        self.sender.join(LIMIT)
        for descriptor in (self.reading, self.writing):
            if descriptor >= 0:
                os.close(descriptor)


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.close()


def test_a_piece_is_sent_with_a_question(rig: Rig) -> None:
    rig.want(b"hello")
    assert rig.read(5 + len(ASK)) == b"hello" + ASK
    assert rig.sender.answers_due == 1
    rig.sender.answered()
    assert rig.freed.acquire(timeout=LIMIT)
    assert rig.sender.line_free.is_set()
    assert rig.sender.traffic.bytes_total == 5 + len(ASK)
    assert rig.sender.traffic.last_frame_bytes == 5 + len(ASK)
    assert (rig.sender.traffic.pieces, rig.sender.traffic.frames) == (1, 1)


def test_only_the_newest_is_sent_once_the_answer_has_come(rig: Rig) -> None:
    rig.want(b"x" * 2048)
    rig.read(2048 + len(ASK))
    for number in range(100):
        rig.want(b"state %d" % number)
    os.set_blocking(rig.reading, False)
    with pytest.raises(BlockingIOError):  # nothing more, before the answer
        os.read(rig.reading, 1)
    os.set_blocking(rig.reading, True)
    rig.sender.answered()
    assert rig.read(8 + len(ASK)) == b"state 99" + ASK


def test_after_the_question_at_the_end_nothing_is_due(rig: Rig) -> None:
    rig.want(b"x")
    rig.read(1 + len(ASK))
    assert not rig.sender.drain(0.0)
    rig.sender.leave()
    assert rig.sender.drain(LIMIT)
    rig.want(b"y" * 10)
    assert rig.read(10) == b"y" * 10
    assert rig.sender.drain(LIMIT)


def test_stopping_sends_what_is_left(rig: Rig) -> None:
    rig.want(b"x" * 4000)
    rig.read(4000 + len(ASK))
    rig.want(b"the end")
    rig.sender.stop(LIMIT)
    assert rig.read(7) == b"the end"
    assert not rig.sender.is_alive()


def test_stopping_on_a_line_that_stands_still(rig: Rig) -> None:
    rig.want(b"x" * 1_000_000)  # more than a pipe holds
    assert rig.source.fetched.acquire(timeout=LIMIT)
    rig.sender.stop(0.0)
    rig.sender.join(LIMIT)
    assert not rig.sender.is_alive()


def test_a_closed_line_is_told_once(rig: Rig) -> None:
    os.close(rig.reading)
    rig.reading = -1
    rig.want(b"anybody there?")
    assert rig.lost.wait(LIMIT)
    rig.sender.join(LIMIT)
    assert not rig.sender.is_alive()
    assert rig.sender.drain(0.0)  # nothing to wait for any more
