"""A run that can be stood at any step: forward, back, anywhere, with edits, branches and undo."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

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
    check_edits,
    config_at,
    edits_after,
    edits_at,
    edits_until,
    last_edit,
    next_edit,
)
from sgns_core.errors import InvalidInput
from sgns_core.kernels.stepper import available, run_given, run_steps
from sgns_core.keyframes import (
    Keyframe,
    Tables,
    keyframe_bytes,
    restore,
    take_keyframe,
    thinned,
)
from sgns_core.log import LossLog
from sgns_core.schedule import Block, Schedule
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.step import Update, advance, trace_step
from sgns_core.trace import Flags, Floats, Indices, StepTrace

Stepper = Literal["numpy", "compiled"]

INTERVAL = 512  # updates between keyframes, until they are thinned
FRAME_BYTES = 112 * 2**20
MAX_FRAMES = 4096  # in one branch, so that none of what looks through them takes long
STRETCH_BYTES = 16 * 2**20
LOG_BYTES = 40 * 2**20
DRAWING_BYTES = 2**18
BASE_BYTES = 16 * 2**20  # first tables above this are made again when they are needed
BLOCK_DRAWS = 1 << 18  # rows named by the updates that are drawn at once
AHEAD = 64  # updates that are drawn when fewer are asked for

_REFERENCE = 8  # bytes of an entry in a tuple
_AT = attrgetter("at")


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

    def __init__(
        self,
        source: Source,
        settings: Settings,
        edits: Sequence[Edit] = (),
        stepper: Stepper = "numpy",
    ) -> None:
        """Stand at step 0; `edits` are those of a saved run, in the order they were made.

        stepper: what makes the updates. "compiled" needs numba and differs from "numpy" by at most
        1e-12 a step; traces are NumPy's, of the tables as they stand.
        """
        if stepper == "compiled" and not available():
            raise InvalidInput(
                "the compiled stepper needs numba; install the extra: pip install sgns-tui[fast]"
            )
        self.stepper = stepper
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
        self._interval = INTERVAL if stepper == "numpy" else 2 * INTERVAL
        self._ahead: tuple[Sequence[Edit], Block] | None = None
        self._known_config: tuple[Sequence[Edit], int, int | None, Config] | None = None
        self._changed = self._no_rows()  # since step 0
        self._recent = self._no_rows()  # since the last keyframe
        self._width = 1  # rows scored by the widest update of the stretch
        self._stretch: deque[_Undo] = deque(maxlen=self._stretch_length())
        self._frame_bytes = 0
        self._log_made = 0
        self._branch = _Branch((), 0, 0, (), LossLog())
        self._undo: list[_Branch] = []
        self._redo: list[_Branch] = []
        check_edits(edits, *E.shape)
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
        base = 0 if self._kept_base is None else 2 * self._kept_base[0].nbytes
        marks = sum(table.nbytes for both in (self._changed, self._recent) for table in both)
        edits = sum(_REFERENCE * len(branch.edits) for branch in self._branches())
        stretch = len(self._stretch) * self._undo_bytes()
        return self._frame_bytes + self._log_bytes() + base + marks + edits + stretch

    def config(self, step: int | None = None) -> Config:
        """Return what governs an update, the next one by default."""
        step = self.position if step is None else step
        edits = self._branch.edits
        known = self._known_config
        first = self.first
        since: Sequence[Edit] = edits
        if known is not None and known[0] is edits and known[1] <= step:
            first, until = known[3], known[2]
            if until is None or step < until:
                return first
            since = edits_after(edits, known[1])
        config = config_at(first, since, step)
        if step >= 0:
            self._known_config = edits, last_edit(edits, step), next_edit(edits, step), config
        return config

    def block(self, start: int, count: int) -> Block:
        """Return pairs and draws of updates that one configuration governs from `start` on.

        There may be fewer than `count`, but one at least: a block ends where an edit waits. Raises
        InvalidInput where update `start` has no pair or no draw.
        """
        if count >= AHEAD:
            return self._draw(start, count)
        edits = self._branch.edits
        if self._ahead is None or self._ahead[0] is not edits or not _holds(self._ahead[1], start):
            # Blocks at fixed places serve those who go back as well.
            begin = max(last_edit(edits, start), start - start % AHEAD)
            block = self._draw(begin, AHEAD)
            if not _holds(block, start):
                return self._draw(start, count)
            self._ahead = edits, block
        return self._ahead[1].part(start, count)

    def _draw(self, start: int, count: int) -> Block:
        config = self.config(start)
        edit = next_edit(self._branch.edits, start)
        size = count if edit is None else min(count, edit - start)
        negatives = config.choice.negatives if config.choice else None
        width = 1 + (config.k if negatives is None else len(negatives))
        size = max(1, min(size, BLOCK_DRAWS // width))
        while True:
            try:
                return self.schedule.block(start, size, config)
            except InvalidInput:
                # A later update may be the one that has no draw; those before it can be made.
                if size == 1:
                    raise
                size = -(-size // 2)

    def trace(self, allow_overflow: bool = False) -> StepTrace:
        """Return the update that comes next, in full; nothing changes.

        Raises NonFiniteUpdate where it would make a row overflow; with `allow_overflow` the trace
        then holds the inf and nan that it would write.
        """
        block, config = self.block(self.position, 1), self.config()
        rows = block.rows[0]
        return trace_step(
            self.E,
            self.Ep,
            int(block.inputs[0]),
            int(rows[0]),
            rows[1:],
            config.lr,
            config.policy,
            allow_overflow=allow_overflow,
        )

    def losses(self, start: int, stop: int) -> Floats:
        """Return the losses of updates start..stop-1 as they were made; nan where not known."""
        return self._branch.log.read(start, min(stop, self.length))

    # ---- moving

    def step(self, count: int = 1) -> int:
        """Make `count` updates and return how many were made: fewer only where the run stops.

        It stops, with `stop` set, before the first update that would make a row overflow; tables
        and position are those of the last good state. So they are where InvalidInput is raised
        because an update has no pair or no draw.
        """
        _check_count(count)
        target = self.position + count
        begin = self.position
        self.stop = None
        while self.position < target and self.stop is None:
            edge = self.position - self.position % self._interval + self._interval
            size = min(target, edge) - self.position
            if self._draws_as_it_goes:
                self._run_drawing(size)
            else:
                self._run(self.block(self.position, size))
            self._apply_values()
            self._keep()
        return self.position - begin

    def back(self, count: int = 1) -> int:
        """Go back `count` updates, at most to step 0, and return how many it were."""
        _check_count(count)
        count = min(count, self.position)
        if count <= len(self._stretch):
            self.stop = None
            # Past a keyframe, what it holds is recent again.
            self._add_recent(self._branch, self.position - count)
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
        edits = (*edits_until(old.edits, self.position), Edit(self.position, change))
        config = config_at(self.first, edits, self.position)
        check_collision(config)
        self.schedule.block(self.position, 1, config)  # raises where it has no pair or no draw
        keeps = self.position if not isinstance(change, SetValue) else self.position - 1
        frames = old.frames[: bisect_right(old.frames, keeps, key=_AT)]
        self._undo.append(replace(old, position=self.position))
        forgotten = bool(self._redo)
        self._redo.clear()
        self._branch = _Branch(edits, self.position, self.position, frames, old.log.fork())
        self._frame_bytes += _REFERENCE * len(frames)
        if forgotten:
            self._count_frames()
        self.stop = None
        if isinstance(change, SetValue):
            self._add_recent(old, keeps)
            self._set(change)

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
        make = self._make_compiled if self.stepper == "compiled" else self._make
        losses: list[float] = []
        try:
            make(block, losses)
        finally:  # whatever is raised, the place is that of the tables
            done = len(losses)
            self._note(block.inputs[:done], block.rows[:done], np.array(losses))

    def _note(self, inputs: Indices, rows: Indices, losses: Floats) -> None:
        """Note which rows of E and of Ep the updates made from here may have changed, and go on."""
        for marks in (self._changed, self._recent):
            marks[0][inputs] = True
            marks[1][rows] = True
        self._branch.log.write(self.position, losses)
        self.position += len(losses)
        if self.position > self.length:
            self._branch = replace(self._branch, length=self.position)

    @property
    def _draws_as_it_goes(self) -> bool:
        """Tell whether the compiled stepper may draw for itself.

        It does not say what it drew, so that all words that can be drawn count as changed: a choice
        for small tables.
        """
        if self.stepper != "compiled" or self._tables[1].nbytes > DRAWING_BYTES:
            return False
        choice = self.config().choice
        return choice is None or choice.negatives is None

    def _run_drawing(self, count: int) -> None:
        """Make updates with the compiled stepper, negatives drawn as it goes."""
        start, config = self.position, self.config()
        edit = next_edit(self._branch.edits, start)
        count = count if edit is None else min(count, edit - start)
        inputs, positives = self.schedule.pairs(start, count, config)
        noise = self.schedule.noise(config.policy.power)
        made = np.empty(count)
        run = run_steps(
            *self._tables,
            inputs,
            positives,
            self.settings.seed,
            start,
            config.k,
            noise.cumulative,
            config.lr,
            config.policy,
            made,
        )
        self._stretch.clear()
        done = run.done
        rows = np.concatenate((np.flatnonzero(noise.probabilities), positives[:done]))
        self._note(inputs[:done], rows if done else rows[:0], made[:done])
        if done < count:
            self._stop_at(start + done, run.table, run.row)

    def _make(self, block: Block, losses: list[float]) -> None:
        """Make updates one by one, noting their losses and what they change."""
        E, Ep = self._tables
        config = self.config(block.start)
        lr, policy = config.lr, config.policy
        self._size_stretch(block.rows.shape[1])
        remember, note = self._stretch.append, losses.append
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                for center, rows in zip(block.inputs.tolist(), block.rows, strict=True):
                    update = advance(E, Ep, center, rows, lr, policy)
                    remember(_Undo(center, update))
                    note(update.loss)
        except NonFiniteUpdate as error:
            self._stop_at(block.start + len(losses), error.values["table"], error.values["row"])

    def _make_compiled(self, block: Block, losses: list[float]) -> None:
        """Make updates with the compiled stepper; going back runs them again, which is as quick."""
        config = self.config(block.start)
        made = np.empty(len(block))
        run = run_given(
            *self._tables,
            block.inputs,
            block.positives,
            block.negatives,
            config.lr,
            config.policy,
            made,
        )
        self._stretch.clear()
        losses.extend(made[: run.done].tolist())
        if run.done < len(block):
            self._stop_at(block.start + run.done, run.table, run.row)

    def _stop_at(self, step: int, table: object, row: object) -> None:
        self.stop = Stop(step, str(table), int(str(row)))

    def _apply_values(self) -> None:
        """Set the table values that are edited at this step."""
        if self._branch.edits:
            for edit in edits_at(self._branch.edits, self.position):
                if isinstance(edit.change, SetValue):
                    self._set(edit.change)

    def _set(self, change: SetValue) -> None:
        table = 0 if change.table == "E" else 1
        self._tables[table][change.row, change.column] = change.value
        for marks in (self._changed, self._recent):
            marks[table][change.row] = True
        self._stretch.clear()  # what it would put back is older than this value

    def _keep(self) -> None:
        """Take a keyframe where one is due; forget which rows are recent where one exists."""
        if self._branch.log.made != self._log_made:
            self._log_made = self._branch.log.made
            self._fit_logs()
        if self.position % self._interval:
            return
        if self._frame_before(self.position) == self.position:
            self._recent = self._no_rows()
            return
        frames = self._branch.frames
        size = keyframe_bytes(self._recent, self._tables[0].shape[1]) + _REFERENCE
        # One that leaves room for few others is worth less than those there are.
        if (frames and frames[-1].at > self.position) or size > FRAME_BYTES // 4:
            return
        self._make_room(size)
        if self.position % self._interval:
            return
        frame = take_keyframe(self.position, self._tables, self._recent)
        self._branch = replace(self._branch, frames=(*self._branch.frames, frame))
        self._frame_bytes += size
        self._recent = self._no_rows()

    def _make_room(self, size: int) -> None:
        """Forget keyframes until `size` bytes more fit: those of other branches before others."""
        if self._frame_bytes + size > FRAME_BYTES:
            self._forget_others(size)
        while self._branch.frames and (
            self._frame_bytes + size > FRAME_BYTES or len(self._branch.frames) >= MAX_FRAMES
        ):
            self._thin()

    def _forget_others(self, size: int) -> None:
        """Forget other branches' keyframes, oldest branch first, until `size` bytes more fit."""
        own = self._branch.frames
        uses = Counter(id(frame) for branch in self._branches() for frame in branch.frames)
        for shared_too in (False, True):
            for branches in (self._redo, self._undo):
                for i, branch in enumerate(branches):
                    if self._frame_bytes + size <= FRAME_BYTES:
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

    def _thin(self) -> None:
        """Keep every other keyframe of this branch, or fewer."""
        self._interval *= 2
        staying = (f.at for f in reversed(self._branch.frames) if f.at % self._interval == 0)
        self._add_recent(self._branch, next(staying, 0))
        frames = deque(self._branch.frames)
        self._branch = replace(self._branch, frames=())
        self._branch = replace(
            self._branch, frames=tuple(thinned(_taken_from(frames), self._interval))
        )
        self._count_frames()
        self._stretch = deque(self._stretch, self._stretch_length())

    def _fit_logs(self) -> None:
        """Keep losses within their bound: the oldest branches lose theirs first."""
        total = self._log_bytes()
        if total <= LOG_BYTES:
            return
        uses = Counter(key for b in self._branches() for key, _ in b.log.chunk_bytes())
        for branches in (self._undo, self._redo):
            for i, branch in enumerate(branches):
                if total <= LOG_BYTES:
                    return
                for key, size in branch.log.chunk_bytes():
                    uses[key] -= 1
                    total -= 0 if uses[key] else size
                branches[i] = replace(branch, log=LossLog())

    def _count_frames(self) -> None:
        """Count the memory of all keyframes, each once, and of what refers to them."""
        branches = self._branches()
        sizes = {id(frame): frame.nbytes for branch in branches for frame in branch.frames}
        entries = sum(len(branch.frames) for branch in branches)
        self._frame_bytes = sum(sizes.values()) + _REFERENCE * entries

    def _log_bytes(self) -> int:
        return sum(
            {key: size for b in self._branches() for key, size in b.log.chunk_bytes()}.values()
        )

    def _add_recent(self, branch: _Branch, at: int) -> None:
        """Mark as recent what changed since the last of a branch's keyframes up to `at`."""
        frames = branch.frames
        first = bisect_right(frames, at, key=_AT)
        for frame in frames[first : bisect_right(frames, self.position, key=_AT)]:
            for table in (0, 1):
                self._recent[table][frame.rows[table]] = True

    def _frame_before(self, step: int) -> int:
        """Return the step of the last keyframe at or before `step`, 0 without one."""
        place = bisect_right(self._branch.frames, step, key=_AT)
        return self._branch.frames[place - 1].at if place else 0

    def _restore(self, step: int) -> None:
        """Go to the last keyframe at or before `step`."""
        frames = self._branch.frames[: bisect_right(self._branch.frames, step, key=_AT)]
        self._changed = restore(self._tables, self._changed, frames, self._first_rows)
        self._recent = self._no_rows()
        self._stretch.clear()
        self.stop = None
        self.position = frames[-1].at if frames else 0
        if not frames:
            self._apply_values()

    def _first_rows(self, table: int, start: int, stop: int) -> Floats:
        """Return rows start..stop-1 of a first table: 0 is E, 1 is Ep."""
        if self._kept_base is not None:
            return self._kept_base[table][start:stop]
        return self.source.first_rows(self.settings, table, start, stop)

    def _branches(self) -> tuple[_Branch, ...]:
        return (self._branch, *self._undo, *self._redo)

    def _no_rows(self) -> tuple[Flags, Flags]:
        size = len(self.source.vocabulary)
        return np.zeros(size, np.bool_), np.zeros(size, np.bool_)

    def _size_stretch(self, width: int) -> None:
        """Let the stretch hold as many updates as fit when those to come score `width` rows."""
        if width != self._width:
            held = max((len(undo.touched) for undo in self._stretch), default=0)
            self._width = max(width, held)
            self._stretch = deque(self._stretch, self._stretch_length())

    def _undo_bytes(self) -> int:
        return 8 * int(self._tables[0].shape[1]) * (self._width + 1) + 8 * self._width + 600

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


def _holds(block: Block, step: int) -> bool:
    return block.start <= step < block.start + len(block)


def _taken_from(frames: deque[Keyframe]) -> Iterator[Keyframe]:
    """Yield keyframes and let them go, so that thinning needs little room beside them."""
    while frames:
        yield frames.popleft()


def _check_count(count: int) -> None:
    if count < 0:
        raise InvalidInput("a number of updates is a whole number from 0, got {count}", count=count)


def _view(table: Floats) -> Floats:
    view = table.view()
    view.setflags(write=False)
    return view
