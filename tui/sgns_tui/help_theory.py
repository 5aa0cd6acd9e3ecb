"""What the panes of the screens on theory are about, and what to try there."""

from __future__ import annotations

from sgns_tui.help_text import Page
from sgns_tui.i18n import N_

THEORY_PAGES: dict[str, dict[str, Page]] = {
    "noise": {
        "bars": Page(
            N_("Counts, q and draws"),
            ("noise",),
            N_("s goes on to the next named power: at 0 q is alike for all, at 1 it is the share."),
        ),
        "power": Page(
            N_("Power"),
            ("noise",),
            N_("← and → and look at most / least: the ranks stay, the distances shrink or grow."),
        ),
        "hand": Page(
            N_("One draw by hand"),
            ("bisection",),
            N_("u 0.999 finds a rare word; n follows the next draw that the run really makes."),
        ),
        "words": Page(
            N_("Counts and draws"),
            ("chi-square",),
            N_("d three times: after 10 draws anything goes, after 100,000 the counts are near q."),
        ),
        "contexts": Page(
            N_("False negatives"),
            ("false-negative", "collision"),
            N_("c and a word: the more contexts it has, the more of its negatives are false."),
        ),
    },
    "batch": {
        "scores": Page(
            N_("Scores"),
            ("batch",),
            N_("→ takes a pair more: a row and a column, and another negative for each query."),
        ),
        "probabilities": Page(
            N_("Probabilities"),
            ("objective", "clip"),
            N_("o on the same scores: sigmoids, rows that sum to 1, rows and columns."),
        ),
        "slopes": Page(
            N_("Gradient"),
            ("objective",),
            N_("o, and compare: under dpr a row adds up to 0, under sgns it does not."),
        ),
        "compare": Page(
            N_("Side by side"),
            ("objective",),
            N_("m and x change the pulls and pushes here, under each objective at once."),
        ),
        "hard": Page(
            N_("Hard negatives"),
            ("hard-negative",),
            N_("x leaves them out: how much of the loss was theirs?"),
        ),
        "doubts": Page(
            N_("Possible false negatives"),
            ("batch", "false-negative"),
            N_("m leaves them out: how much of the loss was theirs?"),
        ),
        "lengths": Page(
            N_("Dot products and cosines"),
            ("clip",),
            N_("> trains the session a hundred updates: rows grow longer, cosines stay within 1."),
        ),
        "costs": Page(
            N_("Costs"),
            ("batch-cost",),
            N_("k and a number: own negatives cost N + N + N k passes, in-batch ones always 2N."),
        ),
        "toy": Page(
            N_("A small CLIP"),
            ("clip",),
            N_("→ a step, ← back, space plays, u goes to where the diagonal stands out."),
        ),
        "zero": Page(
            N_("Zero-shot"),
            ("zero-shot",),
            N_("b, then u: the same unseen images before and after training."),
        ),
    },
    "pmi": {
        "formula": Page(
            N_("Optimum"),
            ("optimum", "pmi"),
            N_("P goes through the programs' rules: the formula changes with the collision rule."),
        ),
        "scatter": Page(
            N_("Learned over optimum"),
            ("optimum",),
            N_("g 20001: the points come nearer to the line, and keep shaking."),
        ),
        "pairs": Page(
            N_("Pairs of the text"),
            ("pmi",),
            N_("s sorts by gap, optimum, learned score, PMI."),
        ),
        "fits": Page(
            N_("Gap by d"),
            ("finite-d", "svd"),
            N_("f on worked: with d = V the gap falls below 0.01; sampled training stays above."),
        ),
        "heat": Page(
            N_("Gap"),
            ("optimum",),
            N_("> again and again: where d is large enough, signs become fewer."),
        ),
        "unseen": Page(
            N_("Unseen pairs"),
            ("unseen",),
            N_("g 20001: their scores sink and sink; with gensim's rules (P) the push ends at -6."),
        ),
    },
    "cost": {
        "counts": Page(
            N_("One pair"),
            ("cost",),
            N_("b, then t: a large model and this session. → takes more words: one side grows."),
        ),
        "bars": Page(
            N_("Multiply-adds on a log axis"),
            ("log-axis",),
            N_("b: one pair's softmax takes as much as some 3,000 pictures in MNIST's network."),
        ),
        "dropped": Page(
            N_("Drop one score"),
            ("dropped",),
            N_("x drops another word: each other softmax value changes, no sigma does."),
        ),
        "measured": Page(
            N_("Measured on this machine"),
            ("measured",),
            N_("d 10 and m, then d 300 and m: the slope shows where numbers outweigh calls."),
        ),
    },
}
"""By screen and pane."""
