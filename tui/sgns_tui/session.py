"""What is being looked at: a source, its timeline, and the place in it down to the small stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.edits import (
    Change,
    Choice,
    Config,
    Edit,
    SetChoice,
    SetK,
    SetLr,
    SetPolicy,
    SetValue,
)
from sgns_core.errors import InvalidInput
from sgns_core.policy import Policy
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.timeline import Stepper, Timeline
from sgns_core.trace import StepTrace
from sgns_tui.compiled import use_cache_folder
from sgns_tui.opening import word_row
from sgns_tui.origin import Origin
from sgns_tui.stages import Kind, Progress, Stage, first_of, stages_of

if TYPE_CHECKING:
    from sgns_core.search import Event


class Session:
    """One source and one timeline, looked at in update `update` (from 0) at stage number `at`.

    Up to the stage "update" the timeline stands before this update; that stage makes it, and going
    back over it takes it back. Screens and line mode call these methods and read these values; they
    keep no place of their own.

    An update that would make a row overflow can be walked through up to that stage, but not made:
    what would go on from there returns False, or fewer updates, and `timeline.stop` says why.
    """

    def __init__(
        self,
        source: Source,
        settings: Settings,
        edits: tuple[Edit, ...] = (),
        origin: Origin | None = None,
        stepper: Stepper = "numpy",
    ) -> None:
        """Stand at the first stage of the first update; without an origin it cannot be saved."""
        if stepper == "compiled":
            use_cache_folder()
        self.source = source
        self.origin = origin
        self.settings = settings
        self.timeline = Timeline(source, settings, edits, stepper)
        self.update = 0
        self.at = 0
        self.playing = False
        self.selected: int | None = None
        self.saved_edits: tuple[Edit, ...] | None = None
        self.file: str | None = None
        self._trace: tuple[int, object, StepTrace] | None = None
        self._in_force: tuple[Config, Settings] | None = None

    # ---- what is seen

    @property
    def trace(self) -> StepTrace:
        """Return the update that is looked at.

        Where it cannot be made, its values after the update hold the inf or nan that it would lead
        to. Raises InvalidInput where it has no pair or no draw.
        """
        key = (self.update, self.timeline.edits)
        if self._trace is None or self._trace[:2] != key:
            committed = self._committed
            if committed:
                self.timeline.seek(self.update)
            try:
                trace = self.timeline.trace()
            except NonFiniteUpdate:
                trace = self.timeline.trace(allow_overflow=True)
            if committed:
                self.timeline.step()
            self._trace = (*key, trace)
        return self._trace[2]

    @property
    def progress(self) -> Progress:
        """Return how much of the update has been walked through."""
        return Progress(self.trace, self.at)

    @property
    def stage(self) -> Stage:
        """Return the stage that was reached last."""
        return stages_of(self.trace)[self.at]

    @property
    def config(self) -> Config:
        """Return what governs the update that is looked at."""
        return self.timeline.config(self.update)

    @property
    def in_force(self) -> Settings:
        """Return the settings with what the update looked at is made with."""
        config = self.config
        if self._in_force is None or self._in_force[0] is not config:
            settings = replace(self.settings, lr=config.lr, k=config.k, policy=config.policy)
            self._in_force = (config, settings)
        return self._in_force[1]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the vocabulary by row."""
        return self.source.vocabulary.words

    @property
    def _committed(self) -> bool:
        return self.timeline.position > self.update

    # ---- small stages

    def next(self) -> bool:
        """Go one small stage forward; False where the run cannot go on."""
        if self.at + 1 == len(stages_of(self.trace)):
            return self._look_at(self.update + 1)
        if stages_of(self.trace)[self.at + 1].kind is Kind.UPDATE and not self._commit():
            return False
        self.at += 1
        return True

    def previous(self) -> bool:
        """Go one small stage back; False at the very beginning."""
        if self.at:
            if self.stage.kind is Kind.UPDATE:
                self.timeline.seek(self.update)
            self.at -= 1
            return True
        if not self.update:
            return False
        self._look_at(self.update - 1)
        return self.finish()

    def finish(self) -> bool:
        """Go to the last stage of this update."""
        last = len(stages_of(self.trace)) - 1
        if self.at < first_of(Kind.UPDATE, self.trace) and not self._commit():
            return False
        self.at = last
        return True

    # ---- whole updates

    def forward(self, updates: int = 1) -> int:
        """Go so many updates forward, to the first stage; return how many were made."""
        if updates < 1:
            return 0
        begin = self.update
        self._seek(begin + updates)
        if self.timeline.position > begin:
            self._settle(self.timeline.position)
        return self.update - begin

    def backward(self, updates: int = 1) -> int:
        """Go so many updates back, to the first stage; return how many it were."""
        target = max(0, self.update - max(0, updates))
        moved = self.update - target
        self._look_at(target)
        return moved

    def go_to(self, update: int, at: int = 0) -> bool:
        """Go to a stage of an update, the first by default; False where the run stopped before."""
        if not self._look_at(update):
            return False
        if at and not 0 < at < len(stages_of(self.trace)):
            raise InvalidInput("an update has {count} stages", count=len(stages_of(self.trace)))
        if at and at >= first_of(Kind.UPDATE, self.trace) and not self._commit():
            return False
        self.at = at
        return True

    def until(
        self, event: Event, limit: int = 100_000, go_on: Callable[[], bool] = lambda: True
    ) -> bool:
        """Run until an update that the event names; tell whether it came."""
        from sgns_core.search import run_until

        return self._search(lambda: run_until(self.timeline, event, limit, go_on))

    def back_until(self, event: Event, go_on: Callable[[], bool] = lambda: True) -> bool:
        """Run back until an update that the event names; tell whether there was one."""
        from sgns_core.search import back_until

        return self._search(lambda: back_until(self.timeline, event, go_on))

    def _search(self, search: Callable[[], bool]) -> bool:
        """Search from this update on; where that leads nowhere, stay at the stage."""
        standing = self.timeline.position
        self.timeline.seek(self.update)
        try:
            found = search()
        finally:
            if self.timeline.position == self.update:
                if standing != self.update:
                    self.timeline.seek(standing)
            else:
                self._settle(self.timeline.position)
        return found

    # ---- edits

    def edit(self, change: Change) -> None:
        """Make a change from here on; where the update is made already, from the next one on.

        Raises InvalidInput, and changes nothing, where it is not possible.
        """
        stays = self.timeline.position == self.update and isinstance(change, SetLr | SetPolicy)
        before = stages_of(self.trace) if stays and self.at else ()
        at = self.at
        self.timeline.edit(change)
        self._settle(self.timeline.position)
        if before and before == stages_of(self.trace):
            self.at = at

    def choose(
        self,
        center: int | None = None,
        target: int | None = None,
        negatives: tuple[int, ...] | None = None,
    ) -> None:
        """Choose center, target or negatives; what is not named stays as it is.

        Drawn negatives stay drawn unless they are named.
        """
        now = self.timeline.config().choice
        if now is None and center is not None and target is not None:
            now = Choice(center, target)
        elif now is None:
            block = self.timeline.block(self.timeline.position, 1)
            now = Choice(int(block.inputs[0]), int(block.rows[0, 0]))
        chosen = Choice(
            now.center if center is None else center,
            now.target if target is None else target,
            now.negatives if negatives is None else negatives,
        )
        self.edit(SetChoice(chosen))

    def release(self) -> None:
        """Go back to the pairs and negatives that the text and chance give."""
        self.edit(SetChoice(None))

    def set_lr(self, lr: float) -> None:
        """Set the learning rate."""
        self.edit(SetLr(lr))

    def set_k(self, k: int) -> None:
        """Set the number of drawn negatives."""
        self.edit(SetK(k))

    def set_policy(self, **parts: object) -> None:
        """Set parts of the policy, such as its power."""
        self.edit(SetPolicy(self.timeline.config().policy.with_parts(**parts)))

    def use_policy(self, policy: Policy) -> None:
        """Follow a whole policy."""
        self.edit(SetPolicy(policy))

    def row_of(self, word: str) -> int:
        """Return the row of a word as a person types it; InvalidInput names the nearest known."""
        return word_row(self.source, word)

    def set_value(self, table: str, row: int, column: int, value: float) -> None:
        """Set one number of a table, E or Ep."""
        if table not in ("E", "Ep"):
            raise InvalidInput("table must be E or Ep, got {table}", table=table)
        self.edit(SetValue("E" if table == "E" else "Ep", row, column, value))

    def undo(self) -> bool:
        """Take the last edit back; False where there is none."""
        if not self.timeline.undo():
            return False
        self._settle(self.timeline.position)
        return True

    def redo(self) -> bool:
        """Make the edit again that was taken back last; False where there is none."""
        if not self.timeline.redo():
            return False
        self._settle(self.timeline.position)
        return True

    @property
    def is_unsaved(self) -> bool:
        """Tell whether there are changes that no file holds."""
        return self.timeline.edits != (self.saved_edits or ())

    def with_seed(self, seed: int) -> Session:
        """Return a new session on the same source with another seed, at its beginning."""
        settings = replace(self.settings, seed=seed)
        return Session(self.source, settings, (), self.origin, self.timeline.stepper)

    def check_can_be_made(self) -> None:
        """Raise InvalidInput, naming step and word, where the update looked at would overflow."""
        if self._commit():
            if self.at < first_of(Kind.UPDATE, self.trace):
                self.timeline.seek(self.update)
            return
        stop = self.timeline.stop
        assert stop is not None
        raise InvalidInput(
            "update {update} cannot be made: the row of {word} in {table} would overflow",
            update=stop.at + 1,
            word=self.words[stop.row],
            table=stop.table,
        )

    # ---- inside

    def _commit(self) -> bool:
        """Make this update if it is not made; False where it would overflow."""
        return self._committed or self.timeline.step() == 1

    def _look_at(self, update: int) -> bool:
        """Stand at the first stage of an update, or of the last one that can be reached."""
        self._seek(update)
        self._settle(self.timeline.position)
        return self.update == update

    def _seek(self, update: int) -> None:
        """Bring the timeline to an update; where that fails on the way, stand where it failed."""
        before = self.timeline.position
        try:
            self.timeline.seek(update)
        except InvalidInput:
            if self.timeline.position != before:
                self._settle(self.timeline.position)
            raise

    def _settle(self, update: int) -> None:
        if self.timeline.position != update:
            self.timeline.seek(update)
        self.update = update
        self.at = 0
