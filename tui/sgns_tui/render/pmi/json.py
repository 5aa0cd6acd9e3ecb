"""PMI as an object, unrounded; a value that is infinite is null."""

from __future__ import annotations

import math

from sgns_tui.pmi_view import PmiView
from sgns_tui.render.known import known


def pmi_object(view: PmiView, unseen: int) -> dict[str, object]:
    """Return every pair of the text with its scores, and the first `unseen` ones that it lacks."""
    learned, optimum = view.learned, view.learned.optimum
    words = view.source.vocabulary.words
    goal = optimum.unseen_score
    return {
        "source": view.source.name,
        "policy": view.settings.policy.name,
        "collision": view.settings.policy.collision,
        "power": view.settings.policy.power,
        "noise_counts": view.settings.noise_counts,
        "k": optimum.k,
        "lr": view.settings.lr,
        "dim": learned.E.shape[1],
        "steps": view.steps,
        "shift": optimum.shift,
        "is_shifted_pmi": optimum.is_shifted_pmi,
        "bound": None if math.isinf(goal) else -goal,
        "mean_gap": known(learned.mean_gap),
        "pairs": [
            {
                "input": words[row],
                "scored": words[column],
                "count": weight,
                "given": given,
                "pmi": pmi,
                "optimum": known(best),
                "optimum_uncut": known(uncut),
                "learned": score,
            }
            for row, column, weight, given, pmi, best, uncut, score in zip(
                optimum.pairs.rows.tolist(),
                optimum.pairs.columns.tolist(),
                optimum.pairs.weights.tolist(),
                optimum.given.tolist(),
                optimum.pmi.tolist(),
                optimum.scores.tolist(),
                optimum.uncut.tolist(),
                learned.scores.tolist(),
                strict=True,
            )
        ],
        "unseen_count": optimum.unseen_count,
        "unseen": [
            {"input": words[row], "scored": words[column], "learned": score}
            for row, column, score in view.unseen(unseen)
        ],
        "fits": [
            {
                "dim": one.dim,
                "loss": one.loss,
                "gap": known(one.gap),
                "iterations": one.iterations,
                "gradient": one.gradient,
                "converged": one.converged,
                "sampled_gap": known(view.sampled.get(one.dim, float("nan"))),
                "svd_gap": known(one.svd_gap),
            }
            for one in view.fits
        ],
    }
