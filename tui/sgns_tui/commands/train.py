"""`sgns-tui train`: from texts of any size to a file of word vectors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from sgns_tui.commands.options import Number
from sgns_tui.i18n import _

if TYPE_CHECKING:
    from sgns_tui.corpus_training import ReadyRun, Trained, TrainOptions
    from sgns_tui.progress import ProgressLine

MOST_WATCHED = 20_000

# Options that the run's settings and the text's rules are made of, by their names there.
SETTINGS = (
    "dim", "window", "k", "epochs", "lr", "min_count", "max_vocab", "subsample", "power", "seed",
    "policy", "engine", "threads", "tokens", "sentences",
)  # fmt: skip


@click.command(
    help=_(
        "Train word vectors on TEXT: files, folders, patterns in quotes, .gz, or - for standard "
        "input. The ending of the output names its format: .txt and .vec are word2vec's text, "
        ".bin its binary, .npz both tables with counts and settings, which other commands open "
        "with --model; .gz behind it packs."
    ),
    epilog=_("Example: sgns-tui train my.txt --output my.npz --dim 50 --min-count 1 --subsample 0"),
    short_help=_("Vectors from a text of any size."),
)
@click.argument("texts", metavar="TEXT...", nargs=-1)
@click.option("--output", metavar="FILE", required=True, help=_("Where the vectors go."))
@click.option("--dim", type=int, default=100, help=_("Components of a vector."), show_default=True)
@click.option(
    "--window",
    type=int,
    default=5,
    help=_("Words on either side, drawn from 1."),
    show_default=True,
)
@click.option("--k", type=int, default=5, help=_("Negatives per pair."), show_default=True)
@click.option("--epochs", type=int, default=5, help=_("Passes over the text."), show_default=True)
@click.option(
    "--lr",
    type=Number(),
    default=0.025,
    help=_("Learning rate; it falls in a line to a ten-thousandth."),
    show_default=True,
)
@click.option(
    "--min-count",
    type=int,
    default=5,
    help=_("Drop words that occur less often."),
    show_default=True,
)
@click.option("--max-vocab", type=int, help=_("Keep the most frequent words, so many at most."))
@click.option(
    "--subsample",
    type=Number(),
    default=1e-3,
    metavar="T",
    help=_("Drop frequent words by threshold T; 0 keeps all."),
    show_default=True,
)
@click.option(
    "--power",
    type=Number(),
    help=_("Exponent of the counts negatives come by; without it that of the policy, or 0.75."),
)
@click.option("--seed", type=int, default=1, help=_("Decides every draw."), show_default=True)
@click.option(
    "--tokens",
    type=click.Choice(["words", "whitespace"]),
    default="words",
    help=_("What a word is: letters, lower-cased; or all between white space."),
    show_default=True,
)
@click.option(
    "--sentences",
    type=click.Choice(["lines", "punctuation"]),
    default="lines",
    help=_("Where a sentence ends; windows never cross it."),
    show_default=True,
)
@click.option(
    "--policy",
    type=click.Choice(["word2vec-c", "gensim", "fasttext"]),
    help=_("Train by that program's rules, one pair after another."),
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "numpy", "numba"]),
    default="auto",
    help=_("What trains; numba is the extra fast."),
    show_default=True,
)
@click.option(
    "--threads",
    type=int,
    default=1,
    help=_("With 1 every run gives the same bytes."),
    show_default=True,
)
@click.option("--checkpoint", metavar="DIR", help=_("Save the run there every so often."))
@click.option(
    "--checkpoint-every",
    "every",
    metavar="TIME|WORDS",
    default="5m",
    help=_("Such as 300s, 5m, 1h, or 50000000w."),
    show_default=True,
)
@click.option("--resume", metavar="DIR", help=_("Go on with the run that was saved there."))
@click.option(
    "--watch", "watched", is_flag=True, help=_("Show the map and the loss on a screen meanwhile.")
)
@click.option(
    "--watch-words",
    type=click.IntRange(1, MOST_WATCHED),
    metavar="N",
    default=300,
    help=_("The most frequent words, so many, on the map."),
    show_default=True,
)
@click.option("--force", is_flag=True, help=_("Write over files that are there."))
@click.pass_context
def train(
    context: click.Context,
    /,
    texts: tuple[str, ...],
    output: str,
    checkpoint: str | None,
    every: str,
    resume: str | None,
    watched: bool,
    watch_words: int,
    force: bool,
    **options: Any,
) -> None:
    """Train, show how far it is, and say in a line what was done."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.checkpoints import Every
    from sgns_tui.compiled import use_cache_folder
    from sgns_tui.corpus_training import TrainOptions, ready_run
    from sgns_tui.files import at_home
    from sgns_tui.progress import ProgressLine
    from sgns_tui.stopping import Stopping

    if checkpoint is None and resume is None and not _default(context, "every"):
        raise InvalidInput(
            "--checkpoint-every says how often to save a run, and not where; add --checkpoint DIR"
        )
    if not watched and not _default(context, "watch_words"):
        raise InvalidInput("--watch-words says what the screen shows; add --watch")
    given = {name: options[name] for name in SETTINGS if not _default(context, name)}
    asked = TrainOptions(
        texts=texts,
        output=at_home(output),
        given=given,
        checkpoint=None if checkpoint is None else at_home(checkpoint),
        every=Every.parse(every),
        resume=None if resume is None else at_home(resume),
        force=force,
    )
    use_cache_folder()
    line = ProgressLine()
    status = 0
    if watched:
        watched = _has_screen(line.say)
    try:
        with ready_run(asked, line) as ready:
            if watched:
                done, status = _on_screen(ready, watch_words, line)
            else:
                done = ready.go(line, Stopping())
    except KeyboardInterrupt:
        line.close()
        line.say(_("stopped before the vectors were written; nothing was changed"))
        raise
    finally:
        line.close()
    if done.signal is not None and not status:
        status = 128 + done.signal
    try:
        if not watched or sys.stdout.isatty():  # else the terminal was closed, and nobody reads it
            _tell(done, asked, line.say)
    except OSError:
        if not status:
            raise
    if status:
        raise click.exceptions.Exit(status)


def _has_screen(say: Callable[[str], None]) -> bool:
    """Tell whether a screen can be opened; say why not."""
    from sgns_tui.choosing import choose_front_end
    from sgns_tui.terminal.checks import Way

    decision = choose_front_end(plain=False, text=None)
    if decision.way is not Way.SCREEN:
        say(
            _("no screen to watch on: {reason}; training all the same").format(
                reason=decision.reason
            )
        )
    return decision.way is Way.SCREEN


def _on_screen(ready: ReadyRun, words: int, line: ProgressLine) -> tuple[Trained, int]:
    """Train on a screen; return what came of it and the status of the screen."""
    from sgns_tui.watched_training import train_on_screen

    line.close()
    done, reasons, status = train_on_screen(ready, words)
    for reason in reasons:
        line.not_saved(reason)
    return done, status


def _default(context: click.Context, name: str) -> bool:
    """Tell whether nothing was said about an option."""
    return context.get_parameter_source(name) is ParameterSource.DEFAULT


def _tell(done: Trained, asked: TrainOptions, say: Callable[[str], None]) -> None:
    """Say what was done, and how to go on where it was stopped."""
    from sgns_core.streams.encoding import LONGEST_SENTENCE
    from sgns_tui.output import print_paragraph
    from sgns_tui.render.trained_text import cut_line, engine_text, too_far_line, trained_line
    from sgns_tui.text import visible

    run = done.training.run
    print_paragraph(
        trained_line(
            files=[visible(file) for file in done.files],
            size=len(run.text.vocabulary),
            dim=run.settings.dim,
            words=run.words,
            epochs=run.settings.epochs,
            share=run.share,
            seconds=done.seconds,
            rate=done.words / done.seconds if done.seconds else 0.0,
            loss=run.position.loss.mean,
            sample_loss=done.sample_loss,
            engine=engine_text(done.training.choice),
        )
    )
    if run.position.cut:
        say(cut_line(run.position.cut, LONGEST_SENTENCE))
    note = too_far_line(run.position.loss.mean, run.settings.k)
    if note is not None:
        say(note)
    if done.signal is None:
        return
    if done.checkpoint is None and asked.checkpoint is not None:
        say(_("stopped; it cannot be gone on with, for no checkpoint of it was saved"))
    elif done.checkpoint is None:
        say(_("stopped; a run can be gone on with where it was started with --checkpoint DIR"))
    else:
        say(_("stopped; to go on: {command}").format(command=_going_on(asked, done.checkpoint)))


def _going_on(asked: TrainOptions, folder: str) -> str:
    """Return the command that goes on with the run in a folder."""
    from sgns_tui.quoting import quoted

    texts = [text if text == "-" else _no_option(text) for text in asked.texts]
    named = ["--output", _no_option(asked.output), "--resume", _no_option(folder), "--force"]
    return " ".join(["sgns-tui train", *map(quoted, [*texts, *named])])


def _no_option(path: str) -> str:
    """Return a path that a command line takes for none of its options."""
    return f"./{path}" if path.startswith("-") else path
