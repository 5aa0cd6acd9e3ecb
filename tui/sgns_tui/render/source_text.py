"""What was done to a text, in words."""

from __future__ import annotations

from sgns_core.corpus import Corpus
from sgns_core.kept import SUBSAMPLE_FORMULAS
from sgns_core.sentences import SENTENCE_RULES
from sgns_core.settings import Settings
from sgns_core.tokens import TOKEN_RULES
from sgns_tui.i18n import N_, _
from sgns_tui.render.number import setting

# The engine's sentences, which it cannot mark itself, so that the catalogue has them.
ENGINE_SENTENCES = (
    N_("words: letters, marks and digits with inner apostrophes and hyphens, lower-cased, NFC"),
    N_("words: whatever stands between white space, as it stands, NFC"),
    N_("one sentence a line"),
    N_(
        "sentences end at . ? ! and the like before white space, "
        "at 。 ！ ？ anywhere, and at blank lines"
    ),
    N_("kept with probability sqrt(t/f)"),
    N_("kept with probability sqrt(t/f) + t/f"),
)


def text_rules(corpus: Corpus, settings: Settings) -> str:
    """Return how the text was cut into words, sentences and windows."""
    rules = corpus.settings
    parts = [_(TOKEN_RULES[rules.tokens]), _(SENTENCE_RULES[rules.sentences])]
    if rules.min_count > 1:
        parts.append(_("words below {n} occurrences dropped").format(n=rules.min_count))
    if settings.subsample > 0:
        parts.append(
            _("subsampled with t = {t}: a word is {formula}").format(
                t=setting(settings.subsample),
                formula=_(SUBSAMPLE_FORMULAS[settings.subsample_formula]),
            )
        )
    window = _("window drawn from 1..{n}") if settings.shrink else _("window {n}")
    parts.append(window.format(n=settings.window))
    return "; ".join(parts)
