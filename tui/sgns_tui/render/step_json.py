"""One update as a JSON object, every number unrounded."""

from __future__ import annotations

import math

from sgns_core.differences import GradientCheck
from sgns_core.policy import Policy
from sgns_core.trace import Floats, StepTrace


def step_object(
    trace: StepTrace, words: tuple[str, ...], check: GradientCheck | None = None
) -> dict[str, object]:
    """Return center, pair, settings, one row per occurrence, gradients and losses.

    A value that does not exist, such as the cosine of a zero row, is None.
    """
    result: dict[str, object] = {
        "center": words[trace.center],
        "target": words[trace.target],
        "negatives": [words[row] for row in trace.negatives.tolist()],
        "lr": trace.lr,
        "policy": policy_object(trace.policy),
        "v_center": trace.v_center.tolist(),
        "rows": [_row(trace, i, words) for i in range(len(trace.rows))],
        "loss": trace.loss,
        "grad_center": trace.grad_center.tolist(),
        "center_after": trace.center_after.tolist(),
        "loss_after_center_only": _number(trace.loss_after_center_only),
        "loss_after_simultaneous": _number(trace.loss_after_simultaneous),
        "touched": [_touched(trace, j, words) for j in range(len(trace.touched))],
    }
    if check is not None:
        result["finite_difference"] = {
            "largest_absolute_error": _number(check.largest_absolute),
            "largest_relative_error": _number(check.largest_relative),
            "grad_center": [_number(value) for value in check.grad_center],
            "grad_touched": [[_number(value) for value in row] for row in check.grad_touched],
            "differing_parts": list(check.parts),
        }
    return result


def policy_object(policy: Policy) -> dict[str, object]:
    """Return a policy by its parts; a bound that no rule asks for is None."""
    return {
        "name": policy.name,
        "power": policy.power,
        "collision": policy.collision,
        "order": policy.order,
        "range": policy.range_rule,
        "bound": None if policy.range_rule == "exact" else policy.bound,
        "sigmoid": policy.sigmoid,
        "direction": policy.direction,
    }


def _row(trace: StepTrace, i: int, words: tuple[str, ...]) -> dict[str, object]:
    """Return one occurrence; `after` is its row after the whole update."""
    return {
        "word": words[int(trace.rows[i])],
        "label": int(trace.labels[i]),
        "vector": trace.vectors[i].tolist(),
        "products": trace.products[i].tolist(),
        "score": float(trace.scores[i]),
        "score_read": float(trace.scores_read[i]),
        "probability": float(trace.probabilities[i]),
        "probability_exact": float(trace.probabilities_exact[i]),
        "loss": float(trace.loss_terms[i]),
        "error": float(trace.errors[i]),
        "gradient": trace.grad_outputs[i].tolist(),
        "after": trace.touched_after[trace.occurrences[i]].tolist(),
        "skipped": bool(trace.skipped[i]),
        "clipped": bool(trace.clipped[i]),
    }


def _touched(trace: StepTrace, j: int, words: tuple[str, ...]) -> dict[str, object]:
    """Return how one distinct output row stands to the center before and after."""

    def change(before: Floats, after: Floats) -> dict[str, float | None]:
        return {"before": _number(before[j]), "after": _number(after[j])}

    return {
        "word": words[int(trace.touched[j])],
        "gradient": trace.grad_touched[j].tolist(),
        "score": change(trace.score_before, trace.score_after),
        "norm": change(trace.norm_before, trace.norm_after),
        "cosine": change(trace.cosine_before, trace.cosine_after),
        "distance": change(trace.distance_before, trace.distance_after),
    }


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
