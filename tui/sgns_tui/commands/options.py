"""The options that commands share. Heavy imports wait until a command runs: --help stays quick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sgns_tui.i18n import _

F = TypeVar("F", bound=Callable[..., Any])

POLICIES = ["article", "word2vec-c", "gensim", "fasttext"]


class Number(click.ParamType[float]):
    """A number whose range the engine checks; what is no number is said here."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number that was typed."""
        try:
            return float(str(value))
        except ValueError:
            self.fail(_("{value} is not a number").format(value=repr(value)), param, ctx)


def _decorate(function: F, options: list[Callable[[F], F]]) -> F:
    for option in reversed(options):
        function = option(function)
    return function


def text_options(function: F) -> F:
    """Add what is done to a text: tokens, sentences, min-count, window, subsampling."""
    return _decorate(
        function,
        [
            click.option(
                "--tokens",
                type=click.Choice(["words", "whitespace"]),
                default="words",
                help=_("What a word is: letters, lower-cased; or all between white space."),
                show_default=True,
            ),
            click.option(
                "--sentences",
                type=click.Choice(["lines", "punctuation"]),
                default="lines",
                help=_("Where a sentence ends; windows never cross it."),
                show_default=True,
            ),
            click.option(
                "--min-count",
                type=int,
                default=1,
                help=_("Drop words that occur less often."),
                show_default=True,
            ),
            click.option(
                "--window",
                type=int,
                help=_("Words on either side of a center.  [default: 5; examples: their own]"),
            ),
            click.option(
                "--shrink", is_flag=True, help=_("Draw each center's window from 1..window.")
            ),
            click.option(
                "--subsample",
                type=Number(),
                default=0.0,
                metavar="T",
                help=_("Drop frequent words by threshold T, such as 0.001.  [default: off]"),
            ),
            click.option(
                "--subsample-formula",
                type=click.Choice(["paper", "code"]),
                default="paper",
                help=_("Keep with sqrt(T/f), or with sqrt(T/f) + T/f as word2vec.c does."),
                show_default=True,
            ),
        ],
    )


def seed_option(function: F) -> F:
    """Add the seed."""
    return click.option(
        "--seed", type=int, default=1, help=_("Decides every draw."), show_default=True
    )(function)


def policy_options(function: F) -> F:
    """Add the policy and each of its parts."""
    return _decorate(
        function,
        [
            click.option(
                "--policy",
                type=click.Choice(POLICIES),
                default="article",
                help=_("Whose rules to follow; the options below change single parts."),
                show_default=True,
            ),
            click.option(
                "--power", type=Number(), help=_("Exponent of the counts negatives are drawn by.")
            ),
            click.option(
                "--collision",
                type=click.Choice(["keep", "skip", "redraw"]),
                help=_("What becomes of a negative that equals the target."),
            ),
            click.option(
                "--order",
                type=click.Choice(["simultaneous", "sequential"]),
                help=_("Update all rows at once, or one occurrence after another."),
            ),
            click.option(
                "--range",
                "range_rule",
                type=click.Choice(["exact", "saturate", "stop"]),
                help=_("Beyond the bound: compute sigma, take 0 or 1, or make no update."),
            ),
            click.option("--bound", type=Number(), help=_("The score where --range sets in.")),
            click.option(
                "--sigmoid",
                type=click.Choice(["exact", "word2vec-table", "fasttext-table"]),
                help=_("Compute sigma, or look it up."),
            ),
            click.option(
                "--direction",
                type=click.Choice(["center", "context"]),
                help=_("Which word of a drawn pair is the input row."),
            ),
        ],
    )


def source_options(function: F) -> F:
    """Add where words, tables and pairs come from."""
    return _decorate(
        function,
        [
            click.option(
                "--example",
                metavar="NAME",
                help=_(
                    "A built-in source: worked, pair, overshoot, apart, repeat, collision, "
                    "conflict, groups.  [default: worked; watch: groups]"
                ),
            ),
            click.option(
                "--model",
                metavar="FILE",
                help=_("Words and tables: JSON, or an .npz of train. --text may give its pairs."),
            ),
            click.option("--text", metavar="FILE", help=_("A UTF-8 text; - reads standard input.")),
            click.option("--sentence", metavar="TEXT", help=_("A text as an argument, in quotes.")),
        ],
    )


def any_source(function: F) -> F:
    """Add the same, and a text that is named without an option."""
    argument = click.argument("text_argument", metavar="[TEXT]", required=False)
    return argument(source_options(function))


def noise_counts_option(function: F) -> F:
    """Add what the noise counts."""
    return click.option(
        "--noise-counts",
        type=click.Choice(["unigram", "pairs"]),
        default="unigram",
        help=_("Count words, or how often each is a context."),
        show_default=True,
    )(function)


def pair_options(function: F) -> F:
    """Add the pair, its negatives and the settings of one update."""
    return _decorate(
        function,
        [
            click.option(
                "--center", metavar="WORD", help=_("The word whose row of E is the input.")
            ),
            click.option("--target", metavar="WORD", help=_("The word that is scored as true.")),
            click.option(
                "--negative",
                "negatives",
                metavar="WORD",
                multiple=True,
                help=_("A word that is scored as noise; repeat the option for more."),
            ),
            click.option("--lr", type=Number(), help=_("Learning rate.  [default: 0.1]")),
            click.option("--k", type=int, help=_("Negatives to draw.  [default: 5]")),
            click.option(
                "--dim",
                type=int,
                default=2,
                help=_("Components of a vector, where the source brings no tables."),
                show_default=True,
            ),
        ],
    )


def run_options(function: F) -> F:
    """Add where a run begins and what makes its updates."""
    return _decorate(
        function,
        [
            click.option(
                "--update", type=int, metavar="N", help=_("Begin at update N, counted from 1.")
            ),
            click.option(
                "--stepper",
                type=click.Choice(["numpy", "compiled"]),
                default="numpy",
                help=_("What makes the updates; compiled needs the extra fast."),
                show_default=True,
            ),
        ],
    )


def screen_options(function: F) -> F:
    """Add what a terminal is given."""
    return _decorate(
        function,
        [
            click.option(
                "--color",
                type=click.Choice(["auto", "none", "16", "256", "truecolor"]),
                help=_("Colours on the screen.  [default: auto]"),
            ),
            click.option(
                "--glyphs",
                type=click.Choice(["auto", "unicode", "ascii"]),
                help=_("Characters on the screen.  [default: auto]"),
            ),
            click.option(
                "--mouse", is_flag=True, help=_("Take the mouse; without it text can be selected.")
            ),
            click.option(
                "--bandwidth", is_flag=True, help=_("Show what the line carries, in the corner.")
            ),
        ],
    )


def front_end_options(function: F) -> F:
    """Add all that may be said where a front end opens: source, pair, rules, run and screen."""
    return _decorate(
        function,
        [
            source_options,
            pair_options,
            policy_options,
            text_options,
            seed_option,
            run_options,
            screen_options,
        ],
    )


def format_option(function: F) -> F:
    """Add the choice between a text to read and JSON."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json"]),
        default="text",
        help=_("To read, or unrounded as JSON."),
        show_default=True,
    )(function)
