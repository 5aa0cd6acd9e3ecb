"""The same update as the few lines of NumPy that do it, to paste into an interpreter."""

from __future__ import annotations

from sgns_core.policy import Policy
from sgns_core.trace import Floats, StepTrace
from sgns_tui.stages import Kind

_TABLES = {
    "word2vec-table": ("np.arange(1000) / 1000 * 12 - 6", "6", "83"),
    "fasttext-table": ("np.arange(513) / 512 * 16 - 8", "8", "32"),
}


def numpy_code(trace: StepTrace, words: tuple[str, ...]) -> str:
    """Return a program that makes this update; run, it leaves loss, v_c and rows as the trace has.

    The words stand in comments, escaped, so that nothing in them can end one.
    """
    occurrences = trace.occurrences.tolist()
    lines = [
        "import numpy as np",
        "",
        f"lr = {trace.lr!r}",
        f"v_c = np.array({_row(trace.v_center)})  # E, the center: {words[trace.center]!a}",
        "rows = np.array([  # Ep, one row for each word that is scored",
    ]
    for j, row in enumerate(trace.touched.tolist()):
        lines.append(f"    {_row(trace.touched_before[j])},  # {j}: {words[row]!a}")
    scored = [
        (slot, int(label))
        for slot, label, skipped in zip(
            occurrences, trace.labels.tolist(), trace.skipped.tolist(), strict=True
        )
        if not skipped
    ]
    lines += [
        "])",
        f"which = np.array({[slot for slot, _ in scored]})  # the target, then each negative",
        f"y = np.array({[label for _, label in scored]})",
        "",
        *_sigma(trace.policy),
    ]
    sequential = trace.policy.order == "sequential" and len(trace.touched) < len(trace.rows)
    lines += _one_after_another() if sequential else _all_at_once()
    return "\n".join(lines) + "\n"


def _row(row: Floats) -> str:
    return "[" + ", ".join(repr(value) for value in row.tolist()) + "]"


def _sigma(policy: Policy) -> list[str]:
    """Return the definitions of the exact sigma and, where it differs, of the policy's error."""
    body = "    return np.exp(-np.logaddexp(0, -z))  # 1 / (1 + exp(-z)), without overflow"
    lines = ["def sigma(z):", body, ""]
    if policy.sigmoid == "exact" and policy.range_rule == "exact":
        return [*lines, "def error(z, y):", "    return sigma(z) - y", ""]
    lines += ["def error(z, y):"]
    lines += ["    p = sigma(z)"]
    if policy.sigmoid in _TABLES:
        entries, reach, factor = _TABLES[policy.sigmoid]
        lines += [
            f"    table = sigma({entries})",
            f"    place = ((np.clip(z, -{reach}, {reach}) + {reach}) * {factor}).astype(int)",
            f"    p = np.where(abs(z) <= {reach}, table[place], p)",
        ]
    if policy.range_rule == "saturate":
        lines.append(f"    p = np.where(abs(z) > {policy.bound!r}, z > 0, p)")
    if policy.range_rule == "stop":
        lines.append(f"    return np.where(abs(z) >= {policy.bound!r}, 0, p - y)")
    else:
        lines.append("    return p - y")
    return [*lines, ""]


_LOSS = "loss = np.logaddexp(0, np.where(y == 1, -z, z)).sum()"


def _all_at_once() -> list[str]:
    return [
        "z = rows[which] @ v_c",
        _LOSS,
        "e = error(z, y)",
        "grad_c = e @ rows[which]",
        "grad_rows = np.zeros_like(rows)",
        "np.add.at(grad_rows, which, np.outer(e, v_c))  # a repeated row gets every contribution",
        "v_c, rows = v_c - lr * grad_c, rows - lr * grad_rows",
        "print(loss, v_c, rows, sep='\\n')",
    ]


def _one_after_another() -> list[str]:
    return [
        "z = rows[which] @ v_c",
        _LOSS,
        "grad_c = np.zeros_like(v_c)",
        "for j, label in zip(which, y):  # a repeated row is read again after it has changed",
        "    e = error(rows[j] @ v_c, label)",
        "    grad_c += e * rows[j]",
        "    rows[j] = rows[j] - lr * e * v_c",
        "v_c = v_c - lr * grad_c",
        "print(loss, v_c, rows, sep='\\n')",
    ]


def short_code(policy: Policy, repeats: bool) -> list[tuple[Kind | None, str]]:
    """Return the same for any update: (the kind of stage that a line belongs to, the line)."""
    exact = policy.sigmoid == "exact" and policy.range_rule == "exact"
    error = "sigma(z) - y" if exact else "error(z, y)  # by the policy"
    lines: list[tuple[Kind | None, str]] = [
        (Kind.SELECT, "rows = [target, *negatives]"),
        (Kind.SELECT, "y = [1] + [0] * k"),
        (Kind.GATHER, "v_c = E[center]"),
        (Kind.GATHER, "v_w = Ep[rows]"),
        (Kind.DOT, "z = v_w @ v_c"),
        (Kind.SIGMOID, "sigma = 1 / (1 + np.exp(-z))"),
        (Kind.LOSS, "loss = np.logaddexp(0, np.where(y, -z, z)).sum()"),
    ]
    if policy.order == "sequential" and repeats:
        return [
            *lines,
            (None, "grad_c = 0"),
            (None, "for w, label in zip(rows, y):  # one after another"),
            (
                Kind.GRADIENT,
                f"    e = {error.replace('(z', '(Ep[w] @ v_c').replace(', y)', ', label)')}",
            ),
            (Kind.GRADIENT, "    grad_c += e * Ep[w]"),
            (Kind.UPDATE, "    Ep[w] -= lr * e * v_c"),
            (Kind.UPDATE, "E[center] -= lr * grad_c"),
            (Kind.CHECK, "loss_after = the same once more"),
        ]
    return [
        *lines,
        (Kind.GRADIENT, f"e = {error}"),
        (Kind.GRADIENT, "grad_w = np.outer(e, v_c)"),
        (Kind.GRADIENT, "grad_c = e @ v_w"),
        (Kind.UPDATE, "np.subtract.at(Ep, rows, lr * grad_w)"),
        (Kind.UPDATE, "E[center] -= lr * grad_c"),
        (Kind.CHECK, "loss_after = the same once more"),
    ]
