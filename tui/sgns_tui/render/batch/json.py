"""A batch and a run of the toy as objects, unrounded; what does not exist is null."""

from __future__ import annotations

from sgns_core.batch import BatchCost
from sgns_core.batch_objectives import BatchLoss
from sgns_tui.batch_view import SHOWN, BatchView
from sgns_tui.i18n import explain
from sgns_tui.render.known import known
from sgns_tui.toy_view import ToyRun


def batch_object(view: BatchView) -> dict[str, object]:
    """Return every number of a batch under every objective."""
    batch = view.batch
    cost = BatchCost(len(batch), view.k)
    objectives: dict[str, object] = {}
    for name in SHOWN:
        reason = view.missing(name)
        if reason is not None:
            objectives[name] = {"missing": explain(reason)}
            continue
        objectives[name] = _loss_object(view.loss(name)) | {
            "loss_unmasked": view.loss(name, masked=False).loss,
            "loss_masked": None if name == "softmax" else view.loss(name, masked=True).loss,
        }
    return {
        "source": view.name,
        "queries": list(batch.queries),
        "positives": list(batch.positives),
        "masked": view.masked,
        "near": view.near,
        "t": view.t,
        "scores": batch.scores.tolist(),
        "cosines": None if view.cosines is None else view.cosines.tolist(),
        "doubts": [[doubt or None for doubt in row] for row in view.doubts],
        "hardest": [None if j < 0 else j for j in view.hardest.tolist()],
        "objectives": objectives,
        "cost": {
            "n": cost.n,
            "k": cost.k,
            "passes": cost.passes,
            "own_passes": cost.own_passes,
            "negatives": cost.negatives,
            "comparisons": cost.comparisons,
            "own_comparisons": cost.own_comparisons,
            "matrix_bytes": cost.matrix_bytes,
        },
    }


def _loss_object(found: BatchLoss) -> dict[str, object]:
    columns = found.cells.column_probabilities
    has_vectors = found.grad_Q.size > 0
    return {
        "loss": found.loss,
        "losses": found.cells.losses.tolist(),
        "scores": found.scores.tolist(),
        "probabilities": known(found.cells.probabilities),
        "column_probabilities": None if columns is None else known(columns),
        "slopes": found.cells.slopes.tolist(),
        "grad_Q": found.grad_Q.tolist() if has_vectors else None,
        "grad_P": found.grad_P.tolist() if has_vectors else None,
        "scale": found.scale,
        "grad_t": found.grad_t,
    }


def toy_object(run: ToyRun) -> dict[str, object]:
    """Return a run of the toy."""
    return {
        "seed": run.settings.seed,
        "classes": list(run.names),
        "dim": run.settings.dim,
        "lr": run.settings.lr,
        "moments": [
            {
                "step": one.step,
                "loss": one.loss,
                "scale": one.scale,
                "grad_t": one.grad_t,
                "accuracy": one.accuracy,
                "stands_out": one.stands_out,
            }
            for one in run.moments
        ],
        "stood_out": run.stood_out,
        "cosines": (run.last.scores / run.last.scale).tolist(),
        "zero_shot": {
            "labels": [run.names[i] for i in run.zero_shot.labels.tolist()],
            "named": [run.names[i] for i in run.zero_shot.named.tolist()],
            "cosines": run.zero_shot.cosines.tolist(),
            "accuracy": run.zero_shot.accuracy,
        },
    }
