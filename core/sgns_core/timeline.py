"""A run that can be stood at any step: forward, back, anywhere, with edits, branches and undo."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.edits import (
    Change,
    Choice,
    Config,
    Edit,
    SetValue,
    check_change,
    check_collision,
    config_at,
    next_edit,
)
from sgns_core.errors import InvalidInput
from sgns_core.keyframes import Keyframe, Tables, restore, take_keyframe, thinned
from sgns_core.log import LossLog
from sgns_core.schedule import Block, Schedule
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.step import Update, advance, trace_step
from sgns_core.trace import Flags, Floats, StepTrace

INTERVAL = 512  # updates between keyframes, until they are thinned
FRAME_BYTES = 160 * 2**20
STRETCH_BYTES = 16 * 2**20
LOG_BYTES = 48 * 2**20
BLOCK_DRAWS = 2**20  # negatives looked up at once, however many updates that is
BASE_BYTES = 16 * 2**20  # first tables above this are made again when they are needed


@dataclass(frozen=True)
class Stop:
    """Why a run cannot go on: update `at` would make a row of a table overflow."""

    at: int
    table: str
    row: int


@dataclass(frozen=True, eq=False)
class _Branch:
    """All that a line of time remembers beside its tables."""

    edits: tuple[Edit, ...]
    length: int  # updates made in it
    position: int  # where it was left
    frames: tuple[Keyframe, ...]
    log: LossLog


class Timeline:
    """A deterministic run of a source, standing before update `position` (from 0).

    Its tables are the same to the last bit whichever way a step is reached: every update is made by
    the same code from the same values, and every draw is a pure function of seed and step.
    Keyframes hold changed rows only and thin out; the last stretch of updates is kept as the rows
    they changed, so that going back costs no rerun. History takes at most 256 MB, whatever the
    size of the tables and the length of the run.
    """

    def __init__(self, source: Source, settings: Settings, edits: Sequence[Edit] = ()) -> None:
        """Stand at step 0; `edits` are those of a saved run, in the order they were made."""
        self.source = source
        self.settings = settings
        self.schedule = Schedule(source, settings)
        E, Ep = source.first_tables(settings)
        self._tables: Tables = (E, Ep)
        small = E.nbytes + Ep.nbytes <= BASE_BYTES
        self._kept_base: Tables | None = (E.copy(), Ep.copy()) if small else None
        wanted = source.wanted
        choice = None
        if wanted.center is not None and wanted.target is not None:
            choice = Choice(wanted.center, wanted.target, wanted.negatives)
        self.first = Config(settings.lr, settings.k, settings.policy, choice)
        self.position = 0
        self.stop: Stop | None = None
        self._interval = INTERVAL
        self._changed = self._no_rows()  # since step 0
        self._recent = self._no_rows()  # since the last keyframe
        self._stretch: deque[_Undo] = deque(maxlen=self._stretch_length())
        self._branch = _Branch((), 0, 0, (), LossLog())
        self._undo: list[_Branch] = []
        self._redo: list[_Branch] = []
        for edit in edits:
            check_change(edit.change, *E.shape)
        self._branch = replace(self._branch, edits=tuple(edits))
        self._apply_values()

    # ---- where it stands

    @property
    def E(self) -> Floats:  # noqa: N802
        """Return a read-only view of the input table (V, d)."""
        return _view(self._tables[0])

    @property
    def Ep(self) -> Floats:  # noqa: N802
        """Return a read-only view of the output table (V, d)."""
        return _view(self._tables[1])

    @property
    def length(self) -> int:
        """Return how many updates this branch has made: the newest step."""
        return self._branch.length

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return the edits of this branch in the order they were made."""
        return self._branch.edits

    @property
    def can_undo(self) -> bool:
        """Tell whether an edit can be taken back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Tell whether an edit that was taken back can be made again."""
        return bool(self._redo)

    @property
    def nbytes(self) -> int:
        """Return the memory that history takes, without the tables themselves."""
        frames = {id(frame): frame.nbytes for branch in self._branches() for frame in branch.frames}
        base = 0 if self._kept_base is None else 2 * self._kept_base[0].nbytes
        return (
            sum(frames.values())
            + self._log_bytes()
            + base
            + len(self._stretch) * self._undo_bytes()
        )

    def config(self, step: int | None = None) -> Config:
        """Return what governs an update, the next one by default."""
        return config_at(self.first, self.edits, self.position if step is None else step)

    def block(self, start: int, count: int) -> Block:
        """Return pairs and draws of updates that one configuration governs from `start` on.

        There may be fewer than `count`: a block ends where an edit waits, or where it would hold
        too many draws.
        """
        edit = next_edit(self.edits, start)
        config = self.config(start)
        chosen = config.choice.negatives if config.choice is not None else None
        draws = config.k if chosen is None else len(chosen)
        size = min(count, max(1, BLOCK_DRAWS // (draws + 1)))
        if edit is not None:
            size = min(size, edit - start)
        return self.schedule.block(start, size, config)

    def trace(self) -> StepTrace:
        """Return the update that comes next, in full; nothing changes.

        Raises NonFiniteUpdate where it would make a row overflow.
        """
        block, config = self.block(self.position, 1), self.config()
        rows = block.rows[0]
        return trace_step(
            self.E, self.Ep, int(block.inputs[0]), int(rows[0]), rows[1:], config.lr, config.policy
        )

    def losses(self, start: int, stop: int) -> Floats:
        """Return the losses of updates start..stop-1 as they were made; nan where not known."""
        return self._branch.log.read(start, min(stop, self.length))

    # ---- moving

    def step(self, count: int = 1) -> int:
        """Make `count` updates and return how many were made: fewer only where the run stops.

        It stops, with `stop` set, before the first update that would make a row overflow; tables
        and position are those of the last good state.
        """
        target = self.position + count
        begin = self.position
        self.stop = None
        while self.position < target and self.stop is None:
            edge = self.position - self.position % self._interval + self._interval
            self._run(self.block(self.position, min(target, edge) - self.position))
            self._apply_values()
            self._keep()
        return self.position - begin

    def back(self, count: int = 1) -> int:
        """Go back `count` updates, at most to step 0, and return how many it were."""
        count = min(count, self.position)
        if count <= len(self._stretch):
            self.stop = None
            # Past a keyframe, what it holds is recent again.
            self._recent = self._rows_since_frame(self._branch, self.position - count)
            for _ in range(count):
                undo = self._stretch.pop()
                self._tables[0][undo.center] = undo.center_before
                self._tables[1][undo.touched] = undo.touched_before
            self.position -= count
        else:
            self.seek(self.position - count)
        return count

    def seek(self, step: int) -> int:
        """Go to a step, making updates where it lies ahead; return where it stands then."""
        if step < 0:
            raise InvalidInput("a step is a whole number from 0, got {step}", step=step)
        near = self._frame_before(step)
        if not near <= self.position <= step:
            if self.position - len(self._stretch) <= step < self.position:
                self.back(self.position - step)
                return self.position
            self._restore(step)
        if step > self.position:
            self.step(step - self.position)
        return self.position

    # ---- edits

    def edit(self, change: Change) -> None:
        """Make a change that holds from here on; what lay ahead is kept for `undo`.

        Raises InvalidInput for a change that the next update could not be made with.
        """
        check_change(change, *self._tables[0].shape)
        old = self._branch
        edits = (*(e for e in old.edits if e.at <= self.position), Edit(self.position, change))
        config = config_at(self.first, edits, self.position)
        check_collision(config)
        self.schedule.block(self.position, 1, config)  # raises where it has no pair or no draw
        keeps = self.position if not isinstance(change, SetValue) else self.position - 1
        self._undo.append(replace(old, position=self.position))
        self._redo.clear()
        self._branch = _Branch(
            edits,
            self.position,
            self.position,
            tuple(frame for frame in old.frames if frame.at <= keeps),
            old.log.fork(),
        )
        self.stop = None
        if isinstance(change, SetValue):
            self._recent = self._rows_since_frame(old, keeps)
            self._set(change)
        self._fit()

    def undo(self) -> bool:
        """Take the last edit back: its branch ends, the one before is there again."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Make the edit again that was taken back last."""
        return self._swap(self._redo, self._undo)

    def _swap(self, source: list[_Branch], other: list[_Branch]) -> bool:
        if not source:
            return False
        other.append(replace(self._branch, position=self.position))
        self._branch = source.pop()
        target = self._branch.position
        self._restore(target)
        self.step(target - self.position)
        return True

    # ---- inside

    def _run(self, block: Block) -> None:
        """Make the updates of a block, up to the first that would overflow."""
        E, Ep = self._tables
        config = self.config(block.start)
        losses = np.empty(len(block.inputs))
        done = 0
        remember = self._stretch.append
        try:
            for center, rows in zip(block.inputs.tolist(), block.rows, strict=True):
                update = advance(E, Ep, center, rows, config.lr, config.policy)
                remember(_Undo(center, update))
                losses[done] = update.loss
                done += 1
        except NonFiniteUpdate as error:
            values = error.values
            self.stop = Stop(block.start + done, str(values["table"]), int(str(values["row"])))
        for marks in (self._changed, self._recent):
            marks[0][block.inputs[:done]] = True
            marks[1][block.rows[:done]] = True
        self._branch.log.write(block.start, losses[:done])
        self.position += done
        if self.position > self.length:
            self._branch = replace(self._branch, length=self.position)

    def _apply_values(self) -> None:
        """Set the table values that are edited at this step."""
        for edit in self.edits:
            if edit.at == self.position and isinstance(edit.change, SetValue):
                self._set(edit.change)

    def _set(self, change: SetValue) -> None:
        table = 0 if change.table == "E" else 1
        self._tables[table][change.row, change.column] = change.value
        for marks in (self._changed, self._recent):
            marks[table][change.row] = True
        self._stretch.clear()  # what it would put back is older than this value

    def _keep(self) -> None:
        """Take a keyframe where one is due; forget which rows are recent where one exists."""
        frames = self._branch.frames
        if self.position % self._interval:
            return
        if not frames or frames[-1].at < self.position:
            frame = take_keyframe(self.position, self._tables, self._recent)
            self._branch = replace(self._branch, frames=(*frames, frame))
            self._recent = self._no_rows()
            self._fit()
        elif frames[-1].at == self.position:
            self._recent = self._no_rows()

    def _fit(self) -> None:
        """Keep history within its bounds: old branches lose their keyframes and losses first."""
        while self._log_bytes() > LOG_BYTES:
            oldest = next((i for i, b in enumerate(self._undo) if b.log.nbytes), None)
            if oldest is None:
                break
            self._undo[oldest] = replace(self._undo[oldest], log=LossLog())
        while self._frame_bytes() > FRAME_BYTES:
            oldest = next((i for i, b in enumerate(self._undo) if b.frames), None)
            if oldest is not None:
                self._undo[oldest] = replace(self._undo[oldest], frames=())
            elif any(branch.frames for branch in self._redo):
                self._redo = [replace(branch, frames=()) for branch in self._redo]
            else:
                self._interval *= 2
                frames = thinned(self._branch.frames, self._interval)
                self._recent = self._rows_since_frame(self._branch, frames[-1].at if frames else 0)
                self._branch = replace(self._branch, frames=tuple(frames))
                self._stretch = deque(self._stretch, self._stretch_length())

    def _frame_bytes(self) -> int:
        frames = {id(frame): frame.nbytes for branch in self._branches() for frame in branch.frames}
        return sum(frames.values())

    def _log_bytes(self) -> int:
        return sum(
            {key: size for b in self._branches() for key, size in b.log.chunk_bytes()}.values()
        )

    def _rows_since_frame(self, branch: _Branch, at: int) -> tuple[Flags, Flags]:
        """Return the rows that changed since the last of a branch's keyframes up to `at`."""
        marks = (self._recent[0].copy(), self._recent[1].copy())
        for frame in branch.frames:
            if at < frame.at <= self.position:
                for table in (0, 1):
                    marks[table][frame.rows[table]] = True
        return marks

    def _frame_before(self, step: int) -> int:
        """Return the step of the last keyframe at or before `step`, 0 without one."""
        return max((frame.at for frame in self._branch.frames if frame.at <= step), default=0)

    def _restore(self, step: int) -> None:
        """Go to the last keyframe at or before `step`."""
        frames = [frame for frame in self._branch.frames if frame.at <= step]
        self._changed = restore(self._tables, self._changed, frames, self._base)
        self._recent = self._no_rows()
        self._stretch.clear()
        self.stop = None
        self.position = frames[-1].at if frames else 0
        if not frames:
            self._apply_values()

    def _base(self) -> Tables:
        return self._kept_base or self.source.first_tables(self.settings)

    def _branches(self) -> tuple[_Branch, ...]:
        return (self._branch, *self._undo, *self._redo)

    def _no_rows(self) -> tuple[Flags, Flags]:
        size = len(self.source.vocabulary)
        return np.zeros(size, np.bool_), np.zeros(size, np.bool_)

    def _undo_bytes(self) -> int:
        return 8 * int(self._tables[0].shape[1]) * (self.first.k + 3) + 600

    def _stretch_length(self) -> int:
        return max(1, min(2 * self._interval, STRETCH_BYTES // self._undo_bytes()))


class _Undo:
    """The rows that one update changed, as they were."""

    __slots__ = ("center", "center_before", "touched", "touched_before")

    def __init__(self, center: int, update: Update) -> None:
        self.center = center
        self.center_before = update.v
        self.touched = update.touched
        self.touched_before = update.touched_before


def _view(table: Floats) -> Floats:
    view = table.view()
    view.setflags(write=False)
    return view
