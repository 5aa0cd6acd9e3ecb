"""From the names of texts to a file of vectors: what `train` does, whatever shows it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, field
from typing import Any, Protocol

import numpy as np

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.formats.names import format_to_write
from sgns_core.formats.saving import parts
from sgns_core.kernels.compiling import available
from sgns_core.record import record
from sgns_core.streams.counting import CountedText, count_words
from sgns_core.streams.encoding import EncodedText
from sgns_core.training.choosing import Choice, choose_engine, make_engine
from sgns_core.training.heldout import PairSample, evaluate, sample_pairs
from sgns_core.training.run import Position, TrainingRun
from sgns_core.training.saved import Checkpoint, differing, trained_vectors
from sgns_core.training.settings import TrainingSettings
from sgns_core.vocabulary import Vocabulary
from sgns_tui.checkpoints import CheckpointFolder, Every, Schedule
from sgns_tui.files import check_writable
from sgns_tui.render.number import setting
from sgns_tui.stopping import Stopping
from sgns_tui.texts import Texts
from sgns_tui.vectors_file import save_vectors

SAMPLED_PAIRS = 20_000


@record(kw_only=True)
class TrainOptions:
    """What a person asks of a run.

    given: the settings and rules that were said, by name; the others are the defaults, or those
    of the run that is gone on with.
    """

    texts: tuple[str, ...]
    output: str
    given: Mapping[str, Any]
    every: Every = field(default_factory=Every)
    checkpoint: str | None = None
    resume: str | None = None
    force: bool = False


@record(eq=False, kw_only=True)
class Training:
    """A run that is under way, and what it can be asked.

    choice: the engine and why; resumed: the share that was done when it was taken up again.
    """

    run: TrainingRun
    choice: Choice
    sample: PairSample | None
    resumed: float
    output: str

    def sample_loss(self) -> float:
        """Return the mean loss of the fixed sample at the present tables; nan without a sample."""
        if self.sample is None:
            return float("nan")
        return evaluate(self.run.engine.E, self.run.engine.Ep, self.sample).loss


class Watcher(Protocol):
    """What is told of a run as it goes: a progress bar, or a screen that draws its map.

    Everything is called from the thread that trains, between two chunks: tables may be read then,
    and are to be copied for later.
    """

    def counting(self, read: int) -> None:
        """Know that so many bytes of text have been read to count its words."""

    def preparing(self) -> None:
        """Know that code is about to be compiled, or loaded."""

    def began(self, training: Training) -> None:
        """Know that training begins."""

    def moved(self, training: Training, position: Position) -> None:
        """Know that a chunk is done."""

    def not_saved(self, reason: InvalidInput) -> None:
        """Know that a checkpoint could not be written; the run goes on."""

    def writing(self) -> None:
        """Know that training is over, and the vectors are about to be written."""

    @property
    def held(self) -> float:
        """Return for how many seconds the run was held back because a person wished so."""


@record(eq=False, kw_only=True)
class Trained:
    """What came of a run.

    files: what was written. seconds, words: of training, since it began or was taken up again,
    without the time in which it was held back.
    signal: what stopped it before its end. checkpoint: the folder that it can be gone on from,
    None where nothing was saved in one.
    """

    training: Training
    files: list[str]
    seconds: float
    words: int
    sample_loss: float
    signal: int | None
    checkpoint: str | None


@record(eq=False, kw_only=True)
class ReadyRun:
    """A run whose text is counted and whose tables are made: all but the training."""

    training: Training
    options: TrainOptions
    folder: CheckpointFolder | None

    def go(self, watcher: Watcher, stopping: Stopping) -> Trained:
        """Train and write the vectors; stopped early, it writes what is there.

        Raises InvalidInput where the text changed, the numbers grew beyond bounds, no pair was
        found, or the file cannot be written.
        """
        with stopping:
            return _run(self.training, self.options, self.folder, watcher, stopping)


def train(options: TrainOptions, watcher: Watcher) -> Trained:
    """Count, train and write the vectors; a signal stops it early, and what is there is written.

    Raises InvalidInput for all that can be known to be wrong, before training starts.
    """
    with ready_run(options, watcher) as run:
        return run.go(watcher, Stopping())


@contextmanager
def ready_run(options: TrainOptions, watcher: Watcher) -> Iterator[ReadyRun]:
    """Do all that comes before training; the text can be read as long as the context is open.

    Raises InvalidInput for all that can be known to be wrong.
    """
    folder = _folder(options)
    before = folder.load() if folder is not None and options.resume is not None else None
    settings, rules = _settings(options, before)
    choice = choose_engine(settings)
    if before is not None and before.engine != choice.engine:
        raise InvalidInput(
            "the run was begun with the {before} engine, and here it is {now}; go on where it "
            "was begun",
            before=before.engine,
            now=choice.engine,
        )
    outputs = _check_outputs(options)
    if folder is not None and before is None:
        folder.prepare(options.force)
    with Texts() as texts:
        leave_out = outputs if folder is None else [*outputs, folder.file]
        named = texts.open(options.texts, leave_out)
        if available():
            watcher.preparing()
        counted = count_words(named, rules, seen=watcher.counting)
        vocabulary = counted.vocabulary(settings.min_count, settings.max_vocab)
        _check_same(counted, vocabulary, before)
        _check_room(len(vocabulary), settings.dim)
        training = _training(options, settings, counted, vocabulary, choice, before, watcher)
        yield ReadyRun(training=training, options=options, folder=folder)


def _folder(options: TrainOptions) -> CheckpointFolder | None:
    if None not in (options.checkpoint, options.resume) and options.checkpoint != options.resume:
        raise InvalidInput(
            "--resume goes on saving to its own folder; leave out --checkpoint, or name the same"
        )
    if "" in (options.checkpoint, options.resume):
        raise InvalidInput("the name of the checkpoint folder is empty; name a folder")
    path = options.resume or options.checkpoint
    return None if path is None else CheckpointFolder(path)


def _settings(
    options: TrainOptions, before: Checkpoint | None
) -> tuple[TrainingSettings, TextSettings]:
    """Return what was asked for, on top of the defaults or of the run that is gone on with."""
    rules = {name: options.given[name] for name in ("tokens", "sentences") if name in options.given}
    values = {name: value for name, value in options.given.items() if name not in rules}
    if before is None:
        settings = TrainingSettings(**values)
        return settings, TextSettings(min_count=settings.min_count, **rules)
    TrainingSettings(**{**asdict(before.settings), **values})  # out of range is said first
    for name in differing(before, options.given):
        held = {**asdict(before.settings), **asdict(before.rules)}
        if held[name] is None:
            raise InvalidInput(
                "the run was begun without --{name}; leave it out to go on, or begin anew",
                name=name.replace("_", "-"),
            )
        raise InvalidInput(
            "--{name} {value} is not what the run was begun with, {before}; leave it out to go "
            "on, or begin anew",
            name=name.replace("_", "-"),
            value=options.given[name],
            before=held[name],
        )
    return before.settings, before.rules


def _check_outputs(options: TrainOptions) -> list[str]:
    """Return the files that will be written, each of which can be."""
    if not options.output:
        raise InvalidInput("the name of the output is empty; name a file")
    try:
        form = format_to_write(options.output)
    except InvalidInput:  # which names an option that is not there
        raise InvalidInput(
            "the ending of {path} names no format; end it in .npz, .txt, .vec or .bin",
            path=options.output,
        ) from None
    files = [part.path for part in parts(options.output, form)]
    for file in files:
        check_writable(file, options.force)
    return files


def _check_same(counted: CountedText, vocabulary: Vocabulary, before: Checkpoint | None) -> None:
    if before is None:
        return
    held = before.vectors
    if (
        before.text != counted.fingerprint
        or tuple(held.words) != vocabulary.words
        or not np.array_equal(held.vocabulary.counts, vocabulary.counts)
    ):
        raise InvalidInput(
            "the text is not the one the run was begun with; give the same files in the same "
            "order, or begin anew"
        )


def _check_room(words: int, dim: int) -> None:
    """Raise InvalidInput where both tables do not fit into the computer's memory."""
    size, memory = 8 * words * dim, 0
    with suppress(ValueError, OSError, AttributeError):  # a system that does not say
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if 0 < memory < size:
        raise InvalidInput(
            "two tables of {words} words x {dim} components take {size} GB, and there are "
            "{memory}; give a smaller --dim or --max-vocab",
            words=words,
            dim=dim,
            size=round(size / 1e9, 1),
            memory=round(memory / 1e9, 1),
        )


def _training(
    options: TrainOptions,
    settings: TrainingSettings,
    counted: CountedText,
    vocabulary: Vocabulary,
    choice: Choice,
    before: Checkpoint | None,
    watcher: Watcher,
) -> Training:
    engine = make_engine(settings, vocabulary.counts, watcher.preparing)
    if before is not None and before.vectors.Ep is not None:
        engine.restore(before.vectors.E, before.vectors.Ep)  # type: ignore[arg-type]
    encoded = EncodedText(counted, vocabulary)
    run = TrainingRun(settings, encoded, engine, None if before is None else before.position)
    excerpts = encoded.excerpts()
    sample = None
    with suppress(InvalidInput):  # not a pair in it: a few words, of which subsampling drops most
        sample = sample_pairs(
            excerpts.ids, excerpts.offsets, vocabulary.counts, settings, SAMPLED_PAIRS
        )
    return Training(run=run, choice=choice, sample=sample, resumed=run.share, output=options.output)


def _run(
    training: Training,
    options: TrainOptions,
    folder: CheckpointFolder | None,
    watcher: Watcher,
    stopping: Stopping,
) -> Trained:
    run = training.run
    schedule = Schedule(options.every, time.monotonic)
    schedule.begin(run)
    start, words = time.monotonic(), run.words_done
    pairs = 0
    watcher.began(training)
    # Closed here and not when it is forgotten: what is raised meanwhile would be forgotten too.
    with closing(run.advance()) as positions:
        for position in positions:
            pairs += position.loss.pairs
            watcher.moved(training, position)
            if stopping.caught is not None:
                break
            if folder is not None and schedule.due(run) and not run.finished:
                _save(folder, run, watcher)
                schedule.begin(run)
    seconds = time.monotonic() - start - watcher.held
    if run.finished and run.words_done > words and not pairs:
        raise _no_pair(run)
    watcher.writing()
    if folder is not None:
        _save(folder, run, watcher)
    files = save_vectors(options.output, trained_vectors(run), force=options.force)
    return Trained(
        training=training,
        files=files,
        seconds=seconds,
        words=run.words_done - words,
        sample_loss=training.sample_loss(),
        signal=stopping.caught if not run.finished else None,
        checkpoint=None if folder is None or not folder.holds_run else folder.path,
    )


def _no_pair(run: TrainingRun) -> InvalidInput:
    counts = run.text.text.counts
    return InvalidInput(
        "no pair of words was trained on: what --min-count {min_count} (it dropped {dropped} of "
        "{words} words) and --subsample {subsample} leave of each sentence is a single word; give "
        "a text with longer sentences, a smaller --min-count or --subsample 0",
        min_count=run.settings.min_count,
        dropped=int((counts < run.settings.min_count).sum()),
        words=len(counts),
        subsample=setting(run.settings.subsample),
    )


def _save(folder: CheckpointFolder, run: TrainingRun, watcher: Watcher) -> None:
    try:
        folder.save(run)
    except InvalidInput as error:  # a full disk: the last good one is still there
        watcher.not_saved(error)
