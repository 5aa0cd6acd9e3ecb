"""Commands that list what is near: a word, a sum, an analogy, a word in both files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_tui.explore_drawn import MOST_WORDS
from sgns_tui.explore_listed import Listed
from sgns_tui.explore_names import measure_name
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode

_TOP = 10


def neighbors(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the nearest words of a word."""
    if not 1 <= len(words) <= 2:
        raise WrongArguments("it takes a word, and how many")
    count = arguments.count(words[1:], _TOP, MOST_WORDS)
    row = mode.row(words[0])
    mode.exploring.go_to(row)
    yield from _listed(mode, mode.exploring.near(row, count, mode.go_on))


def total(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List what is nearest to words added and subtracted."""
    text = " ".join(f'"{word}"' if " " in word else word for word in words)
    listed = mode.exploring.ask(text, _TOP, mode.go_on)
    mode.exploring.show_listed(listed)
    yield from _listed(mode, listed)


def analogy(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List what is to c as b is to a."""
    if len(words) != 3:
        raise WrongArguments("it takes three words: a is to b as c is to what")
    a, b, c = (f'"{word}"' for word in words)
    yield from total(mode, arguments.split(f"{b} - {a} + {c}"))


def beside(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the nearest words of a word in both files."""
    if mode.exploring.beside is None:
        raise WrongArguments("one file is open: explore FILE --beside FILE2 opens two")
    if not 1 <= len(words) <= 2:
        raise WrongArguments("it takes a word, and how many")
    mode.row(words[0])
    count = arguments.count(words[1:], _TOP, MOST_WORDS)
    found = mode.exploring.near_beside(words[0], count, mode.go_on)
    values = mode.values
    word = values.text(found.word)
    for name, listed in zip(found.names, found.lists, strict=True):
        said = ", ".join(f"{values.text(near)} {values.number(value)}" for near, value in listed)
        missing = found.missing or _("nothing")
        yield _("{word} in {name}: {near}").format(
            word=word, name=values.text(name), near=said or missing
        )
    shared = [near for near, _value in found.lists[0] if near in found.shared]
    said = _("{word}: {n} in both").format(word=word, n=len(shared))
    yield ": ".join([said, " ".join(map(values.text, shared))] if shared else [said])


def _listed(mode: ExploringMode, listed: Listed) -> Iterator[str]:
    mode.listed = listed
    values, said = mode.values, mode.values.text(listed.asked)
    measure = measure_name(listed.measure)
    if not listed.found:
        yield _("near {word}: no other word can be compared").format(word=said)
    for place, (row, value) in enumerate(listed.found, 1):
        yield _("near {word}: {n} {other} {measure} {value}").format(
            word=said,
            n=place,
            other=values.word(row),
            measure=measure,
            value=values.number(value),
        )
