"""What the Train screen sees of a session: copies, kept parts, curves, trails, groups."""

from __future__ import annotations

import contextlib
import math

import numpy as np
import pytest

from sgns_core.edits import Choice
from sgns_core.errors import InvalidInput
from sgns_core.trace import Floats
from sgns_tui.course import WINDOW, Course, Track, mean_losses
from sgns_tui.grouping import Basis, Grouping
from sgns_tui.opening import SourceOptions
from sgns_tui.session import Session
from sgns_tui.session_opening import open_session
from sgns_tui.watching import TRAIL, Wants, Watch


def groups_session(**options: object) -> Session:
    return open_session(SourceOptions(example="groups", **options))  # type: ignore[arg-type]


def watch_of(session: Session) -> Watch:
    return Watch(session, Grouping(session.source))


def test_a_picture_holds_copies_of_what_is_there_now() -> None:
    session = groups_session()
    session.forward(50)
    watch = watch_of(session)
    frame = watch.take(Wants(outputs=True))
    E, Ep = session.timeline.E.copy(), session.timeline.Ep.copy()
    session.forward(50)
    assert np.array_equal(frame.points, E)
    assert frame.outputs is not None
    assert np.array_equal(frame.outputs, Ep)
    assert (frame.update, frame.length) == (50, 50)
    assert frame.step is not None
    assert frame.step.update == 51


def test_taking_a_picture_leaves_the_session_as_it_is() -> None:
    session = groups_session()
    session.forward(300)
    before = (session.timeline.E.tobytes(), session.timeline.Ep.tobytes(), session.update)
    watch_of(session).take(Wants(selected=3, outputs=True, trails=True, arrows=True))
    after = (session.timeline.E.tobytes(), session.timeline.Ep.tobytes(), session.update)
    assert after == before
    assert session.timeline.length == 300


def test_what_takes_long_is_that_of_before_unless_it_is_asked_for() -> None:
    session = groups_session()
    watch = watch_of(session)
    first = watch.take(Wants(selected=1))
    session.forward(10)
    quick = watch.take(Wants(selected=1), details=False, slow=False)
    assert quick.step is first.step
    assert quick.word is first.word
    assert quick.loss is first.loss
    assert quick.update == 10
    assert np.array_equal(quick.points, session.timeline.E)
    fresh = watch.take(Wants(selected=1))
    assert fresh.step is not None
    assert fresh.step.update == 11
    assert fresh.loss is not first.loss


def test_the_last_update_is_the_one_that_was_made() -> None:
    session = groups_session()
    session.forward(5)
    expected = session.trace
    session.forward()
    last = watch_of(session).take(Wants(arrows=True)).last
    assert last is not None
    assert (last.center, last.target) == (expected.center, expected.target)
    assert np.array_equal(last.center_after, session.timeline.E[last.center])
    assert watch_of(groups_session()).take(Wants(arrows=True)).last is None


def test_the_last_updates_are_listed_newest_first_with_their_losses() -> None:
    session = groups_session()
    session.forward(100)
    updates = watch_of(session).take(Wants()).updates
    assert [update.number for update in updates] == list(range(100, 60, -1))
    losses = session.timeline.losses(0, 100)
    for update in updates:
        block = session.timeline.block(update.number - 1, 1)
        assert update.loss == losses[update.number - 1]
        assert (update.center, update.target) == (block.inputs[0], block.positives[0])
        assert update.collisions == block.collisions.sum()


def test_a_chosen_pair_draws_only_the_rows_it_moves() -> None:
    session = groups_session()
    session.choose(1, 2, (3, 4, 4))
    frame = watch_of(session).take(Wants())
    assert frame.only is not None
    assert frame.output_rows is not None
    assert frame.only.tolist() == [1]
    assert frame.output_rows.tolist() == [2, 3, 4]
    assert session.config.choice == Choice(1, 2, (3, 4, 4))
    assert frame.loss.k == 3


def test_trails_hold_places_of_the_past_and_forget_the_future() -> None:
    session = groups_session()
    watch = watch_of(session)
    places: list[Floats] = []
    for _ in range(5):
        places.append(watch.take(Wants(trails=True)).points)
        session.forward()
    trail = watch.take(Wants(trails=True)).trail
    assert trail is not None
    assert np.array_equal(trail.places[:5], np.stack(places)[:, trail.rows])
    session.go_to(2)
    trail = watch.take(Wants(trails=True)).trail
    assert trail is not None
    assert len(trail.places) == 3
    session.set_lr(0.5)
    session.forward()
    changed = watch.take(Wants(trails=True))
    assert changed.trail is not None
    assert np.array_equal(changed.trail.places[-1], changed.points[changed.trail.rows])
    for _ in range(3 * TRAIL):
        session.forward()
        watch.take(Wants())
    trail = watch.take(Wants(trails=True)).trail
    assert trail is not None
    assert len(trail.places) == TRAIL + 1


def test_a_trail_never_leads_from_one_branch_to_another() -> None:
    session = groups_session()
    watch = watch_of(session)

    def walk(updates: int) -> None:
        for _n in range(updates):
            session.forward()
            watch.take(Wants(trails=True))

    walk(3)
    session.set_lr(0.9)
    watch.take(Wants(trails=True))
    walk(5)
    session.undo()
    watch.take(Wants(trails=True))
    walk(2)
    session.redo()
    trail = watch.take(Wants(trails=True)).trail
    assert trail is not None
    way = [session.timeline.E[trail.rows]]
    for step in (3, 2, 1):
        session.go_to(step)
        way.append(session.timeline.E[trail.rows])
    known = {places.tobytes() for places in way}
    assert all(places.tobytes() in known for places in trail.places)


def test_marks_of_edits_branches_and_stops() -> None:
    session = groups_session()
    session.forward(10)
    session.set_lr(0.5)
    session.forward(10)
    session.go_to(5)
    session.set_k(2)
    view = watch_of(session).take(Wants()).timeline
    assert view.edits == (5,)
    assert view.branches == (5,)
    assert (view.position, view.length) == (5, 5)
    hot = groups_session(lr=1e160)
    hot.forward(100)
    stop = hot.timeline.stop
    assert stop is not None
    assert watch_of(hot).take(Wants()).timeline.stop == stop.at


def test_the_mean_loss_is_that_of_the_updates_before() -> None:
    session = groups_session()
    session.forward(1200)
    steps, means = mean_losses(session.timeline)
    assert steps[-1] == 1200
    for step, mean in zip(map(int, steps), means, strict=True):
        expected = session.timeline.losses(max(0, step - WINDOW), step).mean()
        assert mean == pytest.approx(float(expected))
    assert mean_losses(groups_session().timeline) == ([], [])


def test_a_track_forgets_what_another_branch_gave() -> None:
    track = Track()
    for step in (0, 5, 10, 15):
        track.note(step, float(step))
    assert track.until(10) == ([0, 5, 10], [0.0, 5.0, 10.0])
    track.forget(5)
    assert track.until(99) == ([0, 5], [0.0, 5.0])
    for step in range(5000):
        track.note(step, float(step))
    steps, values = track.until(5000)
    assert len(steps) <= 401
    assert steps[-1] == 4999
    assert [float(step) for step in steps] == values


def test_a_change_in_the_past_takes_the_curves_of_the_old_branch_away() -> None:
    session = groups_session()
    grouping = Grouping(session.source)
    course = Course(session.timeline)
    for _ in range(4):
        words = grouping.words(session.timeline.E, True)
        course.view(words, True, None, False)
        session.forward(10)
    session.go_to(15)
    session.set_lr(0.7)
    view = course.view(grouping.words(session.timeline.E, True), True, None, False)
    assert list(view.check[0]) == [0, 10, 15]
    assert view.lr == 0.7
    session.forward(30)
    view = course.view(grouping.words(session.timeline.E, True), True, None, False)
    assert list(view.check[0]) == [0, 10, 15, 45]


def test_the_basis_goes_round_and_without_groups_begins_with_bands() -> None:
    session = groups_session()
    grouping = Grouping(session.source)
    assert grouping.basis is Basis.GIVEN
    assert [grouping.next_basis() for _ in range(3)] == [Basis.BANDS, Basis.KMEANS, Basis.GIVEN]
    own = open_session(SourceOptions(sentence="a b a c a b"))
    grouping = Grouping(own.source)
    assert grouping.basis is Basis.BANDS
    assert grouping.next_basis() is Basis.KMEANS
    words = grouping.words(own.timeline.E, True)
    assert len(words.groups) == 3
    assert grouping.next_basis() is Basis.BANDS


def test_kmeans_follows_the_rows_only_when_asked() -> None:
    session = groups_session()
    grouping = Grouping(session.source)
    grouping.next_basis()
    grouping.next_basis()
    first = grouping.words(session.timeline.E, True)
    session.forward(3000)
    assert grouping.words(session.timeline.E, False) is first
    assert grouping.words(session.timeline.E, True) is not first


def test_a_groups_file_that_is_not_there_is_said() -> None:
    with pytest.raises(InvalidInput, match="nowhere"):
        Grouping(groups_session().source, "nowhere.tsv")


@pytest.mark.parametrize("power", range(20, 320, 20))
def test_rows_of_any_size_are_measured(power: int) -> None:
    """A run with a learning rate far too large, as long as its numbers are finite."""
    session = groups_session()
    session.set_lr(10.0**power)
    with contextlib.suppress(InvalidInput):
        session.forward(20)
    watch = watch_of(session)
    E = session.timeline.E
    row = int(np.abs(E).max(axis=1).argmax())
    frame = watch.take(Wants(selected=row, outputs=True, trails=True, arrows=True))
    assert frame.word is not None
    assert frame.word.norm == pytest.approx(math.hypot(*E[row]))
