"""A run that can be stood at any step: forward, back, anywhere, with edits, branches and undo."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgns_core import limits
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
    edits_at,
    edits_until,
    parting,
)
from sgns_core.errors import InvalidInput
from sgns_core.history import History
from sgns_core.keyframes import Tables
from sgns_core.plan import Plan, until_edit
from sgns_core.schedule import Block, Schedule
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.step import trace_step
from sgns_core.steppers import (
    Stepper,
    Stop,
    can_draw,
    check_stepper,
    make_by_numpy,
    make_compiled,
    make_drawing,
)
from sgns_core.stretch import Stretch
from sgns_core.trace import Floats, Indices, StepTrace

__all__ = ["Stepper", "Stop", "Timeline"]


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
        check_stepper(stepper)
        self.stepper = stepper
        self.source = source
        self.settings = settings
        self.schedule = Schedule(source, settings)
        E, Ep = source.first_tables(settings)
        check_edits(edits, *E.shape)
        self._tables: Tables = (E, Ep)
        small = E.nbytes + Ep.nbytes <= limits.BASE_BYTES
        self._kept_base: Tables | None = (E.copy(), Ep.copy()) if small else None
        wanted = source.wanted
        choice = Choice(*wanted.pair, wanted.negatives) if wanted.pair else None
        self.first = Config(settings.lr, settings.k, settings.policy, choice)
        self.position = 0
        self.stop: Stop | None = None
        self._plan = Plan(self.schedule, self.first)
        interval = limits.INTERVAL if stepper == "numpy" else 2 * limits.INTERVAL
        self._history = History(tuple(edits), len(E), interval)
        self._stretch = Stretch(E.shape[1])
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
        return self._history.branch.length

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return the edits of this branch in the order they were made."""
        return self._history.branch.edits

    @property
    def can_undo(self) -> bool:
        """Tell whether an edit can be taken back."""
        return bool(self._history.to_undo)

    @property
    def can_redo(self) -> bool:
        """Tell whether an edit that was taken back can be made again."""
        return bool(self._history.to_redo)

    @property
    def branches(self) -> tuple[int, ...]:
        """Return the steps at which branches that undo and redo bring back leave this one."""
        left = (*self._history.to_undo, *self._history.to_redo)
        steps = {parting(self.edits, branch.edits) for branch in left}
        return tuple(sorted(step for step in steps if step is not None))

    @property
    def nbytes(self) -> int:
        """Return the memory that history takes, without the tables themselves."""
        base = 0 if self._kept_base is None else 2 * self._kept_base[0].nbytes
        return base + self._history.nbytes + self._stretch.nbytes

    def config(self, step: int | None = None) -> Config:
        """Return what governs an update, the next one by default."""
        return self._plan.config(self.edits, self.position if step is None else step)

    def block(self, start: int, count: int) -> Block:
        """Return pairs and draws of updates that one configuration governs from `start` on.

        There may be fewer than `count`, but one at least: a block ends where an edit waits. Raises
        InvalidInput where update `start` has no pair or no draw.
        """
        return self._plan.block(self.edits, start, count)

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
        return self._history.branch.log.read(start, min(stop, self.length))

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
            interval = self._history.interval
            self._run(min(target, self.position - self.position % interval + interval))
            self._apply_values()
            self._history.keep(self.position, self._tables)
        return self.position - begin

    def back(self, count: int = 1) -> int:
        """Go back `count` updates, at most to step 0, and return how many it were."""
        _check_count(count)
        count = min(count, self.position)
        if count <= len(self._stretch):
            self.stop = None
            # Past a keyframe, what it holds is recent again.
            self._history.recall(self._history.branch, self.position - count, self.position)
            for _ in range(count):
                self._stretch.put_back(self._tables)
            self.position -= count
        else:
            self.seek(self.position - count)
        return count

    def seek(self, step: int) -> int:
        """Go to a step, making updates where it lies ahead; return where it stands then."""
        if step < 0:
            raise InvalidInput("a step is a whole number from 0, got {step}", step=step)
        near = self._history.frame_before(step)
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
        edits = (*edits_until(self.edits, self.position), Edit(self.position, change))
        config = config_at(self.first, edits, self.position)
        check_collision(config)
        self.schedule.block(self.position, 1, config)  # raises where it has no pair or no draw
        # A keyframe that stands here does not hold a value that is set now.
        keeps = self.position - 1 if isinstance(change, SetValue) else self.position
        self._history.fork(self.position, edits, keeps)
        self.stop = None
        if isinstance(change, SetValue):
            self._set(change)

    def undo(self) -> bool:
        """Take the last edit back: its branch ends, the one before is there again."""
        return self._history.undo(self.position) and self._arrive()

    def redo(self) -> bool:
        """Make the edit again that was taken back last."""
        return self._history.redo(self.position) and self._arrive()

    def _arrive(self) -> bool:
        """Go to where the branch that is now stood on was left."""
        position = self._history.branch.position
        self._restore(position)
        self.step(position - self.position)
        return True

    # ---- inside

    def _run(self, until: int) -> None:
        """Make updates up to a step, or less far: to an edit, or before one that would overflow."""
        start, count = self.position, until - self.position
        if self.stepper == "numpy":
            self._run_numpy(self.block(start, count))
            return
        config = self.config()
        if can_draw(self._tables, config):
            size = until_edit(self.edits, start, count)
            made = make_drawing(self._tables, self.schedule, start, size, config)
        else:
            made = make_compiled(self._tables, self.block(start, count), config)
        self._stretch.clear()  # going back runs updates again, which is as quick
        self._note(made.inputs, made.rows, made.losses)
        self.stop = made.stop

    def _run_numpy(self, block: Block) -> None:
        self._stretch.fit(block.rows.shape[1], self._history.interval)
        losses: list[float] = []
        try:
            self.stop = make_by_numpy(self._tables, block, self.config(), self._stretch, losses)
        finally:  # whatever is raised, the place is that of the tables
            done = len(losses)
            self._note(block.inputs[:done], block.rows[:done], np.array(losses))

    def _note(self, inputs: Indices, rows: Indices, losses: Floats) -> None:
        self._history.note(self.position, inputs, rows, losses)
        self.position += len(losses)

    def _apply_values(self) -> None:
        """Set the table values that are edited at this step."""
        if self.edits:
            for edit in edits_at(self.edits, self.position):
                if isinstance(edit.change, SetValue):
                    self._set(edit.change)

    def _set(self, change: SetValue) -> None:
        table = 0 if change.table == "E" else 1
        self._tables[table][change.row, change.column] = change.value
        self._history.mark(table, change.row)
        self._stretch.clear()  # what it would put back is older than this value

    def _restore(self, step: int) -> None:
        """Go to the last keyframe at or before `step`."""
        at = self._history.restore(step, self._tables, self._first_rows)
        self._stretch.clear()
        self.stop = None
        self.position = 0 if at is None else at
        if at is None:
            self._apply_values()

    def _first_rows(self, table: int, start: int, stop: int) -> Floats:
        """Return rows start..stop-1 of a first table: 0 is E, 1 is Ep."""
        if self._kept_base is not None:
            return self._kept_base[table][start:stop]
        return self.source.first_rows(self.settings, table, start, stop)


def _check_count(count: int) -> None:
    if count < 0:
        raise InvalidInput("a number of updates is a whole number from 0, got {count}", count=count)


def _view(table: Floats) -> Floats:
    view = table.view()
    view.setflags(write=False)
    return view
