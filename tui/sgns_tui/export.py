"""An update as a file's contents: JSON, or CSV with one line a scored word."""

from __future__ import annotations

import csv
import io
import json

from sgns_core.errors import InvalidInput
from sgns_core.trace import StepTrace
from sgns_tui.render.step_json import step_object
from sgns_tui.render.step_view import StepView


def export_update(view: StepView, path: str) -> bytes:
    """Return the update in the format that the file's ending names, every number unrounded.

    Raises InvalidInput for an ending that is none of .json and .csv.
    """
    if path.lower().endswith(".json"):
        return (json.dumps(step_object(view.trace, view.words), indent=2) + "\n").encode()
    if path.lower().endswith(".csv"):
        return _csv(view.trace, view.words).encode()
    raise InvalidInput(
        "{path} must end in .json, .csv or .svg, which says what is written", path=path
    )


def _csv(trace: StepTrace, words: tuple[str, ...]) -> str:
    """Return a head and a line for the center, then one for each scored word."""
    dim = range(1, len(trace.v_center) + 1)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        ["role", "word", "label", "score", "sigma", "loss", "error"]
        + [f"{what}_{n}" for what in ("before", "gradient", "after") for n in dim]
    )
    center = [*trace.v_center, *trace.grad_center, *trace.center_after]
    writer.writerow(["center", words[trace.center], "", "", "", "", "", *map(_plain, center)])
    for i, row in enumerate(trace.rows.tolist()):
        after = trace.touched_after[trace.occurrences[i]]
        numbers = [
            trace.scores[i],
            trace.probabilities_exact[i],
            trace.loss_terms[i],
            trace.errors[i],
            *trace.vectors[i],
            *trace.grad_outputs[i],
            *after,
        ]
        role = "target" if i == 0 else "negative"
        label = str(int(trace.labels[i]))
        writer.writerow([role, words[row], label, *map(_plain, numbers)])
    return file.getvalue()


def _plain(value: float) -> str:
    return repr(float(value))
