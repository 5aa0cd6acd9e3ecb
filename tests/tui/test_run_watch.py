"""What a screen is handed of a training run: copies of the tables, and a run that can be held."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from sgns_core.streams import encoding
from sgns_tui.corpus_training import ReadyRun, Trained, TrainOptions, ready_run
from sgns_tui.pacing import FramePace
from sgns_tui.progress import ProgressLine
from sgns_tui.run_watch import RunFrame, RunWatch
from sgns_tui.stopping import Stopping
from tests.tui.test_train_command import make_text

GIVEN = {"engine": "numpy", "dim": 8, "epochs": 3}


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TrainOptions:
    monkeypatch.setattr(encoding, "CHUNK_TOKENS", 500)
    text = tmp_path / "my.txt"
    text.write_text(make_text(6000))
    return TrainOptions(texts=(str(text),), output=str(tmp_path / "v.npz"), given=GIVEN)


class Seen:
    """Keeps every picture, and asks for the next one at once."""

    def __init__(self, words: int = 20) -> None:
        self.frames: list[RunFrame] = []
        self.written = 0
        self.watch = RunWatch(words, FramePace(1e9, share=1e9), self.show, self.say, self.write)

    def show(self, frame: RunFrame) -> None:
        self.frames.append(frame)
        self.watch.ready(0.0)

    def say(self, reason: object) -> None:
        raise AssertionError(reason)

    def write(self) -> None:
        self.written += 1


def test_pictures_are_copies_of_the_first_rows(options: TrainOptions) -> None:
    seen = Seen()
    with ready_run(options, ProgressLine()) as ready:
        begin = np.array(ready.training.run.engine.E[:20], np.float64)
        done = ready.go(seen.watch, Stopping())
        end = ready.training.run.engine.E[:20]
        first, last = seen.frames[0], seen.frames[-1]
        assert np.array_equal(first.E, begin)
        assert np.array_equal(last.E, end)
        assert last.points.shape == (20, 2)
        assert np.array_equal(last.points, last.projection.apply(last.E))
    assert (first.progress.share, last.progress.share) == (0.0, 1.0)
    assert last.progress.sample_loss == done.sample_loss
    assert last.progress.loss == done.training.run.position.loss.mean
    assert len(seen.frames) > 5
    assert seen.written == 1


def test_more_words_than_there_are(options: TrainOptions) -> None:
    seen = Seen(words=1000)
    with ready_run(options, ProgressLine()) as ready:
        ready.go(seen.watch, Stopping())
    assert len(seen.frames[-1].E) == 50


def test_a_run_that_is_held_back_stands_still_and_its_time_does_not_count(
    options: TrainOptions,
) -> None:
    seen = Seen()
    found: list[Trained] = []
    with ready_run(options, ProgressLine()) as ready:
        seen.watch.pause()
        thread = in_a_thread(ready, seen.watch, found)
        thread.join(0.5)
        assert thread.is_alive()
        assert 0 < ready.training.run.share < 1
        still = len(seen.frames)
        thread.join(0.2)
        assert len(seen.frames) == still
        seen.watch.go_on()
        thread.join(60)
    assert seen.watch.held > 0.3
    assert len(found) == 1
    assert found[0].signal is None
    assert ready.training.run.finished


def in_a_thread(ready: ReadyRun, watch: RunWatch, found: list[Trained]) -> threading.Thread:
    thread = threading.Thread(target=lambda: found.append(ready.go(watch, Stopping())))
    thread.start()
    return thread
