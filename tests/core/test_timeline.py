from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sgns_core import limits, log
from sgns_core.arguments import NonFiniteUpdate
from sgns_core.corpus import Corpus
from sgns_core.edits import (
    Change,
    Choice,
    Edit,
    SetChoice,
    SetK,
    SetLr,
    SetPolicy,
    SetValue,
    config_at,
)
from sgns_core.errors import InvalidInput
from sgns_core.examples import example, example_names
from sgns_core.policy import ARTICLE, FASTTEXT, PRESETS, WORD2VEC_C
from sgns_core.search import NeighborChanged, run_until
from sgns_core.settings import Settings
from sgns_core.source import Source, source_from_corpus
from sgns_core.step import advance
from sgns_core.timeline import Stop, Timeline
from tests.core.runs import PlainRun, plain_tables, same_bits, same_trace, zipf_text

NIGHTLY = os.environ.get("SGNS_TUI_TESTS") == "long"

SMALL = zipf_text(9, 40, 5)
WIDE = zipf_text(80, 20, 5)  # most words come once, so that no later update hides a row
TINY = source_from_corpus(Corpus.from_text("a b\nb c a\n"), "tiny")  # epochs may lose every pair

POLICIES = st.one_of(
    st.sampled_from(list(PRESETS.values())),
    st.builds(
        lambda preset, collision, order, power, direction: preset.with_parts(
            collision=collision, order=order, power=power, direction=direction
        ),
        st.sampled_from(list(PRESETS.values())),
        st.sampled_from(["keep", "skip", "redraw"]),
        st.sampled_from(["simultaneous", "sequential"]),
        st.sampled_from([0.0, 0.5, 0.75, 2.0]),
        st.sampled_from(["center", "context"]),
    ),
)
RATES = st.one_of(st.floats(0, 3), st.sampled_from([0.0, 0.025, 0.1, 1e200, 1.7e308]))
VALUES = st.one_of(st.floats(-2, 2), st.sampled_from([0.0, -0.0, 5e-324, 1e160, -1.7e308]))
SETTINGS = st.builds(
    Settings,
    seed=st.integers(0, 2**64 - 1),
    lr=st.sampled_from([0.0, 0.025, 0.1, 2.0]),
    k=st.integers(0, 4),
    dim=st.integers(1, 5),
    policy=POLICIES,
    window=st.integers(1, 3),
    shrink=st.booleans(),
    subsample=st.sampled_from([0.0, 0.05, 0.3]),
    noise_counts=st.just("unigram"),
)


@st.composite
def changes(draw: st.DrawFn, size: int, dim: int) -> Change:
    rows = st.integers(0, size - 1)
    choices = st.builds(Choice, rows, rows, st.none() | st.lists(rows, max_size=4).map(tuple))
    return draw(
        st.one_of(
            st.builds(SetLr, RATES),
            st.builds(SetK, st.integers(0, 6)),
            st.builds(SetPolicy, POLICIES),
            st.builds(SetChoice, st.none() | choices),
            st.builds(
                SetValue, st.sampled_from(["E", "Ep"]), rows, st.integers(0, dim - 1), VALUES
            ),
        )
    )


class AgainstThePlainRun(RuleBasedStateMachine):
    """Whatever is done, the timeline is where a run from zero with its edits would be."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = ExitStack()
        self.dropped: list[tuple[tuple[Edit, ...], int, int]] = []
        self.taken_back: list[tuple[tuple[Edit, ...], int, int]] = []
        self.edits: tuple[Edit, ...] = ()
        self.length = self.position = 0
        self.runs: dict[tuple[tuple[Edit, ...], int], PlainRun] = {}

    @initialize(
        source=st.sampled_from([SMALL, WIDE, TINY, *map(example, example_names())]),
        chosen=SETTINGS,
        interval=st.sampled_from([1, 2, 4, 8]),
        frames=st.sampled_from([0, 3_000, 12_000, 2**20]),
        stretch=st.sampled_from([0, 3_000, 2**20]),
        base=st.sampled_from([0, 2**20]),
        ahead=st.sampled_from([1, 3, 64]),
    )
    def begin(
        self,
        source: Source,
        chosen: Settings,
        interval: int,
        frames: int,
        stretch: int,
        base: int,
        ahead: int,
    ) -> None:
        for name, value in (
            ("INTERVAL", interval),
            ("FRAME_BYTES", frames),
            ("STRETCH_BYTES", stretch),
            ("BASE_BYTES", base),
            ("AHEAD", ahead),
        ):
            self.patches.enter_context(patch.object(limits, name, value))
        self.source, self.settings = source, chosen
        first = source.wanted.negatives or ()
        if chosen.policy.collision == "redraw" and source.wanted.target in first:
            self.settings = Settings(dim=chosen.dim)
        self.timeline = Timeline(source, self.settings)
        self.size, self.dim = self.timeline.E.shape

    def teardown(self) -> None:
        self.patches.close()

    def plain(self, step: int) -> PlainRun:
        """Return the run from zero; nobody may take it further."""
        key = self.edits, step
        if key not in self.runs:
            if len(self.runs) > 30:
                self.runs.clear()
            self.runs[key] = PlainRun(self.source, self.settings, self.edits).to(step)
        return self.runs[key]

    def goes_to(self, step: int) -> None:
        """Note that the timeline was asked to stand at a step, which it reaches unless it stops."""
        run = self.plain(step)
        self.position = run.position
        self.length = max(self.length, run.position)
        if run.stopped:
            assert self.timeline.stop == Stop(run.position, *run.stopped)
        elif step:
            assert self.timeline.stop is None

    @rule(count=st.integers(0, 30))
    def step(self, count: int) -> None:
        begin = self.position
        made = self.timeline.step(count)
        self.goes_to(begin + count)
        assert made == self.position - begin

    @rule(times=st.integers(1, 9))
    def step_by_step(self, times: int) -> None:
        for _ in range(times):
            begin = self.position
            made = self.timeline.step()
            self.goes_to(begin + 1)
            assert made == self.position - begin

    @precondition(lambda self: self.position)
    @rule(count=st.integers(0, 40))
    def back(self, count: int) -> None:
        assert self.timeline.back(count) == min(count, self.position)
        self.position = max(0, self.position - count)

    @precondition(lambda self: self.position)
    @rule(times=st.integers(1, 12))
    def back_one_by_one(self, times: int) -> None:
        for _ in range(times):
            assert self.timeline.back() == min(1, self.position)
            self.position = max(0, self.position - 1)
            run = self.plain(self.position)
            assert same_bits(self.timeline.E, run.E)
            assert same_bits(self.timeline.Ep, run.Ep)

    @rule(step=st.integers(0, 90))
    def seek(self, step: int) -> None:
        reached = self.timeline.seek(step)
        self.goes_to(step)
        assert reached == self.position

    @precondition(lambda self: self.length)
    @rule(data=st.data())
    def seek_within(self, data: st.DataObject) -> None:
        step = data.draw(st.integers(0, self.length))
        assert self.timeline.seek(step) == step
        self.position = step

    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        change = data.draw(changes(self.size, self.dim))
        edits = (*(e for e in self.edits if e.at <= self.position), Edit(self.position, change))
        rules = PlainRun(self.source, self.settings, edits).to(self.position).rules
        choice = rules.choice
        impossible = (choice is None and self.source.corpus is None) or (
            rules.policy.collision == "redraw"
            and choice is not None
            and choice.target in (choice.negatives or ())
        )
        if impossible:
            with pytest.raises(InvalidInput):
                self.timeline.edit(change)
            return
        self.timeline.edit(change)
        self.dropped.append((self.edits, self.length, self.position))
        self.taken_back.clear()
        self.edits, self.length = edits, self.position

    @rule()
    def undo(self) -> None:
        assert self.timeline.undo() == bool(self.dropped)
        if self.dropped:
            self.taken_back.append((self.edits, self.length, self.position))
            self.edits, self.length, self.position = self.dropped.pop()

    @rule()
    def redo(self) -> None:
        assert self.timeline.redo() == bool(self.taken_back)
        if self.taken_back:
            self.dropped.append((self.edits, self.length, self.position))
            self.edits, self.length, self.position = self.taken_back.pop()

    @rule()
    def look(self) -> None:
        run = self.plain(self.position)
        plan = run.planned()
        block = self.timeline.block(self.position, 7)
        assert block.start == self.position
        assert 1 <= len(block.inputs) <= 7
        assert int(block.inputs[0]) == plan.center
        assert block.rows[0].tolist() == plan.rows
        assert block.skipped[0].tolist() == plan.skipped
        assert same_trace(self.timeline.trace(True), run.trace(True))
        if self.plain(self.position + 1).stopped is None:
            assert same_trace(self.timeline.trace(), run.trace())
        else:
            with pytest.raises(NonFiniteUpdate):
                self.timeline.trace()

    @rule()
    def replay(self) -> None:
        again = Timeline(self.source, self.settings, self.timeline.edits)
        assert again.seek(self.position) == self.position
        assert same_bits(again.E, self.timeline.E)
        assert same_bits(again.Ep, self.timeline.Ep)

    @invariant()
    def is_where_the_plain_run_is(self) -> None:
        if not hasattr(self, "timeline"):
            return
        run = self.plain(self.position)
        seen = self.timeline
        assert same_bits(seen.E, run.E)
        assert same_bits(seen.Ep, run.Ep)
        assert (seen.position, seen.length, seen.edits) == (self.position, self.length, self.edits)
        now = seen.config()
        rules = run.rules
        assert (now.lr, now.k, now.policy, now.choice) == (
            rules.lr,
            rules.k,
            rules.policy,
            rules.choice,
        )
        assert (seen.can_undo, seen.can_redo) == (bool(self.dropped), bool(self.taken_back))
        assert same_bits(seen.losses(0, 10**9), np.array(self.plain(self.length).losses))


def test_every_way_to_a_step_gives_the_bits_of_a_run_from_zero() -> None:
    run_state_machine_as_test(
        AgainstThePlainRun,
        settings=settings(
            max_examples=1_000 if NIGHTLY else 30,
            stateful_step_count=60 if NIGHTLY else 22,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a run shrinks slowly
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def digest(seen: Timeline) -> str:
    """Return a hash of both tables, the losses and the next trace."""
    trace = seen.trace()
    parts = [seen.E, seen.Ep, seen.losses(0, seen.length)]
    parts += [getattr(trace, field.name) for field in fields(trace) if field.name != "policy"]
    return sha256(b"".join(np.asarray(part).tobytes() for part in parts)).hexdigest()


def a_long_walk() -> str:
    """Go about in runs with narrow and wide tables; return a digest of all that was seen."""
    seen = []
    for dim, policy in ((2, ARTICLE), (150, WORD2VEC_C), (300, FASTTEXT)):
        source = zipf_text(60, 300)
        chosen = Settings(dim=dim, policy=policy, shrink=True, subsample=0.02, lr=0.3, k=40)
        run = Timeline(source, chosen)
        run.seek(140)
        run.back(30)
        run.edit(SetK(3))
        run.seek(150)
        run.edit(SetValue("E", 3, 1, 0.25))
        run.seek(200)
        run_until(run, NeighborChanged(2), 20)
        seen.append(digest(run))
        run.undo()
        seen.append(digest(run))
        run.seek(5)
        seen.append(digest(run))
    return " ".join(seen)


def test_every_process_gets_the_same_bits() -> None:
    program = "from tests.core.test_timeline import a_long_walk; print(a_long_walk())"
    root = str(Path(__file__).parents[2])
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=root,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([root, *sys.path]),
                "PYTHONHASHSEED": seed,
                "OPENBLAS_NUM_THREADS": threads,
                "OMP_NUM_THREADS": threads,
                "TERM": terminal,
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, threads, terminal in (("0", "1", "dumb"), ("12345", "2", "xterm-256color"))
    ]
    printed = {run.communicate(timeout=120)[0].strip() for run in runs}
    assert [run.returncode for run in runs] == [0, 0]
    assert printed == {a_long_walk()}


def memory_of(work: Callable[[], Timeline]) -> tuple[Timeline, int, int]:
    """Return a timeline, and the memory it takes beside its tables: when made, and at the peak."""
    gc.collect()
    tracemalloc.start()
    seen = work()
    gc.collect()
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    tables = seen.E.nbytes + seen.Ep.nbytes
    return seen, now - tables, peak - tables


@pytest.mark.parametrize(
    ("words", "dim", "frames"), [(500, 2, 60_000), (500, 60, 3_000_000), (20, 2, 60_000)]
)
def test_the_memory_that_is_counted_is_the_memory_that_is_taken(
    words: int, dim: int, frames: int
) -> None:
    """While keyframes thin out, wide updates come and go, and edits keep branches."""
    source = zipf_text(words, 4_000)
    chosen = Settings(dim=dim)
    Timeline(source, chosen).step(1)  # what the source keeps for itself, and imports
    bound = frames + 500_000 + 2**19

    def work() -> Timeline:
        seen = Timeline(source, chosen)
        seen.schedule.sequence(0)
        seen.step(1_000)
        for k in (40, 5):
            seen.edit(SetK(k))
            seen.step(700)
        seen.back(1_100)
        seen.edit(SetLr(0.2))
        seen.step(700)
        return seen

    with patch.multiple(
        limits, INTERVAL=16, FRAME_BYTES=frames, STRETCH_BYTES=500_000, LOG_BYTES=2**19
    ):
        seen, taken, peak = memory_of(work)
        assert seen._history.interval > 16
        assert 0.7 * taken - 200_000 < seen.nbytes < 1.3 * taken + 200_000
        tables = seen.E.nbytes + seen.Ep.nbytes
        assert seen.nbytes < bound + tables + 20_000
        assert peak < 1.5 * (bound + tables) + 1_500_000


def test_large_tables_stay_within_the_bound_and_are_never_made_twice_at_once() -> None:
    """100,000 words at d = 300 would be 480 MB a time: here a twentieth of each."""
    source = zipf_text(5_000, 20_000)
    chosen = Settings(dim=150, k=5)
    Timeline(source, chosen)

    def work() -> Timeline:
        seen = Timeline(source, chosen)
        seen.schedule.sequence(0)
        seen.step(2_600)
        seen.seek(3)
        seen.seek(2_000)
        seen.edit(SetLr(0.5))
        seen.step(600)
        return seen

    mb = 2**20
    with patch.multiple(
        limits, INTERVAL=64, FRAME_BYTES=3 * mb, STRETCH_BYTES=mb, LOG_BYTES=mb, BASE_BYTES=mb
    ):
        seen, taken, peak = memory_of(work)
    tables = seen.E.nbytes + seen.Ep.nbytes
    assert tables > 10 * 2**20
    bound = 6 * 2**20
    assert seen.nbytes < bound
    assert taken < bound + 2**20
    # What first tables are made in again is bounded too, and smaller than they are.
    assert peak < bound + 12 * 2**20
    assert same_bits(seen.E, plain_tables(source, chosen, seen.edits, seen.position)[0])


def test_wide_updates_shorten_the_stretch_until_they_have_left() -> None:
    with patch.multiple(limits, STRETCH_BYTES=200_000, INTERVAL=64):
        seen = Timeline(zipf_text(300, 900), Settings(k=2))
        seen.step(100)
        narrow = seen._stretch.limit
        seen.edit(SetK(400))
        seen.step(40)
        wide = seen._stretch.limit
        assert narrow is not None
        assert wide is not None
        assert sum(undo.touched_before.nbytes for undo in seen._stretch._undos) < 200_000
        seen.edit(SetK(2))
        seen.step(100)
        assert wide < 40
        assert seen._stretch.limit == narrow


def test_draws_are_made_for_so_many_updates_as_memory_allows() -> None:
    with patch.object(limits, "BLOCK_DRAWS", 50):
        seen = Timeline(SMALL, Settings(k=9))
        assert len(seen.block(0, 400)) == 5
        assert len(seen.block(3, 2)) == 2
        seen.step(23)
        assert same_bits(seen.E, plain_tables(SMALL, seen.settings, (), 23)[0])
    with patch.object(limits, "BLOCK_DRAWS", 1):
        assert len(Timeline(SMALL, Settings(k=9)).block(0, 400)) == 1


def test_many_keyframes_of_small_tables_thin_out_too() -> None:
    with patch.multiple(limits, INTERVAL=1, MAX_FRAMES=8):
        seen = Timeline(example("worked"), Settings(dim=2))
        for step in range(1, 200):
            seen.step()
            assert len(seen._history.branch.frames) <= 8
            assert seen.position == step
        for step in (150, 3, 77):
            seen.seek(step)
            assert same_bits(seen.E, plain_tables(seen.source, seen.settings, (), step)[0])


def test_undo_keeps_the_keyframes_that_branches_share_longest() -> None:
    with patch.multiple(limits, INTERVAL=4, FRAME_BYTES=40_000):
        seen = Timeline(SMALL, Settings())
        seen.step(60)
        seen.edit(SetLr(0.3))
        while seen._history.interval == 4 and len(seen._history.to_undo[0].frames) == 15:
            seen.step(4)
        seen.undo()
        run = PlainRun(SMALL, seen.settings).to(60)
        assert same_bits(seen.E, run.E)
        assert same_bits(seen.Ep, run.Ep)
        seen.redo()
        assert seen.position > 60


def test_losses_of_old_branches_are_forgotten_before_those_of_this_one() -> None:
    with patch.object(log, "CHUNK", 4), patch.object(limits, "LOG_BYTES", 4 * 8 * 40):
        seen = Timeline(SMALL, Settings())
        for number in range(30):
            seen.step(4)
            seen.back(3)
            seen.edit(SetLr(number / 30))
            seen.step()
            assert seen._history.log_bytes() <= 4 * 8 * 40
        run = PlainRun(SMALL, seen.settings, seen.edits).to(seen.length)
        assert same_bits(seen.losses(0, seen.length), np.array(run.losses))
        known = 0
        while seen.undo():
            losses = seen.losses(0, seen.length)
            run = PlainRun(SMALL, seen.settings, seen.edits).to(seen.length)
            assert (np.isnan(losses) | (losses == np.array(run.losses))).all()
            assert same_bits(seen.E, PlainRun(SMALL, seen.settings, seen.edits).to(seen.position).E)
            known += not np.isnan(losses).any()
        assert 0 < known < 30


@pytest.mark.parametrize("change", [SetLr(0.9), SetValue("E", 70, 0, 9.0)], ids=str)
@pytest.mark.parametrize("position", range(11, 21))
def test_keyframes_after_an_edit_hold_all_that_changed(position: int, change: Change) -> None:
    """Also the rows that changed before it, and that only a keyframe which is gone still named."""
    for frames, stretch in ((2**20, 2**20), (2**20, 0), (30_000, 2**20)):
        with patch.multiple(limits, INTERVAL=4, FRAME_BYTES=frames, STRETCH_BYTES=stretch):
            seen = Timeline(WIDE, Settings(window=1, k=1))
            seen.seek(20)
            seen.back(20 - position)
            seen.edit(change)
            seen.seek(90)
            for step in (0, 12, 4, 16, 0, 20, 24, 8, 89, 48):
                assert seen.seek(step) == step
                E, Ep = plain_tables(WIDE, seen.settings, seen.edits, step)
                assert same_bits(seen.E, E)
                assert same_bits(seen.Ep, Ep)


def test_thinned_keyframes_hold_all_that_changed() -> None:
    with patch.multiple(limits, INTERVAL=2, MAX_FRAMES=5, STRETCH_BYTES=0):
        seen = Timeline(WIDE, Settings(window=1, k=1))
        for length in range(1, 90):
            seen.seek(length)
            for step in (
                0,
                seen._history.branch.frames[-1].at if seen._history.branch.frames else 0,
                length,
            ):
                assert seen.seek(step) == step
                E, Ep = plain_tables(WIDE, seen.settings, (), step)
                assert same_bits(seen.E, E)
                assert same_bits(seen.Ep, Ep)


@pytest.mark.parametrize("position", [0, 5, 8, 11])
def test_going_back_over_a_set_value_takes_it_away(position: int) -> None:
    """Row 70 is in none of these updates, so that nothing but the edit itself changes it."""
    with patch.object(limits, "INTERVAL", 8):
        seen = Timeline(WIDE, Settings(window=1, k=0))
        seen.seek(position)
        seen.edit(SetValue("E", 70, 0, 9.0))
        seen.step(20)
        for step in (position + 1, position, max(0, position - 3), 17, 0, position, 0):
            seen.back(max(0, seen.position - step))
            seen.seek(step)
            assert (seen.E[70, 0] == 9.0) == (step >= position)
            assert same_bits(seen.E, plain_tables(WIDE, seen.settings, seen.edits, step)[0])
        seen.undo()
        assert seen.E[70, 0] != 9.0


def counted(seen: Timeline) -> int:
    """Return the bytes of all keyframes, each once, and of what refers to them."""
    branches = (seen._history.branch, *seen._history.to_undo, *seen._history.to_redo)
    sizes = {id(frame): frame.nbytes for branch in branches for frame in branch.frames}
    return sum(sizes.values()) + 8 * sum(len(branch.frames) for branch in branches)


@pytest.mark.parametrize("frames", [12_000, 40_000, 2**20])
def test_keyframes_are_counted_right_and_taken_once(frames: int) -> None:
    with patch.multiple(limits, INTERVAL=4, FRAME_BYTES=frames):
        seen = Timeline(SMALL, Settings())

        def check() -> None:
            assert seen._history._frame_bytes == counted(seen) <= frames
            steps = [frame.at for frame in seen._history.branch.frames]
            assert steps == sorted(set(steps))

        for number in range(12):
            seen.step(15)
            check()
            seen.seek(seen.position - seen.position % 4)
            seen.step(4)
            check()
            seen.back(5)
            seen.edit(SetLr(number / 12))
            check()
            if number % 3 == 2:
                seen.undo()
                check()
            if number % 6 == 5:
                seen.redo()
                check()


def test_other_branches_lose_their_keyframes_before_this_one_thins() -> None:
    with patch.multiple(limits, INTERVAL=4, FRAME_BYTES=60_000):
        seen = Timeline(SMALL, Settings())
        seen.step(100)
        seen.seek(10)
        seen.edit(SetLr(0.2))
        others = seen._history.to_undo[0].frames
        while len(seen._history.to_undo[0].frames) == len(others):
            assert seen._history.interval == 4
            seen.step(4)
        assert seen._history.interval == 4
        # What both hold costs nothing to keep.
        assert seen._history.to_undo[0].frames == others[:2] == seen._history.branch.frames[:2]
        seen.undo()
        seen.seek(100)
        assert same_bits(seen.E, plain_tables(SMALL, seen.settings, (), 100)[0])


def test_a_block_drawn_ahead_begins_at_the_last_edit() -> None:
    seen = Timeline(SMALL, Settings())
    seen.seek(5)
    seen.edit(SetLr(0.2))
    with patch.object(seen.schedule, "block", wraps=seen.schedule.block) as drawn:
        for _ in range(40):
            seen.step()
        assert drawn.call_count == 1


def test_a_large_keyframe_leaves_the_earlier_ones_in_place() -> None:
    with patch.multiple(limits, INTERVAL=8, FRAME_BYTES=4 * 3_500):
        seen = Timeline(WIDE, Settings(window=1, k=0))
        seen.step(16)
        frames = seen._history.branch.frames
        assert [frame.at for frame in frames] == [8, 16]
        with patch("sgns_core.history.keyframe_bytes", lambda *_: 3_501):
            seen.step(200)
        assert seen._history.branch.frames == frames
        for step in (10, 100, 3):
            seen.seek(step)
            assert same_bits(seen.E, plain_tables(WIDE, seen.settings, (), step)[0])


def test_one_update_at_a_time_draws_in_blocks() -> None:
    seen = Timeline(SMALL, Settings())
    with patch.object(seen.schedule, "block", wraps=seen.schedule.block) as drawn:
        for _ in range(300):
            seen.step()
            seen.trace()
        assert drawn.call_count <= 6
        for _ in range(300):
            seen.back()
            seen.trace()
        assert drawn.call_count <= 12


def test_a_long_list_of_edits_is_not_read_at_every_step() -> None:
    edits = tuple(Edit(i // 8, SetLr(0.1)) for i in range(4_000))
    seen = Timeline(SMALL, Settings(), edits)
    seen.seek(600)
    with patch("sgns_core.plan.config_at", wraps=config_at) as asked:
        for _ in range(100):
            seen.step()
            seen.config()
        assert asked.call_count <= 4


def one_by_one(seen: Timeline, count: int) -> None:
    for _ in range(count):
        seen.step()


def test_later_updates_without_a_draw_stop_nothing_before_them() -> None:
    """With a steep power one word takes all of q, and redraw has no other for it as target."""
    policy = FASTTEXT.with_parts(power=5000.0)
    source = source_from_corpus(Corpus.from_text("a b\n" * 3 + "a b a b a\n"), "two")
    seen = Timeline(source, Settings(policy=policy, window=1))
    with pytest.raises(InvalidInput, match="second word"):
        one_by_one(seen, 100)
    again = Timeline(source, seen.settings)
    with pytest.raises(InvalidInput, match="second word"):
        again.step(100)
    assert 0 < again.position == seen.position < 100
    assert same_bits(again.E, seen.E)
    seen.edit(SetPolicy(ARTICLE))
    assert seen.step(30) == 30


def test_epochs_that_keep_no_pair_are_passed_over() -> None:
    chosen = Settings(subsample=0.05, window=2)
    empty = [not len(TINY.epoch_pairs(chosen, epoch)) for epoch in range(60)]
    assert any(empty)
    assert not all(empty)
    seen = Timeline(TINY, chosen)
    assert seen.step(40) == 40
    assert same_bits(seen.E, plain_tables(TINY, chosen, (), 40)[0])


def test_a_text_that_never_keeps_a_pair_is_refused() -> None:
    seen = Timeline(TINY, Settings(subsample=1e-12))
    for _ in range(2):
        with pytest.raises(InvalidInput, match="no pair"):
            seen.step()
    assert seen.position == 0


@pytest.mark.parametrize("move", ["step", "back", "seek"])
def test_counts_below_zero_are_refused(move: str) -> None:
    seen = Timeline(SMALL, Settings())
    seen.step(5)
    with pytest.raises(InvalidInput):
        getattr(seen, move)(-1)
    assert seen.position == 5


def test_saved_edits_must_be_in_order_and_possible() -> None:
    for edits in (
        [Edit(4, SetLr(0.1)), Edit(3, SetLr(0.2))],
        [Edit(-1, SetLr(0.1))],
        [Edit(0, SetLr(-0.1))],
        [Edit(0, SetValue("E", 99, 0, 0.0))],
    ):
        with pytest.raises(InvalidInput):
            Timeline(SMALL, Settings(), edits)


def test_tables_cannot_be_changed_from_outside() -> None:
    seen = Timeline(SMALL, Settings())
    for table in (seen.E, seen.Ep):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0] = 1.0


def test_whatever_interrupts_a_run_the_place_is_that_of_the_tables() -> None:
    seen = Timeline(SMALL, Settings(dim=3))
    calls = 0

    def interrupted(*given: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 8:
            raise KeyboardInterrupt
        return advance(*given)  # type: ignore[arg-type]

    with patch("sgns_core.steppers.advance", interrupted), pytest.raises(KeyboardInterrupt):
        seen.step(30)
    assert (seen.position, seen.length) == (7, 7)
    seen.step(20)
    seen.back(22)
    assert same_bits(seen.E, plain_tables(SMALL, seen.settings, (), 5)[0])


def test_the_worked_pair_is_chosen_until_it_is_released() -> None:
    seen = Timeline(example("worked"), Settings())
    first = seen.config().choice
    assert first is not None
    seen.step(2)
    block = seen.block(2, 3)
    assert set(block.inputs.tolist()) == {first.center}
    assert {tuple(row) for row in block.rows.tolist()} == {(first.target, *(first.negatives or ()))}
    seen.edit(SetChoice(None))
    assert seen.config().choice is None
    assert seen.config(1).choice == first
