"""A folder that holds the last good state of a training run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import load_vectors
from sgns_core.record import record
from sgns_core.training.run import TrainingRun
from sgns_core.training.saved import Checkpoint, as_checkpoint, trained_vectors
from sgns_tui.files import check_writable
from sgns_tui.vectors_file import save_vectors

NAME = "checkpoint.npz"

_EVERY = re.compile(r"([0-9]{1,15})(s|m|h|w)?")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


@record
class Every:
    """How often a run is saved: after so many seconds, or after so many words."""

    seconds: int | None = 300
    words: int | None = None

    @classmethod
    def parse(cls, text: str) -> Every:
        """Return what 300, 300s, 5m, 1h (times) or 1000000w (words) says."""
        match = _EVERY.fullmatch(text)
        if match is None or not int(match[1]):
            raise InvalidInput(
                "checkpoint-every is {value}; give a time such as 300s, 5m or 1h, or a number of "
                "words such as 50000000w",
                value=text,
            )
        number, unit = int(match[1]), match[2] or "s"
        return cls(None, number) if unit == "w" else cls(number * _SECONDS[unit])


class CheckpointFolder:
    """The folder, in which one file is replaced each time, whole or not at all.

    holds_run: whether this run is in it; what stands there may still be one of before.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.holds_run = False
        self.file = str(Path(path) / NAME)

    def prepare(self, force: bool) -> None:
        """Make the folder, or see that it can be written to and holds no run of before."""
        if Path(self.file).exists() and not force:
            raise InvalidInput(
                "{path} holds a run that can be gone on with; say --resume {path}, or --force to "
                "begin anew",
                path=self.path,
            )
        try:
            Path(self.path).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise InvalidInput(
                "the folder {path} cannot be made: {reason}; name another one",
                path=self.path,
                reason=getattr(error, "strerror", None) or type(error).__name__,
            ) from None
        check_writable(self.file, force=True)

    def save(self, run: TrainingRun) -> None:
        """Save the run as it is now."""
        save_vectors(self.file, trained_vectors(run, checkpoint=True), "npz", force=True)
        self.holds_run = True

    def load(self) -> Checkpoint:
        """Return the run that was saved; InvalidInput where there is none to go on with."""
        if not Path(self.file).exists():
            raise InvalidInput(
                "{path} holds no run to go on with; begin one with --checkpoint {path}",
                path=self.path,
            )
        try:
            before = as_checkpoint(load_vectors(self.file).vectors)
        except InvalidInput as error:
            raise InvalidInput(
                "{path} cannot be gone on with: {reason}", path=self.file, reason=error
            ) from None
        self.holds_run = True
        return before


@dataclass
class Schedule:
    """Tells when a run is to be saved again."""

    every: Every
    clock: Callable[[], float]
    _saved_at: float = field(init=False)
    _saved_words: int = 0

    def __post_init__(self) -> None:
        self._saved_at = self.clock()

    def begin(self, run: TrainingRun) -> None:
        """Count from now on, the run being saved as it is."""
        self._saved_at, self._saved_words = self.clock(), run.words_done

    def due(self, run: TrainingRun) -> bool:
        """Tell whether it is time."""
        if self.every.words is not None:
            return run.words_done - self._saved_words >= self.every.words
        return self.clock() - self._saved_at >= (self.every.seconds or 0)
