"""Which known words a mistyped one may have meant."""

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from heapq import nlargest
from itertools import islice

_COMPARED = 400  # words that the slow comparison sees: some milliseconds
_LONGEST = 40  # letters; a longer query is no slip of the fingers


def nearest_spellings(word: str, known: Mapping[str, int], limit: int = 3) -> list[str]:
    """Return up to `limit` known words that are written like `word`, the likeliest first.

    First the word in another case or normal form, then words that begin with it, then those that
    difflib finds close. It is slow, so it sees only the words that share most letters with
    the query: 100,000 words take about a twentieth of a second.
    """
    if not word or len(word) > _LONGEST:
        return []
    lower = unicodedata.normalize("NFC", word.lower())
    same = [form for form in (unicodedata.normalize("NFC", word), lower) if form in known]
    begun = (other for other in known if other not in same and other.startswith((word, lower)))
    longer = list(islice(begun, limit))
    letters = set(lower)
    slack = 1 + len(word) // 3
    alike = nlargest(
        _COMPARED,
        (other for other in known if abs(len(other) - len(word)) <= slack),
        key=lambda other: len(letters.intersection(other.lower())),
    )
    spelled = {other.lower(): other for other in reversed(alike)}  # case is no difference here
    close = [spelled[form] for form in get_close_matches(lower, spelled, n=limit)]
    # One longer word, then the close ones: many words can begin with what was typed.
    return list(dict.fromkeys([*same, *longer[:1], *close, *longer[1:]]))[:limit]
