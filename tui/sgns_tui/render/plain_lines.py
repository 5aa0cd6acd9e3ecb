"""Sources, settings, changes, tables and neighbours in lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from sgns_core.edits import Change, Config, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.lessons import lesson
from sgns_tui.render.number import setting
from sgns_tui.render.plain_values import Values
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.source_text import text_rules

MAX_TABLE_WORDS = 50


def source_lines(source: Source, settings: Settings, values: Values) -> Iterator[str]:
    """Yield what a source is."""
    yield _("source: {name}, {words} words, {dim} components{text}").format(
        name=values.text(source.name),
        words=len(source.vocabulary),
        dim=settings.dim,
        text=_(", no text")
        if source.corpus is None
        else _(", a text of {n} words").format(n=len(source.corpus)),
    )
    if source.built_in:
        yield lesson(source.name)
    elif source.corpus is not None:
        yield text_rules(source.corpus, settings)


def settings_line(settings: Settings, config: Config) -> str:
    """Return what governs the update that is looked at."""
    chosen = None if config.choice is None else config.choice.negatives
    return _("settings: lr {lr}, k {k}, power {power}, policy {policy}, seed {seed}").format(
        lr=setting(config.lr),
        k=config.k if chosen is None else len(chosen),
        power=setting(config.policy.power),
        policy=policy_name(config.policy),
        seed=settings.seed,
    )


def change_text(change: Change, values: Values) -> str:
    """Return a change as a person would say it."""
    match change:
        case SetLr(lr):
            return f"lr {setting(lr)}"
        case SetK(k):
            return f"k {k}"
        case SetPolicy(policy):
            return _("policy {name}").format(name=policy_name(policy))
        case SetChoice(None):
            return _("pairs drawn")
        case SetChoice(choice) if choice is not None:
            pair = _("center {center}, target {target}").format(
                center=values.word(choice.center), target=values.word(choice.target)
            )
            if choice.negatives is None:
                return pair + _(", negatives drawn")
            if not choice.negatives:
                return pair + _(", no negatives")
            return pair + _(", negatives {words}").format(words=values.listed(choice.negatives))
        case SetValue(table, row, column, value):
            return f"{table} {values.word(row)} {column + 1} = {setting(value)}"
    raise TypeError(change)


def table_lines(E: Floats, Ep: Floats, values: Values) -> Iterator[str]:
    """Yield every row of both tables (V, d), the two rows of a word after one another."""
    for row in range(len(E)):
        yield f"E {values.word(row)}: {values.whole_vector(E[row])}"
        yield f"Ep {values.word(row)}: {values.whole_vector(Ep[row])}"


def read_rows(
    E: Floats, Ep: Floats, center: int, touched: list[int], values: Values
) -> Iterator[str]:
    """Yield the rows that an update reads, and how many there are in all."""
    yield f"E {values.word(center)}: {values.whole_vector(E[center])}"
    for row in touched:
        yield f"Ep {values.word(row)}: {values.whole_vector(Ep[row])}"
    yield _("tables: {n} of {all} rows, those that this update reads").format(
        n=1 + len(touched), all=2 * len(E)
    )


def neighbor_lines(row: int, found: list[tuple[int, float]], values: Values) -> Iterator[str]:
    """Yield the nearest words of a word, the nearest first."""
    if not found:
        yield _("neighbors: {word} has none; its row is 0, or all others are").format(
            word=values.word(row)
        )
    for place, (other, cosine) in enumerate(found, 1):
        yield _("neighbor {place} of {word}: {other}, cosine {cosine}").format(
            place=place,
            word=values.word(row),
            other=values.word(other),
            cosine=values.number(cosine),
        )
