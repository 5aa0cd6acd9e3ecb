"""What the optimum of the policy in force is, and how far it is from PMI - log k."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_tui.i18n import N_, _
from sgns_tui.pmi_view import PmiView
from sgns_tui.render.columns import filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.text import visible

_FORMULAS = {
    "keep": N_("z(i, w) = log P(w|i) / (k q(w))"),
    "skip": N_("z(i, w) = log P(w|i) / (k q(w) (1 - P(w|i)))"),
    "redraw": N_("z(i, w) = log P(w|i) / (k q(w) S),  S = sum over t != w of P(t|i) / (1 - q(t))"),
}


def title_lines(view: PmiView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield what is looked at."""
    settings = view.settings
    parts = [
        visible(view.source.name, ascii_only),
        _("policy {name}").format(name=policy_name(settings.policy)),
        f"k {settings.k}",
        f"d {view.learned.E.shape[1]}",
        f"lr {setting(settings.lr)}",
        _("{n} updates").format(n=view.steps),
    ]
    yield from filled(" | ".join(parts).split(" "), cells, style=HEADING)


def formula_lines(view: PmiView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the formula, the shift log k, and why it is or is not PMI - log k."""
    optimum = view.learned.optimum
    policy = view.settings.policy
    yield Text(_("Optimum") + "  " + _("where training would come to rest"), HEADING)
    yield from filled(_(_FORMULAS[policy.collision]).split(" "), cells, "  ", "    ")
    yield Text(
        _("  shift log k = {shift}: the optimum lies that far below PMI").format(
            shift=number(optimum.shift)
        )
    )
    if optimum.is_shifted_pmi:
        yield Text(_("  here it is PMI - log k exactly: q(w) = P(w), and draws are kept"), WARNING)
    else:
        yield from filled(_not_quite(view).split(" "), cells, "  ", "  ")
    if policy.range_rule != "exact":
        text = _(
            "The range rule cuts it at +-{bound}: {n} of {all} pairs have their optimum beyond, "
            "and unseen pairs stop at -{bound}."
        ).format(
            bound=setting(policy.bound),
            n=int((np.abs(optimum.uncut) > policy.bound).sum()),
            all=len(optimum.uncut),
        )
        yield from filled(text.split(" "), cells, "  ", "  ", QUIET)
    yield from filled(_learned(view).split(" "), cells, "  ", "  ", WARNING)


def _not_quite(view: PmiView) -> str:
    """Return by how much the optimum differs from PMI - log k, and why."""
    optimum, settings = view.learned.optimum, view.settings
    differences = optimum.from_shifted_pmi
    finite = np.abs(differences[np.isfinite(differences)])
    reasons = []
    if settings.noise_counts == "unigram":
        reasons.append(
            _("q is made from word counts, while PMI divides by how often a word is a context")
        )
    if settings.policy.power != 1:
        reasons.append(
            _("q has the power {power}, not 1").format(power=setting(settings.policy.power))
        )
    if settings.policy.collision == "skip":
        reasons.append(_("draws that equal the target are skipped"))
    elif settings.policy.collision == "redraw":
        reasons.append(_("draws that equal the target are drawn again"))
    if not reasons:
        reasons.append(_("the pairs differ from epoch to epoch, and q is made from one"))
    return _("it differs from PMI - log k by up to {most}: {reasons}").format(
        most=number(float(finite.max())) if len(finite) else "inf", reasons="; ".join(reasons)
    )


def _learned(view: PmiView) -> str:
    """Return how near the session's tables are, as a sentence."""
    return _("mean absolute gap of the learned scores on the {n} pairs of the text: {gap}").format(
        n=len(view.learned.scores), gap=number(view.learned.mean_gap)
    )
