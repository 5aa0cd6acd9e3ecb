"""`sgns-tui evaluate`: a vectors file against what people say of words."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import format_option
from sgns_tui.commands.vectors_options import from_option, table_option
from sgns_tui.i18n import _


@click.command(
    help=_(
        "Compare the vectors FILE with ratings of pairs of words (Spearman's correlation, over the "
        "pairs whose words have vectors) and with analogy questions (accuracy, section by section)."
    ),
    epilog=_("Example: sgns-tui evaluate vectors.npz --pairs simlex.tsv --analogies questions.txt"),
    short_help=_("A vectors file against rated pairs and analogies."),
)
@click.argument("file")
@click.option(
    "--pairs",
    metavar="FILE",
    multiple=True,
    help=_("Lines of two words and a rating, as in WordSim-353 and SimLex-999; may be repeated."),
)
@click.option(
    "--analogies",
    metavar="FILE",
    multiple=True,
    help=_("Lines of four words in sections, as in questions-words.txt; may be repeated."),
)
@click.option(
    "--fold-case", is_flag=True, help=_("Case is no difference; the first such word stands.")
)
@click.option("--first", type=int, metavar="N", help=_("Use the first N words alone."))
@click.option(
    "--method",
    type=click.Choice(["add", "mul"]),
    default="add",
    help=_("How analogies are answered: 3CosAdd or 3CosMul."),
    show_default=True,
)
@table_option
@from_option
@format_option
def evaluate(
    file: str,
    pairs: tuple[str, ...],
    analogies: tuple[str, ...],
    fold_case: bool,
    first: int | None,
    method: Any,
    table: Any,
    from_format: Any,
    output_format: str,
) -> None:
    """Print how vectors do on rated pairs and analogies."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.evaluation_text import evaluation_lines, evaluation_object
    from sgns_tui.vectors_asking import at_least_one
    from sgns_tui.vectors_evaluation import EvaluationOptions, evaluate_vectors

    if not pairs and not analogies:
        raise InvalidInput("there is nothing to compare with; give --pairs or --analogies")
    if first is not None:
        at_least_one("--first", first)
    options = EvaluationOptions(fold_case=fold_case, first=first, method=method)
    evaluation = evaluate_vectors(file, from_format, table, pairs, analogies, options)
    if output_format == "json":
        print_json(evaluation_object(evaluation))
    else:
        print_lines(evaluation_lines(evaluation, ascii_output()))
