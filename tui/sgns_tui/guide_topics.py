"""When to use which objective: what stands against what, under which loss, and what it means."""

from __future__ import annotations

from sgns_core.record import record
from sgns_tui.i18n import N_


@record
class Topic:
    """One objective in a few sentences, each of them marked for translation.

    candidates: what the right answer is compared with. means, not_means: of a score. see: (claim,
    command): what the guide says, and the command that shows it.
    """

    name: str
    candidates: str
    loss: str
    means: str
    not_means: str
    when: str
    see: tuple[tuple[str, str], ...]


INTRODUCTION = (
    N_(
        "Two choices are often taken for one. The candidate set: which answers the right one is "
        "compared with (all words, words drawn from noise, the other examples of a batch, one "
        "answer that was liked less). The loss: how they are compared (each by itself with a "
        "sigmoid, or against each other with a softmax). Either can be changed without the other."
    ),
    N_(
        "In-batch negatives with a sigmoid are still SGNS's loss; drawn negatives with a softmax "
        "are still a softmax. What a score means in the end depends on both."
    ),
)

TOPICS: dict[str, Topic] = {
    "softmax": Topic(
        N_("Full softmax"),
        N_("Every word of the vocabulary, each time."),
        N_("-log of e^z over the sum of e^z: one answer out of V."),
        N_("P(word | input) once it is divided by the sum over all words; the sum is 1."),
        N_("One z says nothing by itself: adding 5 to all of them changes no probability."),
        N_(
            "When probabilities are needed and V is small enough to score whole: a classifier, a "
            "language model's last layer."
        ),
        (
            (N_("It costs V x d multiply-adds a pair."), "cost --words 1000000 --dim 300"),
            (N_("Without one score it no longer sums to 1."), "cost --center sat --drop on"),
            (N_("Its probabilities beside in-batch ones."), "batch --objective softmax"),
        ),
    ),
    "sgns": Topic(
        N_("SGNS: negative sampling"),
        N_("The target and k words drawn from noise q, new ones for each pair."),
        N_("k+1 yes-or-no questions, a sigmoid each; their losses are added."),
        N_(
            "Where it comes to rest, z is log P(w|i) / (k q(w)): about PMI - log k. It tells how "
            "much more often a pair occurs than noise would make it."
        ),
        N_(
            "sigma(z) is no P(word | input): it asks whether this pair came from the text or from "
            "the noise, and over all words it does not sum to 1."
        ),
        N_(
            "When V is large, vectors are wanted rather than probabilities, and rows must be cheap "
            "to update."
        ),
        (
            (N_("Every number of one update."), "step"),
            (N_("What negatives are drawn from."), "noise --center cat --draws 1000"),
            (N_("Scores go towards PMI - log k."), "pmi --power 1 --noise-counts pairs"),
            (N_("It costs (k+1) x d, whatever V is."), "cost --measure --dim 50"),
            (N_("Some negatives are true contexts."), "noise --center cat --draws 1000"),
        ),
    ),
    "dpr": Topic(
        N_("In-batch softmax (DPR)"),
        N_("The other examples of the batch: N - 1 negatives that are encoded anyway."),
        N_("A softmax over each row of the N x N matrix; the diagonal is right."),
        N_("The right passage against those that happened to be in this batch."),
        N_(
            "No probability over all passages: with another batch it is another number. Frequent "
            "passages are negatives more often, so popularity is pushed down."
        ),
        N_(
            "When encoding is what costs (two encoders, questions and passages): 2N passes give "
            "N x N comparisons. Add hard negatives when the batch has become too easy."
        ),
        (
            (N_("2N passes instead of N + N + N k."), "batch --n 16 --k 5"),
            (N_("Twins in the batch are false negatives."), "batch --n 12 --mask"),
            (N_("The hard negative gets the largest push."), "batch --example groups"),
        ),
    ),
    "clip": Topic(
        N_("CLIP: two ways, normalised"),
        N_("The batch again, for rows and for columns: images to texts and texts to images."),
        N_("Softmax over rows and over columns of e^t cosine; the mean of the two."),
        N_(
            "A cosine between two encoders' outputs: closeness that can be compared between "
            "examples. e^t says how sharply differences count."
        ),
        N_(
            "Length no longer says anything, and so cannot stand for how sure the model is; a "
            "cosine of 0.3 may be a very good match. Names given by the nearest text are "
            "no better than the texts."
        ),
        N_(
            "When two kinds of things shall share one space and be searched both ways, or classes "
            "shall be named by texts that come later."
        ),
        (
            (N_("Both softmaxes and the learned scale."), "batch --objective clip"),
            (N_("A small one learns, then names unseen images."), "batch --toy"),
            (N_("Dot products beside cosines."), "batch --example groups --n 8"),
        ),
    ),
    "preference": Topic(
        N_("Preference pairs"),
        N_("Two answers to the same question, of which people liked one more."),
        N_("-log sigma(r+ - r-): only the difference counts."),
        N_("r+ - r- is the log-odds that the first is preferred to the second."),
        N_(
            "A reward by itself means nothing: adding 5 to every answer of a question changes no "
            "loss. It is not how good an answer is, nor whether it is true."
        ),
        N_(
            "When people can say which of two is better but not how good one is: reward models, "
            "ranking."
        ),
        (
            (N_("The pull on r+ equals the pushes on all r-."), "batch --objective preference"),
            (N_("Beside the other losses on the same scores."), "batch --n 4"),
        ),
    ),
}
"""The objectives by the word that `guide` knows them by."""
