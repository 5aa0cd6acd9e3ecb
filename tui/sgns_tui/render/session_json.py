"""One update of a saved session as a JSON object."""

from __future__ import annotations

from collections.abc import Sequence

from sgns_core.edits import Edit, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.trace import StepTrace
from sgns_tui.render.step_json import policy_object, step_object


def session_object(
    trace: StepTrace,
    words: tuple[str, ...],
    position: tuple[int, int],
    seed: int,
    edits: Sequence[Edit],
) -> dict[str, object]:
    """Return the step object with position (update from 1, stage from 0), seed and edits.

    Each edit says from which update on it holds, and names words instead of rows.
    """
    result = step_object(trace, words)
    result["position"] = {"update": position[0], "stage": position[1]}
    result["seed"] = seed
    result["edits"] = [{"from_update": edit.at + 1, **_change(edit, words)} for edit in edits]
    return result


def _change(edit: Edit, words: tuple[str, ...]) -> dict[str, object]:
    match edit.change:
        case SetLr(lr):
            return {"lr": float(lr)}
        case SetK(k):
            return {"k": k}
        case SetPolicy(policy):
            return {"policy": policy_object(policy)}
        case SetChoice(None):
            return {"pair": "drawn"}
        case SetChoice(choice) if choice is not None:
            negatives = choice.negatives
            return {
                "pair": {"center": words[choice.center], "target": words[choice.target]},
                "negatives": "drawn" if negatives is None else [words[row] for row in negatives],
            }
        case SetValue(table, row, column, value):
            place = {"word": words[row], "component": column + 1, "value": float(value)}
            return {"table": table, **place}
    raise TypeError(edit)
