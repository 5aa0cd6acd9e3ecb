from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core import log as module
from sgns_core.log import LossLog

WRITES = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 30), st.integers(0, 12), st.integers(0, 3)),
    max_size=12,
)


@settings(deadline=None)
@given(WRITES, st.integers(0, 12))
def test_forks_share_what_was_and_not_what_comes(
    writes: list[tuple[int, int, int, int]], forked_after: int
) -> None:
    with patch.object(module, "CHUNK", 4):
        logs = [LossLog()]
        models = [np.full(60, np.nan)]
        for number, (which, start, count, value) in enumerate(writes):
            if number == forked_after:
                logs.append(logs[0].fork())
                models.append(models[0].copy())
            which = min(which, len(logs) - 1)
            values = np.arange(count, dtype=np.float64) + 10 * value
            logs[which].write(start, values)
            models[which][start : start + count] = values
            for log, model in zip(logs, models, strict=True):
                assert np.array_equal(log.read(0, 60), model, equal_nan=True)
                assert np.array_equal(log.read(5, 9), model[5:9], equal_nan=True)
        assert logs[0].read(7, 3).shape == (0,)


def test_a_log_holds_so_many_blocks_and_forgets_the_farthest() -> None:
    with patch.object(module, "CHUNK", 4):
        log = LossLog(3)
        log.write(0, np.arange(40.0))
        assert log.nbytes == 3 * 4 * 8
        assert np.isnan(log.read(0, 28)).all()
        assert log.read(28, 40).tolist() == list(range(28, 40))
        log.write(2, np.arange(2.0, 8.0))  # early ones again: the newest go
        assert log.read(2, 8).tolist() == [2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
        assert np.isnan(log.read(32, 40)).all()
        assert log.nbytes == 3 * 4 * 8


def test_the_same_losses_again_leave_a_block_shared() -> None:
    with patch.object(module, "CHUNK", 4):
        log = LossLog()
        log.write(0, np.arange(10.0))
        other = log.fork()
        made = other.made
        other.write(1, np.arange(1.0, 9.0))
        assert set(other.chunk_bytes()) == set(log.chunk_bytes())
        assert other.made == made
        other.write(1, np.array([99.0]))
        assert len(set(other.chunk_bytes()) - set(log.chunk_bytes())) == 1
        assert other.made == made + 1
        assert log.read(1, 2).tolist() == [1.0]
