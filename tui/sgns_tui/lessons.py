"""What each built-in source shows, in one or two sentences."""

from __future__ import annotations

from sgns_tui.i18n import N_, _

_LESSONS = {
    "worked": N_("The worked example: five words, three components, one update in full."),
    "pair": N_(
        "One positive and three fixed negatives in two dimensions, to be trained again and again."
    ),
    "overshoot": N_(
        "Overshoot: the target is drawn as its own negative and lr is 5. The step is too long and "
        "the loss rises; with on | cat, mat it falls at any lr from 0.1 to 100."
    ),
    "apart": N_(
        "A pull that moves apart: the target's score rises, and yet its row and the center's end "
        "farther from each other than they began."
    ),
    "repeat": N_(
        "A repeated negative: mat is drawn twice, counts twice, and its row gets the sum."
    ),
    "collision": N_(
        "A collision: the target is among its own negatives. Policy article counts it, word2vec-c "
        "and gensim skip it, fasttext would have drawn again and refuses it."
    ),
    "conflict": N_(
        "Two rows in conflict: target and negative point nearly the same way, so that the pull of "
        "the one and the push of the other nearly undo each other at the center."
    ),
    "groups": N_(
        "A made-up text with four groups of words (animals, foods, weather, music) that each keep "
        "to contexts of their own: what training finds can be compared with what was put in."
    ),
}


def lesson(name: str) -> str:
    """Return what the built-in source of this name shows."""
    return _(_LESSONS[name])
