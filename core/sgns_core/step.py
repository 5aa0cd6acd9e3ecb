"""One SGNS update: in place (`sgns_step`, the reference), and as a full record (`trace_step`)."""

from __future__ import annotations

import numpy as np

from sgns_core.arguments import Negatives, Table, check_lr, check_rows, check_tables
from sgns_core.policy import ARTICLE, Policy
from sgns_core.recording import record
from sgns_core.trace import Indices, StepTrace
from sgns_core.update import Update, compute


def sgns_step(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: Negatives,
    lr: float = 0.1,
    policy: Policy = ARTICLE,
) -> float:
    """Update row `center` of E and the scored rows of Ep in place; return the loss before.

    E, Ep: (V, d) arrays, both float64 or both float32, that share no memory. The arithmetic is in
        float64 for both; a float32 row is rounded when it is written.
    center: index of the input row. target: index of the scored positive row.
    negatives: k indices, k >= 0; order and repeats count.
    lr: learning rate, finite, at least 0.

    With the policy ARTICLE every gradient comes from the values before the update, and a row that
    occurs twice gets both contributions. Loss: -log sigma(z_t) - sum_n log sigma(-z_n), Mikolov et
    al. 2013 (arXiv:1310.4546), eq. 4, always with the exact sigmoid; a skipped negative has no
    term. Raises InvalidInput, a ValueError that names the argument and its value, and then leaves
    both tables as they were; NonFiniteUpdate where the result would not be finite.
    """
    check_tables(E, Ep, writes=True)
    c, rows = check_rows(center, target, negatives, len(E))
    return advance(E, Ep, c, rows, check_lr(lr), policy).loss


def advance(E: Table, Ep: Table, c: int, rows: Indices, lr: float, policy: Policy) -> Update:
    """Make the update of `sgns_step` with arguments that were checked, and return what it did.

    rows: (k+1,) the target first. For callers that make many updates on the same tables.
    """
    update = compute(E[c].astype(np.float64), Ep, c, rows, lr, policy)
    E[c] = update.center_after
    Ep[update.touched] = update.touched_after
    return update


def trace_step(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: Negatives,
    lr: float = 0.1,
    policy: Policy = ARTICLE,
    allow_overflow: bool = False,
) -> StepTrace:
    """Return the update that `sgns_step` would make, in full, and change nothing.

    Arguments and errors are those of `sgns_step`; E and Ep may be read-only. With `allow_overflow`
    an update that it would refuse is traced too, with the inf and nan that it leads to.
    """
    check_tables(E, Ep, writes=False)
    c, rows = check_rows(center, target, negatives, len(E))
    rate = check_lr(lr)
    v = E[c].astype(np.float64)  # (d,)
    update = compute(v, Ep, c, rows, rate, policy, refuses=not allow_overflow)
    return record(v, update, c, rows, rate, policy)
