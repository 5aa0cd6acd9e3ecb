"""What the printed step shows beside the trace: words, sentence, and where the pair came from."""

from __future__ import annotations

from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.trace import Floats, StepTrace


@record
class SentenceView:
    """One sentence with the places of a pair in it; all words are as in the text, unshortened.

    kept: places whose word has a row; the rest was dropped. context: places within the window.
    """

    words: tuple[str, ...]
    kept: frozenset[int]
    center: int
    target: int | None
    context: frozenset[int]


@record(eq=False, kw_only=True)
class StepView:
    """One update and its surroundings.

    words: the vocabulary by row. update: from 1. contexts: (V,) how often each word is a context of
    the center somewhere in the text, None without a text. lesson: what a built-in source shows.
    reconstructed: the rows of Ep are a reconstruction behind published figures.
    """

    trace: StepTrace
    words: tuple[str, ...]
    settings: Settings
    source: str
    update: int
    chosen_pair: bool
    chosen_negatives: bool
    sentence: SentenceView | None = None
    contexts: Floats | None = None
    text_rules: str | None = None
    lesson: str | None = None
    reconstructed: bool = False
    ascii_only: bool = False

    def is_true_context(self, row: int) -> bool:
        """Tell whether a word is a context of the center somewhere in the text."""
        return self.contexts is not None and self.contexts[row] > 0
