"""Words added and subtracted: `king - man + woman` as terms, and as a vector."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from sgns_core.analogy import unit
from sgns_core.errors import InvalidInput, shown
from sgns_core.neighbors import Table
from sgns_core.record import record
from sgns_core.trace import Floats

_PART = re.compile(r'"([^"]+)"(?!\S)|(\S+)')
_NOTHING = 1e-12  # where a sum of unit vectors is zero but for rounding

MOST_TERMS = 100


@record
class Term:
    """A word that is added (sign 1) or subtracted (sign -1)."""

    sign: int
    word: str


def parse_expression(text: str, known: Callable[[str], bool] = lambda word: False) -> list[Term]:
    """Return the terms of words with + and - between them.

    A sign stands alone or leads its word (`-man`); a word that is `known` with the sign in front is
    taken as it stands, and double quotes hold any word together. Raises InvalidInput for a sign
    without a word, words without a sign between them, and more than 100 terms.
    """
    terms: list[Term] = []
    sign: int | None = 1  # None once a word was read: a sign has to come
    explicit = False
    for quoted, plain in _PART.findall(text):
        if plain in ("+", "-"):
            if explicit:
                raise InvalidInput("there are two signs with no word between them; write one")
            sign, explicit = (1 if plain == "+" else -1), True
            continue
        word = quoted or plain
        leads = not quoted and plain[0] in "+-" and not known(plain)
        if leads and not explicit:
            sign, word = (1 if plain[0] == "+" else -1), plain[1:]
        if sign is None:
            raise InvalidInput(
                "{word} has no sign before it; write + or - between words, with blanks around it",
                word=shown(word[:60]),
            )
        terms.append(Term(sign, word))
        sign, explicit = None, False
    if explicit:
        raise InvalidInput("a sign stands at the end with no word after it; write a word")
    if not terms:
        raise InvalidInput("there is no word in it; write words with + and - between them")
    if len(terms) > MOST_TERMS:
        raise InvalidInput(
            "it has {count} terms; write at most {most}", count=len(terms), most=MOST_TERMS
        )
    return terms


def expression_vector(table: Table, rows: Sequence[int], signs: Sequence[int]) -> Floats:
    """Return the signed sum (d,) of rows of a table (V, d), each made one long first.

    So every word has the same say, whatever its norm; with b - a + c this is 3CosAdd (Levy and
    Goldberg 2014, equation 2). The rows must have a direction. Raises InvalidInput where they add
    up to zero.
    """
    units = [
        sign * unit(table[row].astype(np.float64)) for row, sign in zip(rows, signs, strict=True)
    ]
    total: Floats = np.sum(units, axis=0)
    if np.abs(total).max() <= _NOTHING:
        raise InvalidInput("these words add up to zero, which has no direction; change one")
    return total
