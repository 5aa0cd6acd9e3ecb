"""How vectors do on rated pairs and analogies, as lines and as an object."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_core.analogy_questions import SectionResult
from sgns_core.rated_pairs import PairsResult
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET
from sgns_tui.render.vectors_text import CELLS, heading, heading_object
from sgns_tui.text import shortened, visible
from sgns_tui.vectors_evaluation import Evaluation

_SOME = 8
_NAME_CELLS = 36
_METHODS = {"add": "3CosAdd", "mul": "3CosMul"}


def evaluation_lines(evaluation: Evaluation, ascii_only: bool) -> Iterator[Text]:
    """Yield the file, what was asked, and the results of each file of pairs and questions."""
    options = evaluation.options
    yield from heading(evaluation.opened, ascii_only)
    rules = [
        _("case makes no difference; the first such word stands")
        if options.fold_case
        else _("words are compared with their case")
    ]
    if options.first is not None:
        rules.append(_("the first {n} words alone").format(n=options.first))
    yield from filled("; ".join(rules).split(), CELLS, style=QUIET)
    for path, pairs in evaluation.pairs:
        yield Text()
        yield from filled(visible(path, ascii_only).split(" "), CELLS, style=CENTER)
        yield from _pairs(pairs, ascii_only)
    for path, sections in evaluation.analogies:
        yield Text()
        name = f"{visible(path, ascii_only)} | {_METHODS[options.method]}"
        yield from filled(name.split(" "), CELLS, style=CENTER)
        yield from columns(_sections(sections, ascii_only))


def _pairs(result: PairsResult, ascii_only: bool) -> Iterator[Text]:
    text = _("Spearman {value} over {compared} of {total} pairs ({share})").format(
        value=number(result.spearman),
        compared=result.compared,
        total=result.total,
        share=_percent(result.compared, result.total),
    )
    yield Text(text)
    if result.unknown:
        missing = [
            shortened(visible(word, ascii_only), _NAME_CELLS, ascii_only)
            for word in result.missing[:_SOME]
        ]
        text = _("pairs with a word that has no vector: {n} ({words})").format(
            n=result.unknown,
            words=", ".join(missing) + (", ..." if len(result.missing) > _SOME else ""),
        )
        yield from filled(text.split(" "), CELLS, "", "  ", QUIET)
    if result.undirected:
        text = _("pairs with a row of zeros or of values that are not finite: {n}")
        yield Text(text.format(n=result.undirected), QUIET)


def _sections(sections: Sequence[SectionResult], ascii_only: bool) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        [
            _("section"),
            _("right"),
            _("asked"),
            _("in the file"),
            _("right of asked"),
            _("asked of all"),
        ]
    ]
    for section in sections:
        name = visible(section.name, ascii_only) or _("(no name)")
        rows.append([shortened(name, _NAME_CELLS, ascii_only), *_counts(section)])
    if len(sections) > 1:
        rows.append([_("all"), *_counts(total(sections))])
    return rows


def _counts(section: SectionResult) -> list[str]:
    return [
        str(section.correct),
        str(section.asked),
        str(section.total),
        _percent(section.correct, section.asked),
        _percent(section.asked, section.total),
    ]


def total(sections: Sequence[SectionResult]) -> SectionResult:
    """Return the sums over all sections."""
    return SectionResult(
        "",
        sum(section.correct for section in sections),
        sum(section.asked for section in sections),
        sum(section.total for section in sections),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def evaluation_object(evaluation: Evaluation) -> dict[str, object]:
    """Return the same unrounded, with every word that has no vector."""
    options = evaluation.options
    return heading_object(evaluation.opened) | {
        "fold_case": options.fold_case,
        "first": options.first,
        "pairs": [
            {
                "file": path,
                "spearman": None if math.isnan(result.spearman) else result.spearman,
                "total": result.total,
                "compared": result.compared,
                "unknown": result.unknown,
                "undirected": result.undirected,
                "missing": list(result.missing),
            }
            for path, result in evaluation.pairs
        ],
        "analogies": [
            {
                "file": path,
                "method": options.method,
                "sections": [_section_object(section) for section in sections],
                "all": _section_object(total(sections)),
            }
            for path, sections in evaluation.analogies
        ],
    }


def _section_object(section: SectionResult) -> dict[str, object]:
    return {
        "name": section.name,
        "correct": section.correct,
        "asked": section.asked,
        "total": section.total,
        "accuracy": section.correct / section.asked if section.asked else None,
    }
