"""What the Train screen sees of a session: one picture's worth of copies, taken between updates.

`Watch.take` reads the timeline, so it is called by whoever has the session; what it returns holds
no array that training writes to, and can be drawn in another thread.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from sgns_core.edits import Edit, parting
from sgns_core.errors import InvalidInput
from sgns_core.neighbors import nearest, neighbors, row_norms
from sgns_core.projection import Projection, project
from sgns_core.record import record
from sgns_core.row_updates import last_row_updates
from sgns_core.timeline import Stop
from sgns_core.trace import Floats, Indices, StepTrace
from sgns_tui.course import Course
from sgns_tui.grouping import Grouping
from sgns_tui.i18n import explain
from sgns_tui.render.map.scene import MapWords, Trail
from sgns_tui.render.step_view import StepView
from sgns_tui.render.train.bar import TimelineView
from sgns_tui.render.train.loss import LossView
from sgns_tui.render.train.updates import UpdateLine
from sgns_tui.render.train.word import WordView
from sgns_tui.session import Session
from sgns_tui.session_view import step_view

TRAIL = 12  # places of a word that a trail shows
TRAIL_ROWS = 60
NEAR, MANY_NEAR = 5, 12
LAST = 40  # updates that are listed


@record
class Wants:
    """What a picture should hold beside the points: what it need not is not worked out."""

    selected: int | None = None
    outputs: bool = False
    trails: bool = False
    arrows: bool = False
    word: bool = True
    near: int = NEAR
    updates: bool = True
    ascii_only: bool = False


@record(eq=False, kw_only=True)
class TrainFrame:
    """One moment of a session.

    points: (V, 2) places of the rows of E; outputs: (m, 2) of rows `output_rows` (m,) of Ep, or
    None. only: the rows of E that move at all, None for all. step: the update looked at, None where
    it cannot be shown, and `problem` says why. last: the last update made, where arrows are wanted.
    updates: the last ones, the newest first. beside: the same moment of the run that is compared.
    name: what sets this run apart from the other, None where there is one alone.
    """

    update: int
    length: int
    words: MapWords
    points: Floats
    projection: Projection
    step: StepView | None
    problem: str | None
    timeline: TimelineView
    loss: LossView
    word: WordView | None = None
    outputs: Floats | None = None
    output_rows: Indices | None = None
    only: Indices | None = None
    trail: Trail | None = None
    last: StepTrace | None = None
    stop: Stop | None = None
    updates: tuple[UpdateLine, ...] = ()
    beside: TrainFrame | None = None
    name: str | None = None


class Watch:
    """What is remembered of a session from picture to picture, so that the next one fits it."""

    def __init__(self, session: Session, grouping: Grouping) -> None:
        self.session = session
        self.grouping = grouping
        self.course = Course(session.timeline)
        self._projection: Projection | None = None
        self._trail: deque[tuple[int, Floats]] = deque(maxlen=TRAIL + 1)
        self._trail_rows = _most_frequent(session)
        self._trail_edits: tuple[Edit, ...] = ()
        self._words: MapWords | None = None
        self._word: WordView | None = None
        self._shown: tuple[StepView | None, str | None] | None = None
        self._updates: tuple[UpdateLine, ...] = ()

    def take(
        self,
        wants: Wants,
        *,
        details: bool = True,
        slow: bool = True,
        rate: float | None = None,
    ) -> TrainFrame:
        """Return the session as it is now.

        details: with the update at hand and the selected word, which nobody could read if they
        changed many times a second; else they are those of the picture before. slow: also what
        takes long (curves, counts, a word's last updates). rate: updates a second, if it plays.
        """
        session, timeline = self.session, self.session.timeline
        E = timeline.E
        self._projection = project(E, self._projection)
        points = self._projection.apply(E)
        if points.base is not None or points is E:
            points = points.copy()
        if slow or self._words is None:
            self._words = self.grouping.words(E, slow)
        if details or self._shown is None:
            self._shown = self._step(wants)
        step, problem = self._shown
        only, output_rows = self._drawn(wants)
        self._remember(points)
        return TrainFrame(
            update=session.update,
            length=timeline.length,
            words=self._words,
            points=points,
            projection=self._projection,
            step=step,
            problem=problem,
            timeline=TimelineView(
                position=timeline.position,
                length=timeline.length,
                edits=tuple(sorted({edit.at for edit in timeline.edits})),
                branches=timeline.branches,
                stop=None if timeline.stop is None else timeline.stop.at,
                ascii_only=wants.ascii_only,
            ),
            loss=self.course.view(self._words, slow, rate, wants.ascii_only),
            word=self._word_view(wants, details, slow) if wants.word else None,
            outputs=None
            if output_rows is None
            else self._projection.apply(timeline.Ep[output_rows]),
            output_rows=output_rows,
            only=only,
            trail=self._trail_view(wants),
            last=self._last() if wants.arrows else None,
            stop=timeline.stop,
            updates=self._last_updates(slow) if wants.updates else (),
        )

    # ---- parts

    def _step(self, wants: Wants) -> tuple[StepView | None, str | None]:
        try:
            return step_view(self.session, wants.ascii_only), None
        except InvalidInput as error:
            return None, explain(error)

    def _drawn(self, wants: Wants) -> tuple[Indices | None, Indices | None]:
        """Return the rows of E and Ep that are drawn: of a chosen pair those that it moves."""
        choice = self.session.config.choice
        if choice is not None and choice.negatives is not None:
            rows = np.array(list(dict.fromkeys((choice.target, *choice.negatives))), np.intp)
            return np.array([choice.center], np.intp), rows
        if not wants.outputs:
            return None, None
        return None, np.arange(len(self.session.words))

    def _last(self) -> StepTrace | None:
        """Return the last update that was made, as it was made."""
        timeline = self.session.timeline
        if not timeline.position:
            return None
        timeline.back()
        try:
            return timeline.trace(allow_overflow=True)
        finally:
            timeline.step()

    def _word_view(self, wants: Wants, details: bool, slow: bool) -> WordView | None:
        row, E = wants.selected, self.session.timeline.E
        if row is None or self._words is None:
            return None
        before = self._word
        known = before is not None and before.row == row
        if before is not None and known and not details:
            return before
        updates = before.updates if before is not None and known else ()
        if slow or not known:
            updates = last_row_updates(self.session.timeline, row)
        group = int(self._words.groups[row])
        self._word = WordView(
            words=self._words.words,
            row=row,
            count=int(self._words.counts[row]),
            group=None if group < 0 else self._words.names[group],
            norm=float(row_norms(E[row : row + 1])[0]),
            by_cosine=neighbors(E, row, wants.near),
            by_distance=nearest(E, row, wants.near),
            updates=updates,
            ascii_only=wants.ascii_only,
        )
        return self._word

    def _last_updates(self, slow: bool) -> tuple[UpdateLine, ...]:
        """Return the last updates that were made, the newest first."""
        if not slow:
            return self._updates
        timeline = self.session.timeline
        start, stop = max(0, timeline.position - LAST), timeline.position
        losses = timeline.losses(start, stop)
        made: list[UpdateLine] = []
        while start < stop:
            block = timeline.block(start, stop - start)
            contexts = timeline.schedule.true_contexts(block).sum(axis=1)
            for place in range(len(block)):
                made.append(
                    UpdateLine(
                        number=start + place + 1,
                        center=int(block.inputs[place]),
                        target=int(block.positives[place]),
                        loss=float(losses[len(made)]),
                        collisions=int(block.collisions[place].sum()),
                        true_contexts=int(contexts[place]),
                    )
                )
            start += len(block)
        self._updates = tuple(reversed(made))
        return self._updates

    # ---- trails

    def _remember(self, points: Floats) -> None:
        """Add where words stand now; forget what lies ahead, or belongs to another branch."""
        timeline = self.session.timeline
        at = timeline.position
        if timeline.edits != self._trail_edits:
            step = parting(self._trail_edits, timeline.edits)
            self._trail_edits = timeline.edits
            self._forget(min(at, at if step is None else step) - 1)
        self._forget(at)
        if not self._trail or self._trail[-1][0] < at:
            self._trail.append((at, points[self._trail_rows]))

    def _forget(self, after: int) -> None:
        while self._trail and self._trail[-1][0] > after:
            self._trail.pop()

    def _trail_view(self, wants: Wants) -> Trail | None:
        if not wants.trails or len(self._trail) < 2:
            return None
        return Trail(np.stack([places for _, places in self._trail]), self._trail_rows)


def _most_frequent(session: Session) -> Indices:
    counts = np.asarray(session.source.vocabulary.counts, np.float64)
    rows: Indices = np.sort(np.argsort(-counts, kind="stable")[:TRAIL_ROWS])
    return rows
