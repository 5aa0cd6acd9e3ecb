"""Cost as an object, unrounded."""

from __future__ import annotations

from sgns_core.cost import MNIST, layer_multiply_adds
from sgns_tui.cost_view import CostView
from sgns_tui.render.known import known


def cost_object(view: CostView) -> dict[str, object]:
    """Return counts, the softmax without a word, and what was measured."""
    cost = view.cost
    result: dict[str, object] = {
        "source": view.name,
        "words": cost.words,
        "dim": cost.dim,
        "k": cost.k,
        "softmax": {
            "multiply_adds": cost.softmax_multiply_adds,
            "exponentials": cost.softmax_exponentials,
            "rows_read": cost.softmax_rows,
            "rows_written": cost.softmax_rows,
        },
        "sgns": {
            "multiply_adds": cost.sgns_multiply_adds,
            "exponentials": cost.sgns_exponentials,
            "rows_read": cost.sgns_rows,
            "rows_written": cost.sgns_rows,
        },
        "ratio": cost.ratio,
        "table_bytes": cost.table_bytes(),
        "mnist": {"layers": list(MNIST), "multiply_adds": list(layer_multiply_adds())},
    }
    found = view.dropped
    if found is not None:
        result["dropped"] = {
            "center": found.words[found.center],
            "word": found.words[found.softmax.word],
            "words": list(found.words),
            "scores": found.scores.tolist(),
            "sigmas": found.sigmas.tolist(),
            "probabilities": known(found.softmax.probabilities),
            "without": known(found.softmax.others),
            "sum_left": known(found.softmax.sum_left),
            "too_large": known(found.softmax.too_large),
        }
    if view.measured:
        full, sampled = view.slopes
        result["measured"] = [
            {"words": one.words, "softmax": one.softmax, "sgns": one.sgns} for one in view.measured
        ]
        result["slopes"] = {"softmax": known(full), "sgns": known(sampled)}
        result["left_out"] = list(view.left_out)
    return result
