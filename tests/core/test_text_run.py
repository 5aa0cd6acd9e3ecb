"""Leading an engine over a text: shares, order, the place to go on from, and errors on the way."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.streams import encoding
from sgns_core.streams.ahead import ahead
from sgns_core.streams.counting import count_words
from sgns_core.streams.encoding import EncodedText
from sgns_core.streams.parts import TextPart
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum
from sgns_core.training.numpy_engine import NumpyEngine
from sgns_core.training.run import Position, TrainingRun
from sgns_core.training.saved import as_checkpoint, differing, trained_vectors
from sgns_core.training.settings import TrainingSettings
from sgns_core.vectors import WordVectors

SETTINGS = TrainingSettings(dim=4, epochs=3, min_count=1, subsample=0, engine="numpy")


class Recorder:
    """An engine that keeps what it was given, with a loss of the words' number."""

    name = "recorder"

    def __init__(self, size: int) -> None:
        self.E: NDArray[np.float32] = np.zeros((size, 4), np.float32)
        self.Ep = self.E.copy()
        self.chunks: list[Chunk] = []

    def train(self, chunk: Chunk) -> LossSum:
        self.chunks.append(chunk)
        return LossSum(float(len(chunk)), len(chunk))

    def restore(self, E: NDArray[np.float32], Ep: NDArray[np.float32]) -> None:
        self.E[:], self.Ep[:] = E, Ep


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    from sgns_core.streams import parts

    monkeypatch.setattr(parts, "CHUNK_BYTES", 64)
    monkeypatch.setattr(encoding, "CHUNK_TOKENS", 30)


def encoded_text(data: bytes = b"a b c d e f g h\nb c d\n" * 20) -> EncodedText:
    part = TextPart("a text", lambda: io.BytesIO(data))
    text = count_words([part], TextSettings())
    return EncodedText(text, text.vocabulary(1))


def test_chunks_come_in_order_with_shares_that_meet() -> None:
    text = encoded_text()
    engine = Recorder(8)
    run = TrainingRun(SETTINGS, text, engine)
    positions = list(run.advance())
    assert run.finished
    assert run.share == 1.0
    assert run.words == 220
    assert run.words_done == 660
    numbers = [(chunk.epoch, chunk.number) for chunk in engine.chunks]
    an_epoch = len(numbers) // 3
    assert an_epoch > 4
    assert numbers == [(epoch, number) for epoch in range(3) for number in range(an_epoch)]
    assert engine.chunks[0].begin == 0.0
    assert engine.chunks[-1].end == 1.0
    for before, after in zip(engine.chunks, engine.chunks[1:], strict=False):
        assert before.end == after.begin
        assert before.end - before.begin == pytest.approx(len(before) / 660)
    # The loss is that of the epoch that runs.
    assert [position.loss.pairs for position in positions[:2]] == [
        len(engine.chunks[0]),
        len(engine.chunks[0]) + len(engine.chunks[1]),
    ]
    assert positions[-1].loss == LossSum(220.0, 220)
    assert run.lr == pytest.approx(SETTINGS.lr * SETTINGS.lr_end_share)


@pytest.mark.parametrize("after", range(1, 20, 3))
def test_a_run_goes_on_from_any_chunk(after: int) -> None:
    def engine_of(text: EncodedText) -> NumpyEngine:
        return NumpyEngine(SETTINGS, text.vocabulary.counts)

    text = encoded_text()
    whole = TrainingRun(SETTINGS, text, engine_of(text))
    list(whole.advance())

    first = TrainingRun(SETTINGS, encoded_text(), engine_of(text))
    for _done, _position in zip(range(after), first.advance(), strict=False):
        pass
    saved = as_checkpoint(trained_vectors(first, checkpoint=True))
    assert saved.position == first.position
    assert saved.settings == SETTINGS
    second = engine_of(text)
    assert saved.vectors.Ep is not None
    second.restore(saved.vectors.E, saved.vectors.Ep)  # type: ignore[arg-type]
    again = TrainingRun(SETTINGS, encoded_text(), second, saved.position)
    list(again.advance())
    assert np.array_equal(second.E, whole.engine.E)
    assert np.array_equal(second.Ep, whole.engine.Ep)
    assert again.position == whole.position


def test_a_run_that_is_over_trains_no_more() -> None:
    text = encoded_text()
    engine = Recorder(8)
    run = TrainingRun(SETTINGS, text, engine, Position(epoch=2, chunks=9, words=220))
    assert run.finished
    assert list(run.advance()) == []
    assert engine.chunks == []


def test_settings_that_differ_are_named() -> None:
    run = TrainingRun(SETTINGS, encoded_text(), Recorder(8))
    saved = as_checkpoint(trained_vectors(run, checkpoint=True))
    assert differing(saved, {"dim": 4, "epochs": 3, "tokens": "words"}) == []
    assert differing(saved, {"dim": 5, "lr": 0.1, "sentences": "punctuation"}) == [
        "dim",
        "lr",
        "sentences",
    ]


def test_vectors_without_a_run_are_no_checkpoint() -> None:
    run = TrainingRun(SETTINGS, encoded_text(), Recorder(8))
    with pytest.raises(InvalidInput, match="no run to go on with"):
        as_checkpoint(trained_vectors(run))
    whole = trained_vectors(run, checkpoint=True)
    without = WordVectors(words=whole.words, E=whole.E, settings=whole.settings)
    with pytest.raises(InvalidInput, match="no run to go on with"):
        as_checkpoint(without)


def test_the_sample_holds_whole_stretches_of_the_text() -> None:
    text = encoded_text()
    sample = text.excerpts()
    assert 0 < len(sample.ids) <= 220
    words = [text.vocabulary.words[row] for row in sample.ids.tolist()]
    assert set("".join(words)) <= set("abcdefgh")
    # Asking for it changes nothing of a pass.
    before = [chunk.ids.tolist() for chunk in text.pass_over()]
    text.excerpts()
    assert [chunk.ids.tolist() for chunk in text.pass_over()] == before


def test_excerpts_stay_few_and_reach_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from sgns_core.streams import counting

    for name, value in (("EXCERPT_APART", 16), ("EXCERPT_BYTES", 8), ("MOST_EXCERPTS", 8)):
        monkeypatch.setattr(counting, name, value)
    data = b" ".join(f"{number:04}".encode() for number in range(400))
    text = count_words([TextPart("a text", lambda: io.BytesIO(data))], TextSettings())
    numbers = [int(word) for excerpt in text.excerpts for word in excerpt.split()]
    assert len(text.excerpts) <= 8
    assert numbers == sorted(numbers)
    assert numbers[0] < 10
    assert numbers[-1] > 200


# ---- values made ahead


def test_values_made_ahead_are_the_same_in_order() -> None:
    assert list(ahead(iter(range(50)))) == list(range(50))
    assert list(ahead(iter([]))) == []


def test_an_error_comes_in_its_place() -> None:
    def values() -> Iterator[int]:
        yield 1
        yield 2
        raise InvalidInput("the text changed")

    made = ahead(values())
    assert (next(made), next(made)) == (1, 2)
    with pytest.raises(InvalidInput, match="the text changed"):
        next(made)


def test_leaving_early_ends_the_thread_and_closes_what_is_open() -> None:
    closed = []

    def values() -> Iterator[int]:
        try:
            yield from range(1000)
        finally:
            closed.append(True)

    before = threading.active_count()
    going = ahead(values())
    assert next(going) == 0
    going.close()
    assert closed == [True]
    assert threading.active_count() == before


def test_settings_hold_through_a_checkpoint_of_every_kind() -> None:
    for change in ({"policy": "gensim"}, {"max_vocab": 7}, {"seed": 2**63}, {"lr": 0.1 + 0.2}):
        settings = replace(SETTINGS, **change)
        run = TrainingRun(settings, encoded_text(), Recorder(8))
        assert as_checkpoint(trained_vectors(run, checkpoint=True)).settings == settings
