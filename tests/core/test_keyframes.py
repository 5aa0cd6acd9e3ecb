from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core import keyframes
from sgns_core.keyframes import (
    FRAME_OVERHEAD,
    Keyframe,
    Tables,
    keyframe_bytes,
    restore,
    take_keyframe,
    thinned,
)
from sgns_core.trace import Flags, Floats

SIZE, DIM = 7, 2
Writes = list[list[tuple[int, int, float]]]
WRITES = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, SIZE - 1), st.floats(-9, 9)), max_size=5),
    max_size=12,
)


def no_rows() -> tuple[Flags, Flags]:
    return np.zeros(SIZE, np.bool_), np.zeros(SIZE, np.bool_)


def first() -> Tables:
    table = np.arange(SIZE * DIM, dtype=float).reshape(SIZE, DIM)
    return table + 100, table + 200


def base(table: int, start: int, stop: int) -> Floats:
    return first()[table][start:stop]


def history(writes: Writes) -> tuple[list[Keyframe], list[Tables], tuple[Flags, Flags]]:
    """Return a keyframe after each group of writes, the tables then, and all rows changed."""
    tables = first()
    frames, states, ever = [], [first()], no_rows()
    for at, group in enumerate(writes, 1):
        changed = no_rows()
        for table, row, value in group:
            tables[table][row] = value, -value
            changed[table][row] = ever[table][row] = True
        frames.append(take_keyframe(at, tables, changed))
        states.append((tables[0].copy(), tables[1].copy()))
    return frames, states, ever


def equal(one: Tables, other: Tables) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@settings(deadline=None)
@given(WRITES, st.data())
def test_any_state_is_restored_from_any_other(writes: Writes, data: st.DataObject) -> None:
    frames, states, ever = history(writes)
    interval = data.draw(st.sampled_from([1, 2, 3, 4]))
    kept = thinned(iter(frames), interval)
    assert [frame.at for frame in kept] == list(range(interval, len(writes) + 1, interval))
    here = data.draw(st.integers(0, len(writes)))
    tables = (states[here][0].copy(), states[here][1].copy())
    changed = (ever[0].copy(), ever[1].copy())
    for _ in range(2):
        many = data.draw(st.integers(0, len(kept)))
        there = kept[many - 1].at if many else 0
        changed = restore(tables, changed, kept[:many], base)
        assert equal(tables, states[there])
        differs = [(tables[t] != first()[t]).any(axis=1) for t in (0, 1)]
        assert not any((differs[t] & ~changed[t]).any() for t in (0, 1))


@settings(deadline=None)
@given(WRITES)
def test_rows_that_no_state_changed_are_not_asked_for(writes: Writes) -> None:
    frames, states, ever = history(writes)
    asked: list[tuple[int, int, int]] = []

    def asking(table: int, start: int, stop: int) -> Floats:
        asked.append((table, start, stop))
        return base(table, start, stop)

    tables = (states[-1][0].copy(), states[-1][1].copy())
    old, keyframes._BASE_VALUES = keyframes._BASE_VALUES, 2 * DIM
    try:
        changed = restore(tables, ever, [], asking)
    finally:
        keyframes._BASE_VALUES = old
    assert equal(tables, first())
    assert not changed[0].any()
    assert not changed[1].any()
    wanted = [
        (table, start, min(start + 2, SIZE))
        for table in (0, 1)
        for start in range(0, SIZE, 2)
        if ever[table][start : start + 2].any()
    ]
    assert asked == wanted
    assert restore(tables, changed, frames, asking)[0].tolist() == ever[0].tolist()
    assert equal(tables, states[-1])


@settings(deadline=None)
@given(WRITES)
def test_a_keyframe_holds_changed_rows_alone_and_tells_its_size(writes: Writes) -> None:
    tables = first()
    for at, group in enumerate(writes, 1):
        changed = no_rows()
        for table, row, value in group:
            tables[table][row] = value
            changed[table][row] = True
        frame = take_keyframe(at, tables, changed)
        count = sum(int(marks.sum()) for marks in changed)
        assert [rows.tolist() for rows in frame.rows] == [
            np.flatnonzero(marks).tolist() for marks in changed
        ]
        assert frame.nbytes == keyframe_bytes(changed, DIM) == FRAME_OVERHEAD + count * 8 * 3
        for table in (0, 1):
            tables[table][changed[table]] += 1.0
            assert (frame.values[table] + 1.0 == tables[table][changed[table]]).all()


def test_merging_takes_the_later_value() -> None:
    frames, _, _ = history([[(0, 1, 1.0), (0, 5, 2.0)], [(0, 5, 3.0), (0, 0, 4.0)]])
    merged = frames[1].merged_after(frames[0])
    assert merged.at == 2
    assert merged.rows[0].tolist() == [0, 1, 5]
    assert merged.values[0].tolist() == [[4.0, -4.0], [1.0, -1.0], [3.0, -3.0]]
    assert merged.rows[1].tolist() == []
