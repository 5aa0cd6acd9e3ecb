"""A policy in words."""

from __future__ import annotations

from sgns_core.policy import Policy
from sgns_tui.i18n import N_, _
from sgns_tui.render.number import setting

DISPLAY_NAMES = {
    "article": "article",
    "word2vec-c": "word2vec.c",
    "gensim": "gensim",
    "fasttext": "fastText",
}

_COLLISION = {
    "keep": N_("a negative that equals the target counts"),
    "skip": N_("a negative that equals the target is skipped"),
    "redraw": N_("a negative that equals the target is drawn again"),
}
_ORDER = {
    "simultaneous": N_("all rows change at once"),
    "sequential": N_("output rows change one after another"),
}
_RANGE = {
    "exact": N_("every score counts"),
    "saturate": N_("beyond +-{bound} sigma is 0 or 1"),
    "stop": N_("from +-{bound} on there is no update"),
}
_SIGMOID = {
    "exact": N_("sigma is computed"),
    "word2vec-table": N_("sigma comes from a table of 1000"),
    "fasttext-table": N_("sigma comes from a table of 512"),
}
_DIRECTION = {
    "center": N_("a pair's center is the input row"),
    "context": N_("a drawn pair's context is the input row"),
}


def policy_name(policy: Policy) -> str:
    """Return the preset's name and what was set otherwise: "fastText, power 0.75"."""
    changed = {
        part: setting(value) if isinstance(value, float) else str(value)
        for part, value in policy.changed_parts().items()
    }
    parts = [f"{part.replace('_rule', '')} {value}" for part, value in changed.items()]
    return ", ".join([DISPLAY_NAMES[policy.name], *parts])


def policy_rules(policy: Policy) -> str:
    """Return what the policy does, part by part, in one line."""
    parts = (
        _COLLISION[policy.collision],
        _ORDER[policy.order],
        _RANGE[policy.range_rule],
        _SIGMOID[policy.sigmoid],
        _DIRECTION[policy.direction],
    )
    return "; ".join(_(part) for part in parts).format(bound=setting(policy.bound))
