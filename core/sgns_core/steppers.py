"""Making the updates of a block in place: by NumPy, or compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sgns_core import limits
from sgns_core.arguments import NonFiniteUpdate
from sgns_core.edits import Config
from sgns_core.errors import InvalidInput
from sgns_core.keyframes import Tables
from sgns_core.record import record
from sgns_core.schedule import Block, Schedule
from sgns_core.step import advance
from sgns_core.stretch import Stretch
from sgns_core.trace import Floats, Indices

if TYPE_CHECKING:
    from sgns_core.kernels.stepper import CompiledRun

# Compiled kernels are imported where one is asked for: most runs do without.
Stepper = Literal["numpy", "compiled"]


@record
class Stop:
    """Why a run cannot go on: update `at` would make a row of a table overflow."""

    at: int
    table: str
    row: int


class Made(NamedTuple):
    """Updates that were made: rows of E and of Ep that they may have changed, losses before."""

    inputs: Indices
    rows: Indices
    losses: Floats
    stop: Stop | None


def check_stepper(stepper: Stepper) -> None:
    """Raise InvalidInput where the stepper is not there."""
    if stepper == "numpy":
        return
    from sgns_core.kernels.stepper import available

    if not available():
        raise InvalidInput(
            "the compiled stepper needs numba; install the extra: pip install sgns-tui[fast]"
        )


def make_by_numpy(
    tables: Tables, block: Block, config: Config, stretch: Stretch, losses: list[float]
) -> Stop | None:
    """Make updates one by one, up to the first that would overflow, which is returned.

    Each is added to `stretch`, and its loss to `losses`, as soon as it is made.
    """
    E, Ep = tables
    lr, policy = config.lr, config.policy
    remember, note = stretch.add, losses.append
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            for center, rows in zip(block.inputs.tolist(), block.rows, strict=True):
                update = advance(E, Ep, center, rows, lr, policy)
                remember(center, update)
                note(update.loss)
    except NonFiniteUpdate as error:
        table, row = error.values["table"], error.values["row"]
        return Stop(block.start + len(losses), str(table), int(str(row)))
    return None


def make_compiled(tables: Tables, block: Block, config: Config) -> Made:
    """Make updates with the compiled stepper, up to the first that would overflow."""
    from sgns_core.kernels.stepper import run_given

    losses = np.empty(len(block))
    run = run_given(
        *tables,
        block.inputs,
        block.positives,
        block.negatives,
        config.lr,
        config.policy,
        losses,
    )
    done = run.done
    stop = _stop(run, block.start, len(block))
    return Made(block.inputs[:done], block.rows[:done], losses[:done], stop)


def can_draw(tables: Tables, config: Config) -> bool:
    """Tell whether the compiled stepper should draw for itself.

    It does not say what it drew, so that all words that can be drawn count as changed: a choice
    for small tables.
    """
    choice = config.choice
    small = tables[1].nbytes <= limits.DRAWING_BYTES
    return small and (choice is None or choice.negatives is None)


def make_drawing(
    tables: Tables, schedule: Schedule, start: int, count: int, config: Config
) -> Made:
    """Make updates with the compiled stepper, negatives drawn as it goes."""
    from sgns_core.kernels.stepper import run_steps

    inputs, positives = schedule.pairs(start, count, config)
    noise = schedule.noise(config.policy.power)
    losses = np.empty(count)
    run = run_steps(
        *tables,
        inputs,
        positives,
        schedule.settings.seed,
        start,
        config.k,
        noise.cumulative,
        config.lr,
        config.policy,
        losses,
    )
    done = run.done
    rows = np.concatenate((np.flatnonzero(noise.probabilities), positives[:done]))
    stop = _stop(run, start, count)
    return Made(inputs[:done], rows if done else rows[:0], losses[:done], stop)


def _stop(run: CompiledRun, start: int, count: int) -> Stop | None:
    return Stop(start + run.done, run.table, run.row) if run.done < count else None
