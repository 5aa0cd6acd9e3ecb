"""An iterator whose next values are made in a thread while the last one is used."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterator
from typing import TypeVar

T = TypeVar("T")

_DEPTH = 2


def ahead(values: Iterator[T]) -> Generator[T, None, None]:
    """Yield the values of an iterator, a few of them made beforehand in a thread of its own.

    What the iterator raises is raised here, in its place. Closing the generator ends the thread
    before it returns, so that files the iterator holds open are closed then.
    """
    waiting: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(_DEPTH)
    stopped = threading.Event()

    def put(value: T | None, error: BaseException | None) -> bool:
        while not stopped.is_set():
            try:
                waiting.put((value, error), timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    def make() -> None:
        try:
            for value in values:
                if not put(value, None):
                    return
            put(None, StopIteration())
        except BaseException as error:
            put(None, error)

    thread = threading.Thread(target=make, name="ahead", daemon=True)
    thread.start()
    try:
        while True:
            value, error = waiting.get()
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            yield value  # type: ignore[misc]
    finally:
        stopped.set()
        thread.join()
        if hasattr(values, "close"):
            values.close()
