"""What a run remembers of where it has been: branches, their keyframes and losses, in bounds."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter

import numpy as np

from sgns_core import limits
from sgns_core.edits import Edit
from sgns_core.keyframes import (
    Keyframe,
    Tables,
    keyframe_bytes,
    restore,
    take_keyframe,
    thinned,
)
from sgns_core.log import LossLog
from sgns_core.record import record
from sgns_core.trace import Flags, Floats, Indices

_REFERENCE = 8  # bytes of an entry in a tuple
_AT = attrgetter("at")


@record(eq=False)
class Branch:
    """All that a line of time remembers beside its tables."""

    edits: tuple[Edit, ...]
    length: int  # updates made in it
    position: int  # where it was left
    frames: tuple[Keyframe, ...]
    log: LossLog


class History:
    """The branch that a run stands on, those that undo and redo bring back, and rows that changed.

    branch: where the run is. to_undo, to_redo: branches that were left, the newest last.
    interval: updates between keyframes; it doubles where they must be thinned. size: V.
    """

    def __init__(self, edits: tuple[Edit, ...], size: int, interval: int) -> None:
        self.branch = Branch(edits, 0, 0, (), LossLog())
        self.to_undo: list[Branch] = []
        self.to_redo: list[Branch] = []
        self.interval = interval
        self._size = size
        self._changed = self._no_rows()  # since step 0
        self._recent = self._no_rows()  # since the last keyframe
        self._frame_bytes = 0
        self._log_made = 0

    @property
    def nbytes(self) -> int:
        """Return the memory it takes."""
        marks = sum(table.nbytes for both in (self._changed, self._recent) for table in both)
        edits = sum(_REFERENCE * len(branch.edits) for branch in self._branches())
        return self._frame_bytes + self.log_bytes() + marks + edits

    def log_bytes(self) -> int:
        """Return the memory that all branches' losses take, shared blocks counted once."""
        return sum(
            {key: size for b in self._branches() for key, size in b.log.chunk_bytes()}.values()
        )

    # ---- noting what happens

    def note(self, start: int, inputs: Indices, rows: Indices, losses: Floats) -> None:
        """Note updates made from `start` on, and the rows of E and Ep they may have changed."""
        for marks in (self._changed, self._recent):
            marks[0][inputs] = True
            marks[1][rows] = True
        self.branch.log.write(start, losses)
        end = start + len(losses)
        if end > self.branch.length:
            self.branch = replace(self.branch, length=end)

    def mark(self, table: int, row: int) -> None:
        """Note that a row changed by hand: of E where `table` is 0, of Ep where it is 1."""
        for marks in (self._changed, self._recent):
            marks[table][row] = True

    def keep(self, at: int, tables: Tables) -> None:
        """Take a keyframe where one is due; forget which rows are recent where one exists."""
        if self.branch.log.made != self._log_made:
            self._log_made = self.branch.log.made
            self._fit_logs()
        if at % self.interval:
            return
        if self.frame_before(at) == at:
            self._recent = self._no_rows()
            return
        newest = self.branch.frames[-1].at if self.branch.frames else 0
        dim = tables[0].shape[1]
        # One that leaves room for few others is worth less than those there are.
        if newest > at or self._due_bytes(dim) > limits.FRAME_BYTES // 4:
            return
        self._make_room(dim, at)
        if at % self.interval:
            return
        frame = take_keyframe(at, tables, self._recent)
        self.branch = replace(self.branch, frames=(*self.branch.frames, frame))
        self._frame_bytes += frame.nbytes + _REFERENCE
        self._recent = self._no_rows()

    # ---- going back

    def frame_before(self, step: int) -> int:
        """Return the step of the last keyframe at or before `step`, 0 without one."""
        count = _frames_until(self.branch, step)
        return self.branch.frames[count - 1].at if count else 0

    def restore(
        self, step: int, tables: Tables, base: Callable[[int, int, int], Floats]
    ) -> int | None:
        """Put the tables where they were at the last keyframe at or before `step`.

        Returns the keyframe's step, None where there is none and the tables are the first ones,
        which `base` gives as in `keyframes.restore`.
        """
        frames = self.branch.frames[: _frames_until(self.branch, step)]
        self._changed = restore(tables, self._changed, frames, base)
        self._recent = self._no_rows()
        return frames[-1].at if frames else None

    def recall(self, branch: Branch, after: int, until: int) -> None:
        """Mark as recent what a branch's keyframes hold from the last one up to `after` on."""
        for frame in branch.frames[_frames_until(branch, after) : _frames_until(branch, until)]:
            for table in (0, 1):
                self._recent[table][frame.rows[table]] = True

    # ---- branches

    def fork(self, position: int, edits: tuple[Edit, ...], frames_until: int) -> None:
        """Begin a branch at `position` with other edits; the one that is left waits for undo.

        It shares the losses, and the keyframes up to step `frames_until`.
        """
        old = self.branch
        frames = old.frames[: _frames_until(old, frames_until)]
        self.to_undo.append(replace(old, position=position))
        forgotten = bool(self.to_redo)
        self.to_redo.clear()
        self.branch = Branch(edits, position, position, frames, old.log.fork())
        self._frame_bytes += _REFERENCE * len(frames)
        if forgotten:
            self._count_frames()
        self.recall(old, frames_until, position)

    def undo(self, position: int) -> bool:
        """Return to the branch before this one, which is left at `position`."""
        return self._swap(position, self.to_undo, self.to_redo)

    def redo(self, position: int) -> bool:
        """Return to the branch that was undone last; this one is left at `position`."""
        return self._swap(position, self.to_redo, self.to_undo)

    def _swap(self, position: int, source: list[Branch], other: list[Branch]) -> bool:
        if not source:
            return False
        other.append(replace(self.branch, position=position))
        self.branch = source.pop()
        return True

    # ---- keeping within bounds

    def _due_bytes(self, dim: int) -> int:
        """Return the memory that a keyframe taken now would need, rows being `dim` long."""
        return keyframe_bytes(self._recent, dim) + _REFERENCE

    def _make_room(self, dim: int, at: int) -> None:
        """Forget keyframes until one more fits: those of other branches before others."""
        if self._frame_bytes + self._due_bytes(dim) > limits.FRAME_BYTES:
            self._forget_others(self._due_bytes(dim))
        # What a thinned keyframe held is recent again: the one that is due grows.
        while self.branch.frames and (
            self._frame_bytes + self._due_bytes(dim) > limits.FRAME_BYTES
            or len(self.branch.frames) >= limits.MAX_FRAMES
        ):
            self._thin(at)

    def _forget_others(self, size: int) -> None:
        """Forget other branches' keyframes, oldest branch first, until `size` bytes more fit."""
        own = self.branch.frames
        uses = Counter(id(frame) for branch in self._branches() for frame in branch.frames)
        for shared_too in (False, True):
            for branches in (self.to_redo, self.to_undo):
                for i, branch in enumerate(branches):
                    if self._frame_bytes + size <= limits.FRAME_BYTES:
                        return
                    keeps = 0
                    if not shared_too:
                        pairs = enumerate(zip(branch.frames, own, strict=False))
                        common = min(len(branch.frames), len(own))
                        keeps = next((j for j, (a, b) in pairs if a is not b), common)
                    for frame in branch.frames[keeps:]:
                        uses[id(frame)] -= 1
                        self._frame_bytes -= _REFERENCE
                        if not uses[id(frame)]:
                            self._frame_bytes -= frame.nbytes
                    branches[i] = replace(branch, frames=branch.frames[:keeps])

    def _thin(self, at: int) -> None:
        """Keep every other keyframe of this branch, or fewer."""
        self.interval *= 2
        staying = max((f.at for f in self.branch.frames if f.at % self.interval == 0), default=0)
        self.recall(self.branch, staying, at)
        frames = deque(self.branch.frames)
        self.branch = replace(self.branch, frames=())
        self.branch = replace(
            self.branch, frames=tuple(thinned(_taken_from(frames), self.interval))
        )
        self._count_frames()

    def _count_frames(self) -> None:
        """Count the memory of all keyframes, each once, and of what refers to them."""
        branches = self._branches()
        sizes = {id(frame): frame.nbytes for branch in branches for frame in branch.frames}
        entries = sum(len(branch.frames) for branch in branches)
        self._frame_bytes = sum(sizes.values()) + _REFERENCE * entries

    def _fit_logs(self) -> None:
        """Keep losses within their bound: the oldest branches lose theirs first."""
        total = self.log_bytes()
        if total <= limits.LOG_BYTES:
            return
        uses = Counter(key for b in self._branches() for key, _ in b.log.chunk_bytes())
        for branches in (self.to_undo, self.to_redo):
            for i, branch in enumerate(branches):
                if total <= limits.LOG_BYTES:
                    return
                for key, size in branch.log.chunk_bytes():
                    uses[key] -= 1
                    total -= 0 if uses[key] else size
                branches[i] = replace(branch, log=LossLog())

    def _branches(self) -> tuple[Branch, ...]:
        return (self.branch, *self.to_undo, *self.to_redo)

    def _no_rows(self) -> tuple[Flags, Flags]:
        return np.zeros(self._size, np.bool_), np.zeros(self._size, np.bool_)


def _frames_until(branch: Branch, step: int) -> int:
    """Return how many of a branch's keyframes stand at or before a step."""
    return bisect_right(branch.frames, step, key=_AT)


def _taken_from(frames: deque[Keyframe]) -> Iterator[Keyframe]:
    """Yield keyframes and let them go, so that thinning needs little room beside them."""
    while frames:
        yield frames.popleft()
