"""What the ideas on the screens mean: formula, how to read it, what to try, a pitfall."""

from __future__ import annotations

from sgns_core.record import record
from sgns_tui.i18n import N_


@record
class Concept:
    """One idea in a few sentences, each of them marked for translation."""

    formula: str
    reading: str
    trying: str
    pitfall: str


@record
class Page:
    """A pane's name, the ideas it is about, and what to try with the keys of the screen."""

    name: str
    ideas: tuple[str, ...]
    trying: str


CONCEPTS: dict[str, Concept] = {
    "pair": Concept(
        N_("(center, target): two words of a sentence, at most `window` words apart"),
        N_(
            "The center gives the input row, read from E. The target is scored with its output "
            "row, read from Ep, as a word that truly stood near."
        ),
        N_("center and target choose a pair by hand; drawn lets the text give it again."),
        N_("A word has two rows, one in each table: what E holds of it is never its own target."),
    ),
    "select": Concept(
        N_("pair s of the text's epochs laid end to end; negatives from u(seed, s, j)"),
        N_("The first stage of an update: which rows will be read is settled here."),
        N_("seed 7 gives other negatives; the same seed gives the same ones, always."),
        N_("A chosen pair leaves the count running: after drawn the text is further on."),
    ),
    "gather": Concept(
        N_("v_c = E[center]; v'_w = Ep[w] for the target and each negative"),
        N_("Only these rows are read and written, however many words there are."),
        N_("show tables after an update: all other rows are as they were."),
        N_("A word drawn twice is gathered once; its row gets both contributions."),
    ),
    "dot": Concept(
        N_("z = v_c . v'_w = sum over i of v_c[i] v'_w[i]"),
        N_(
            "The score of a word beside the center: above 0 the two rows point the same way, below "
            "0 opposite ways. Each term says how much one component adds."
        ),
        N_("set E sat 1 2 makes one component large; watch its term outweigh the others."),
        N_("It is a product, not a distance: long rows score high without being close."),
    ),
    "sigmoid": Concept(
        N_("sigma(z) = 1 / (1 + e^-z)"),
        N_(
            "How surely the model takes this word for a true neighbor rather than a drawn one: 0.5 "
            "at z = 0, near 1 for large z, near 0 for very negative z."
        ),
        N_("sigmoid word2vec-table shows how far a program's table is from the exact value."),
        N_(
            "It is no probability of the word given the center: over all words the values do not "
            "add up to 1."
        ),
    ),
    "loss": Concept(
        N_("L = -log sigma(z_target) - sum over negatives of log(1 - sigma(z_n))"),
        N_(
            "One term for each scored word, each at least 0; a term is large where the model is "
            "sure and wrong. With all scores 0 it is (k+1) log 2."
        ),
        N_("until loss > 2 finds an update that surprises the model."),
        N_(
            "It grows with k, so losses with different k cannot be compared; and it jumps from "
            "pair to pair, so look at many."
        ),
    ),
    "error": Concept(
        N_("error = sigma(z) - y, with y = 1 for the target and 0 for a negative"),
        N_("Below 0 it pulls the rows together, above 0 it pushes them apart."),
        N_("play 1000 on the pair example: the errors go to 0, and learning slows down."),
        N_("Every error lies between -1 and 1: a wild score can pull no harder than that."),
    ),
    "gradient": Concept(
        N_("dL/dv'_w = error x v_c; dL/dv_c = sum over scored words of error x v'_w"),
        N_(
            "The direction in which the loss rises fastest. Output rows move along the center's "
            "row; the center's row moves along a mix of all the output rows."
        ),
        N_("show step prints what each word adds to the center's gradient."),
        N_("Contributions can cancel: a small gradient does not mean small errors."),
    ),
    "update": Concept(
        N_("after = before - lr x gradient"),
        N_("The stage that writes: E and Ep hold new numbers from here on."),
        N_("back over it takes it back to the last bit, next makes it again."),
        N_("All rows change from the values before the update, unless the order is sequential."),
    ),
    "check": Concept(
        N_("the loss of the same pair and negatives again, with the new rows"),
        N_(
            "First with only the center's row changed, then with all of them; a good step makes "
            "both smaller than before."
        ),
        N_("open overshoot shows a step that is too long: the loss rises."),
        N_("That this pair got better says nothing of the others, whose rows moved too."),
    ),
    "noise": Concept(
        N_("q(w) = count(w)^power / sum over all words of count^power"),
        N_(
            "What negatives are drawn from. Power 1 draws words as often as they occur, power 0 "
            "draws all alike, 0.75 lies between."
        ),
        N_("power 0, then step 20 and power 1: rare words are no longer drawn so often."),
        N_("Noise is not all wrong: a drawn word may well be a true neighbor of the center."),
    ),
    "batch": Concept(
        N_("z_ij = q_i . p_j for N queries and N positives; the diagonal belongs together"),
        N_(
            "Every other pair of the batch is a negative: N - 1 for each query, and none of them "
            "had to be drawn or encoded for it."
        ),
        N_("batch 6, then batch 6 mask: what stands twice is left out of the loss."),
        N_("A pair that is right elsewhere in the batch is pushed away all the same."),
    ),
    "objective": Concept(
        N_("sgns, dpr, clip, preference, softmax: how scores become a loss"),
        N_("On the same scores each pulls the diagonal up and pushes others down, but not alike."),
        N_("batch 4 sgns, then batch 4 dpr: a sigmoid for each cell, or a row that sums to 1."),
        N_("Losses of two objectives cannot be compared, only what they pull and push."),
    ),
    "clip": Concept(
        N_("z_ij = e^t cos(q_i, p_j); the mean of the softmax losses of rows and columns"),
        N_("Both sides are brought to length 1; t, learned with them, says how sharp it is."),
        N_("batch toy 0, then batch toy 100: the diagonal stands out, unseen images get names."),
        N_("A longer row changes nothing here; elsewhere it raises every score."),
    ),
    "preference": Concept(
        N_("L = -log sigma(r+ - r-)"),
        N_("The better answer is to be ahead of the worse one; by how much is all that counts."),
        N_("batch 4 preference: each diagonal cell against every other of its row."),
        N_("A reward alone says nothing: all of them may be raised together."),
    ),
    "optimum": Concept(
        N_("keep: log P(w|i) / (k q(w)); skip and redraw push a little less"),
        N_("Where a score comes to rest: there its pulls and pushes are equal on average."),
        N_("pmi, then policy gensim and pmi: the rule for collisions moves the goal."),
        N_("A pair that never occurs has no such place: it only sinks."),
    ),
    "pmi": Concept(
        N_("PMI = log P(i, w) / (P(i) P(w)); with q = P(w) the optimum is PMI - log k"),
        N_(
            "How much more often two words stand together than by chance: above 0 more, below less."
        ),
        N_("power 1 and pmi: the difference that is left comes from counting words, not pairs."),
        N_("With few components the scores cannot all reach it: pmi fit says how near."),
    ),
    "cost": Concept(
        N_("full softmax V x d multiply-adds a pair; SGNS (k+1) x d"),
        N_("The softmax scores every word each time, SGNS k+1 of them, whatever V is."),
        N_("cost 1000000 300 5: over a hundred thousand times as much."),
        N_("The tables take the same memory under both: only work is saved."),
    ),
    "bisection": Concept(
        N_("the first word whose cumulative share is above u; log2 V looks find it"),
        N_(
            "Each word has an interval as long as its q(w); u falls into one of them. Each look "
            "halves the words that are left."
        ),
        N_("noise prints the way of the first draw."),
        N_("Programs often use a table of slots instead: quicker, and q is only nearly right."),
    ),
    "chi-square": Concept(
        N_("sum over words of (drawn - expected)^2 / expected"),
        N_(
            "With fair draws it is about the degrees of freedom, give or take the square root of "
            "twice their number."
        ),
        N_("noise 100000: the value stays near the degrees of freedom however many draws."),
        N_("Words with fewer than 5 expected draws are counted as one: few draws show little."),
    ),
    "false-negative": Concept(
        N_("a negative that is a true context of the center somewhere in the text"),
        N_(
            "It is pushed away here and pulled near elsewhere. The expected share is exact for the "
            "policy's rule on collisions, the observed one comes from the draws."
        ),
        N_("noise 1000 sat: expected and observed per k."),
        N_("They are no fault of sampling: the optimum has them in it, as P(w|i) against k q(w)."),
    ),
    "hard-negative": Concept(
        N_("the highest score of a row off the diagonal"),
        N_("Under a softmax the highest negative takes most of the push; sigmoids care less."),
        N_("batch 6 dpr, then batch 6 sgns: compare what falls on the hardest."),
        N_("The hardest negative is often a false one."),
    ),
    "batch-cost": Concept(
        N_("2N encoder passes against N + N + N k; N x N scores"),
        N_("Each positive serves as N - 1 negatives; the matrix grows with N squared."),
        N_("batch 16: the lines on costs go on to N = 32,768."),
        N_("The matrix of 32,768 pairs takes 4 GiB in float32."),
    ),
    "zero-shot": Concept(
        N_("class of an image = argmax over class texts of cos(image, text)"),
        N_("No classifier is trained: the texts are the classes, and a new one needs a text."),
        N_("batch toy 0, then batch toy 100."),
        N_("The nearest text is always one of those given, however far all of them are."),
    ),
    "finite-d": Concept(
        N_("z = v_i . v'_w has rank d at most; the optimum of all pairs has a higher one"),
        N_("More components come nearer; with d = V each seen pair can reach its optimum."),
        N_("pmi fit, on worked."),
        N_("Sampled training at a constant lr stays away from it: the draws shake the scores."),
    ),
    "svd": Concept(
        N_("max(PMI - log k, 0), cut to d components by its singular values"),
        N_("All cells weigh alike there; SGNS weighs a pair by how often it is scored."),
        N_("pmi fit: its last column."),
        N_("It sets all pairs below the shift to 0: with few words and k = 5 that can be all."),
    ),
    "unseen": Concept(
        N_("P(w|i) = 0: log 0, minus infinity"),
        N_("Such a pair is drawn as a negative and never pulled: its score only sinks."),
        N_("step 20000 and pmi."),
        N_("Programs with a range rule stop at -6 or -8: there the pair is no longer pushed."),
    ),
    "log-axis": Concept(
        N_("length = log10 of the count: each step of the same length is ten times as much"),
        N_("A bar that is half as long stands for far less than half."),
        N_("cost 1000000 300 5."),
        N_("On a plain axis the bar of SGNS could not be seen at all."),
    ),
    "dropped": Concept(
        N_("softmax = e^z / sum over all words of e^z; sigma needs its own z alone"),
        N_(
            "Without one score the sum is another one, and every probability with it. A sigma does "
            "not know of other words."
        ),
        N_("cost prints it for the pair that is looked at."),
        N_("That the sigmas do not add up to 1 is no fault: they answer V separate questions."),
    ),
    "measured": Concept(
        N_("seconds = c V^s: s is the slope of a line through log seconds over log V"),
        N_("Near 1 for the softmax, near 0 for SGNS, once the arithmetic outweighs the calls."),
        N_("sgns-tui cost --measure prints it."),
        N_("It is this machine, now: what else runs shows in the numbers."),
    ),
    "negatives": Concept(
        N_("k words drawn from the noise, each scored with the label 0"),
        N_("They stand for everything that is not near the center; more of them cost more time."),
        N_("negatives cat mat chooses them, negatives drawn draws them again, k 10 draws more."),
        N_("A word can be drawn twice, and can be a true neighbor: until false-negative."),
    ),
    "collision": Concept(
        N_("a drawn negative that equals the target"),
        N_("keep counts it with both labels, skip leaves it out, redraw draws another word."),
        N_("open collision, then collision skip: its loss term and its error become 0."),
        N_(
            "With few words it is frequent, and with keep it pulls the target's score towards 0: "
            "programs differ in this more than papers say."
        ),
    ),
    "policy": Concept(
        N_("power, collision, order, range, bound, sigmoid, direction"),
        N_(
            "Whose rules are followed. article is the paper's formula; word2vec-c, gensim and "
            "fasttext are what those programs do."
        ),
        N_("policy gensim, then order simultaneous: one part at a time is changed as well."),
        N_(
            "A policy that is set during a run leaves the tables as they are; only a run that "
            "begins with a program's policy begins with output rows of 0."
        ),
    ),
    "order": Concept(
        N_("simultaneous: all from the values before; sequential: one occurrence after another"),
        N_("It matters only where a word is scored twice: later it reads a row already changed."),
        N_("open repeat, then order sequential, then show step."),
        N_("The center's row is written last in both orders."),
    ),
    "range": Concept(
        N_("exact: sigma(z); saturate: 0 or 1 beyond +-bound; stop: no update from +-bound on"),
        N_("What a program does where its table of sigma ends."),
        N_("set a component to 50, then range saturate, then range stop: compare the errors."),
        N_("With stop, a pair that is very wrong is never put right."),
    ),
    "direction": Concept(
        N_("center: v_c is the pair's center; context: v_c is the pair's context"),
        N_("Which of the two words of a drawn pair gives the input row."),
        N_("drawn, then direction context: center and target change places."),
        N_("Over a whole text both see the same pairs, in another order."),
    ),
    "lr": Concept(
        N_("the eta in after = before - eta x gradient"),
        N_("How long a step is. Teaching sources use 0.1, training on a text often 0.025."),
        N_("lr 5 and update: check says whether the step was too long."),
        N_("A small loss after one long step can mean that other pairs were spoiled."),
    ),
    "k": Concept(
        N_("negatives drawn for each pair"),
        N_("Few for large texts (2 to 5), more for small ones (5 to 20)."),
        N_("drawn, then k 0: only pulls are left, and all the rows run together."),
        N_("The scores that training settles at depend on it: about PMI - log k."),
    ),
    "seed": Concept(
        N_("u(seed, step, j): one number in 0 to 1 for each decision"),
        N_("The same seed, settings and changes give the same run, forward and back."),
        N_("seed 7, play 1000, then seed 1: the other run stands where it was left."),
        N_("Another NumPy or machine may differ in the last digits of sums."),
    ),
    "epoch": Concept(
        N_("every pair of the text once"),
        N_("After the last pair the text begins anew; windows and subsampling are drawn again."),
        N_("until epoch, on a source with a text."),
        N_("A chosen pair does not stop the count."),
    ),
    "neighbors": Concept(
        N_("cosine = v_a . v_b / (|v_a| |v_b|), both rows of E"),
        N_("1: same direction, 0: nothing in common, -1: opposite."),
        N_("until neighbor cat runs until the nearest word of cat is another one."),
        N_("Before training the neighbors are chance: ask again after some updates."),
    ),
    "map": Concept(
        N_("each point is a row of E: (v[1], v[2]) for two components, else the plane of PCA"),
        N_(
            "Words used in the same contexts are pulled by the same rows of Ep and come to point "
            "the same way from the origin. The direction and the length count, not the distance "
            "alone."
        ),
        N_("open groups, play 5000: four groups of words end in four directions."),
        N_(
            "With more than two components the map is a shadow: near on the map need not be near; "
            "the title says how much of the variance it holds."
        ),
    ),
    "timeline": Concept(
        N_("state at step s = what the same updates give from step 0, to the last bit"),
        N_(
            "The bar is the run from its first update to the newest; marks show where something "
            "was changed, where another branch leaves, and where it cannot go on."
        ),
        N_("step -100, lr 0.5, play 100, then undo: the old branch is there again."),
        N_("A change in the past starts a branch: what lay ahead is left, not lost."),
    ),
    "conflict": Concept(
        N_("cos(change now, change before) of one word's row"),
        N_(
            "Near 1: its updates pull the same way. Near -1: they pull against each other, so that "
            "the row hardly moves however large they are."
        ),
        N_("open conflict, update: pull and push nearly undo each other."),
        N_("A row that stands still may be done, or torn: the sizes tell which."),
    ),
    "progress": Concept(
        N_("mean of L over the last updates; and over a fixed sample at the tables of now"),
        N_(
            "The first is what training saw, each pair before its update. The second asks the same "
            "pairs again and again, so that two steps can be compared."
        ),
        N_("play 2000, lr 1, play 2000: the loss says what the map does not."),
        N_("It does not go to 0: noise that is a true context keeps it up, and so does k."),
    ),
    "cosine": Concept(
        N_("cosine = v_a . v_b / (|v_a| |v_b|), from -1 to 1; the dot product is v_a . v_b alone"),
        N_(
            "It compares directions: words that stand in the same contexts. Which of them is a "
            "synonym, and which an opposite, it does not say: hot and cold have like neighbours."
        ),
        N_("neighbors by cosine, dot and distance: other words wherever norms differ."),
        N_(
            "A value means little by itself: after a short training all cosines are near 1, and "
            "with few components they are large by chance. Compare values within one file."
        ),
    ),
    "norm": Concept(
        N_("|v| = sqrt(v . v)"),
        N_(
            "How far a row was moved from near 0. It grows with how often a word was trained, and "
            "with how alike its contexts were; very frequent words, which stand anywhere, are "
            "often short again."
        ),
        N_("neighbors by dot rank norm and direction at once, by cosine direction alone."),
        N_("It is no measure of importance: rare words are short because they were seldom moved."),
    ),
    "projection": Concept(
        N_("place = (v . axis 1, v . axis 2); PCA takes the axes along which rows vary most"),
        N_(
            "A shadow of d components on two. Far apart here is far apart there; near here may be "
            "far there. The title says which share of the variance the plane holds."
        ),
        N_("map of fewer words: a plane of 20 words holds far more than one of 1000."),
        N_(
            "PCA belongs to the words that are drawn: other words, other axes. Ask a list for the "
            "cosine before you believe two points."
        ),
    ),
    "axes": Concept(
        N_("axis = mean of v_b / |v_b| - v_a / |v_a| over the pairs a:b, made one long"),
        N_(
            "A word's place is its dot product with the axis: to the right it is more like the "
            "second words of the pairs, to the left more like the first."
        ),
        N_("map along axes of several pairs: what is peculiar to one word averages out."),
        N_(
            "Both axes may lean on each other; the title says their cosine. A direction that you "
            "name is always there, whether the text made one or not."
        ),
    ),
    "separation": Concept(
        N_("mean silhouette: (b - a) / max(a, b), a within the group, b to the nearest other"),
        N_(
            "1: tight groups far apart; 0: they overlap; below 0: words lie nearer to another "
            "group. Only words that have a group are counted."
        ),
        N_("open groups, play 5000: it rises from about 0."),
        N_("It measures the colours you chose; other groups of the same points give another one."),
    ),
}
"""Ideas by the word that `help` and the screens know them by."""
