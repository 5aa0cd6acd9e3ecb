"""The built-in source `groups`: a text made by rule, whose structure is known beforehand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from sgns_core.corpus import Corpus
from sgns_core.draws import Stream, uniforms
from sgns_core.source import Source

NAME: Final = "groups"
SENTENCES: Final = 480
WINDOW: Final = 5
LR: Final = 0.1
CORPUS_SEED: Final = 2013

GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "animals": ("dogs", "cats", "horses", "sheep", "cows", "goats", "ducks"),
        "foods": ("bread", "soup", "cheese", "rice", "cake", "pasta", "salad"),
        "weather": ("rain", "snow", "wind", "fog", "frost", "storms", "hail"),
        "music": ("pianos", "drums", "violins", "guitars", "flutes", "trumpets", "harps"),
    }
)
"""The words of each group, the most frequent first."""

CONTEXTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = MappingProxyType(
    {
        "animals": {
            "people": ("farmers", "shepherds"),
            "verb": ("fed", "found"),
            "quality": ("muddy", "brown", "sleepy"),
            "did": ("slept", "ran"),
            "place": ("barns", "meadows"),
        },
        "foods": {
            "people": ("cooks", "guests"),
            "verb": ("served", "tasted"),
            "quality": ("warm", "fresh", "plain"),
            "did": ("cooled", "vanished"),
            "place": ("kitchens", "bowls"),
        },
        "weather": {
            "people": ("sailors", "climbers"),
            "verb": ("feared", "expected"),
            "quality": ("cold", "grey", "wild"),
            "did": ("arrived", "passed"),
            "place": ("valleys", "hills"),
        },
        "music": {
            "people": ("players", "singers"),
            "verb": ("heard", "tuned"),
            "quality": ("loud", "grand", "famous"),
            "did": ("sounded", "echoed"),
            "place": ("halls", "concerts"),
        },
    }
)
"""What only the sentences of one group say, by the part of the sentence it fills."""

COMMON: Final = ("and", "in", "the", "while", "near", "when")
"""What the sentences of every group say."""

_SHARED: Final[Mapping[str, tuple[str, ...]]] = {"at": ("in", "near"), "as": ("while", "when")}

_TEMPLATES: Final = (
    "{quality} {word} {did}",
    "{people} {verb} {word}",
    "{people} {verb} {quality} {word}",
    "the {people} {verb} {quality} {word}",
    "{people} {verb} {word} and {quality} {word}",
    "{people} {verb} {quality} {word} {at} {place}",
    "{quality} {word} and {word} {did}",
    "{quality} {word} {did} {at} {quality} {place}",
    "{word} {did} {as} {people} {verb} {word}",
)
_SLOT: Final = re.compile(r"{(\w+)}")
_CHOICES: Final = 1 + max(len(_SLOT.findall(template)) for template in _TEMPLATES)


def groups_source() -> Source:
    """Return the source: the text of `groups_corpus`, the same for every run, and no tables.

    It knows no groups: training sees words only. `word_groups` is for whoever colours a map.
    """
    corpus = groups_corpus()
    return Source(
        name=NAME,
        vocabulary=corpus.vocabulary(),
        corpus=corpus,
        lr=LR,
        window=WINDOW,
        built_in=True,
    )


def word_groups() -> dict[str, str]:
    """Return the group of each word that has one.

    The words of GROUPS have a group, and no others: neither COMMON words nor those of CONTEXTS,
    although the latter stand in the sentences of one group alone.
    """
    return {word: group for group, words in GROUPS.items() for word in words}


def groups_corpus(seed: int = CORPUS_SEED) -> Corpus:
    """Return a text of 480 short sentences with this structure, and no other.

    - Every sentence belongs to one of the four groups, and each four sentences in a row hold one
      of every group, in an order by chance.
    - Its words are one or two of the seven words of its group, two to four of the 11 context words
      that its group has for itself, and at most one of the six common words that all groups share.
      So the words of one group share all their contexts, and words of two groups only the common
      words, which are about one in seven of the words of the text.
    - Within a group nothing tells one word from another but how often it occurs: which words meet
      is chance.
    - Where one of several words may stand, the r-th in the list is taken in proportion to 1/r, as
      Zipf's law has it. Over the whole vocabulary counts fall with about the power 0.65 of the
      rank, more slowly than in natural text, whose common words are far more common.

    What training should find is therefore that the rows of E of a group's words are near each other
    and far from those of other groups. A clean map is no promise: in two dimensions, with common
    words that pull all rows to one side, two groups may stay on top of each other. The benchmark
    `groups` counts for how many seeds they part. The text was tuned until they did for most, by
    short sentences, few common words and few contexts.

    seed: decides the text alone, and has nothing to do with the seed of a run.
    """
    lines = [" ".join(sentence) for sentence in _sentences(seed)]
    return Corpus.from_text("\n".join(lines), name=NAME)


def _sentences(seed: int) -> Iterator[list[str]]:
    choices = uniforms(seed, 0, SENTENCES, _CHOICES, Stream.TEXT).tolist()
    rounds = uniforms(seed, 0, SENTENCES // len(GROUPS), len(GROUPS), Stream.TEXT, 1)
    order = (row for chances in rounds for row in chances.argsort().tolist())
    names = list(GROUPS)
    for row, chances in zip(order, choices, strict=True):
        yield _sentence(names[row], chances)


def _sentence(group: str, chances: Sequence[float]) -> list[str]:
    """Return a sentence about a group; the first number chooses its template, the rest words."""
    lists = {"word": GROUPS[group], **CONTEXTS[group], **_SHARED}
    template = _TEMPLATES[int(chances[0] * len(_TEMPLATES))]
    rest = iter(chances[1:])
    sentence: list[str] = []
    for part in template.split():
        slot = _SLOT.fullmatch(part)
        sentence.append(_choose(lists[slot[1]], sentence, next(rest)) if slot else part)
    return sentence


def _choose(words: Sequence[str], taken: Sequence[str], chance: float) -> str:
    """Return a word that is not taken yet, the r-th of `words` in proportion to 1/r."""
    weights = {word: 1 / r for r, word in enumerate(words, 1) if word not in taken}
    left = chance * sum(weights.values())
    for word, weight in weights.items():
        left -= weight
        if left < 0:
            return word
    return word  # where rounding left nothing below 0
