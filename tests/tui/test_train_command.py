"""`sgns-tui train`: texts in, vectors out, and every way in which that can be cut short."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import load_vectors
from sgns_core.kernels.compiling import available
from sgns_core.streams import ahead, encoding
from sgns_core.training.numpy_engine import NumpyEngine
from sgns_core.vectors import WordVectors
from sgns_tui.checkpoints import Every
from tests.tui.running import PROGRAM, Outcome, environment_with, run_here, run_program

# The engine that is always there; it is quick enough for a few thousand words.
SMALL = ["--engine", "numpy", "--dim", "8", "--epochs", "2"]

Arguments = list[str | Path]
T = TypeVar("T")

PACKED = gzip.compress(b"some words " * 900, mtime=0)
"""The same in every process, and so the names of tests that hold it."""


def make_text(words: int, seed: int = 1) -> str:
    """Return sentences of some fifty words of very different frequency."""
    chance = random.Random(seed)
    names = [f"w{number}" for number in range(50)]
    weights = [1 / (number + 1) for number in range(50)]
    drawn = chance.choices(names, weights, k=words)
    return "\n".join(" ".join(drawn[start : start + 12]) for start in range(0, words, 12)) + "\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "my.txt"
    path.write_text(make_text(4000))
    return path


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    from sgns_core.streams import parts

    monkeypatch.setattr(parts, "CHUNK_BYTES", 2048)
    monkeypatch.setattr(encoding, "CHUNK_TOKENS", 500)


def train(*arguments: str | Path, stdin: bytes = b"") -> Outcome:
    return run_here("train", *SMALL, *arguments, stdin=stdin)


def vectors(path: Path) -> WordVectors:
    return load_vectors(str(path)).vectors


def refused(outcome: Outcome, said: str) -> None:
    assert outcome.status == 2, outcome
    assert outcome.out == ""
    assert outcome.err.startswith("sgns-tui: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err[:-1].isprintable()
    assert said in outcome.err


# ---- what is written


def test_a_text_becomes_vectors_and_one_line_says_so(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    done = train(text, "--output", out)
    assert done.status == 0, done.err
    assert done.err == ""
    [line] = done.lines
    trained = vectors(out)
    assert line.startswith(
        f"{out}: {len(trained)} words x 8, trained on {trained.vocabulary.total:,} words x 2 epochs"
    )
    assert line.endswith("engine numpy, as asked")
    assert trained.Ep is not None
    assert trained.counts is not None
    assert trained.E.dtype == np.float32
    assert np.isfinite(trained.E).all()
    assert trained.Ep.any()
    assert trained.counts.tolist() == sorted(trained.counts.tolist(), reverse=True)
    assert trained.settings["dim"] == 8
    assert trained.settings["tokens"] == "words"
    assert trained.settings["engine"] == "numpy"
    assert trained.settings["words_trained"] == 2 * trained.vocabulary.total
    assert f"loss {trained.settings['loss']:.4f} in the last epoch" in line
    assert "checkpoint" not in trained.settings


def test_each_ending_has_its_format(text: Path, tmp_path: Path) -> None:
    for name in ("v.npz", "v.txt", "v.vec", "v.bin", "v.txt.gz", "v.npz.gz"):
        assert train(text, "--output", tmp_path / name).status == 0
    first = vectors(tmp_path / "v.npz")
    for name in ("v.txt", "v.vec", "v.bin", "v.txt.gz", "v.npz.gz"):
        other = vectors(tmp_path / name)
        assert list(other.words) == list(first.words)
        assert np.array_equal(other.E, first.E), name
    assert (tmp_path / "v.txt").read_text().startswith(f"{len(first)} 8\n")
    assert (
        gzip.decompress((tmp_path / "v.txt.gz").read_bytes()) == (tmp_path / "v.txt").read_bytes()
    )


def test_two_runs_give_the_same_bytes_and_another_seed_others(text: Path, tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert train(text, "--output", tmp_path / f"{name}.npz", "--seed", seed).status == 0
    a, b, c = ((tmp_path / f"{name}.npz").read_bytes() for name in "abc")
    assert a == b
    assert a != c


def test_the_defaults_are_those_people_know(tmp_path: Path) -> None:
    text = tmp_path / "my.txt"
    text.write_text(make_text(300))
    out = tmp_path / "v.npz"
    assert run_here("train", text, "--output", out, "--engine", "numpy").status == 0
    settings = vectors(out).settings
    wanted = {
        "dim": 100, "window": 5, "k": 5, "epochs": 5, "lr": 0.025, "lr_end_share": 1e-4,
        "min_count": 5, "subsample": 1e-3, "power": 0.75, "seed": 1, "threads": 1,
    }  # fmt: skip
    assert {name: settings[name] for name in wanted} == wanted


def test_the_learning_rate_falls_on_a_small_text_too(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[float, float]] = []
    real = NumpyEngine.train

    def spy(self: NumpyEngine, chunk):  # type: ignore[no-untyped-def]
        seen.append((chunk.begin, chunk.end))
        return real(self, chunk)

    monkeypatch.setattr(NumpyEngine, "train", spy)
    assert train(text, "--output", tmp_path / "v.npz").status == 0
    assert seen == [(0.0, 0.5), (0.5, 1.0)]


def test_other_commands_open_the_npz(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    train(text, "--output", out)
    step = run_here("step", "--model", out, "--center", "w1", "--target", "w2", "--format", "json")
    assert step.status == 0, step.err
    found = json.loads(step.out)
    trained = vectors(out)
    assert found["v_center"] == trained.E[trained.vocabulary.index("w1")].astype(float).tolist()
    noise = run_here("noise", "--model", out)
    assert noise.status == 0
    assert "w0" in noise.out
    session = tmp_path / "s.json"
    script = f"next\nsave {session}\n".encode()
    args: Arguments = ["--plain", "--model", out, "--center", "w1", "--target", "w2"]
    assert run_here(*args, stdin=script).status == 0
    assert run_here("replay", session).status == 0
    train(text, "--output", out, "--seed", "9", "--force")
    refused(run_here("replay", session), "is not what it was when the session was saved")


def test_the_text_gives_the_npz_its_pairs(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    train(text, "--output", out)
    with_text: Arguments = ["--model", out, "--text", text]
    step = run_here("step", *with_text, "--format", "json")
    assert step.status == 0, step.err
    found = json.loads(step.out)
    first, second = text.read_text().split()[:2]
    assert (found["center"], found["target"]) == (first, second)
    trained = vectors(out)
    row = trained.vocabulary.index(first)
    assert found["v_center"] == trained.E[row].astype(float).tolist()
    pmi = run_here("pmi", text, "--model", out, "--steps", "0", "--format", "json")
    assert pmi.status == 0, pmi.err
    pair = json.loads(pmi.out)["pairs"][0]
    learned = float(
        trained.E[trained.vocabulary.index(pair["input"])].astype(float)
        @ trained.Ep[trained.vocabulary.index(pair["scored"])].astype(float)  # type: ignore[index]
    )
    assert pair["learned"] == pytest.approx(learned, rel=1e-12)
    assert run_here("noise", *with_text, "--center", first).status == 0
    assert run_here("pmi", "--model", out).status == 2


def test_a_session_on_an_npz_and_its_text_is_saved_and_replayed(text: Path, tmp_path: Path) -> None:
    out, session = tmp_path / "v.npz", tmp_path / "s.json"
    train(text, "--output", out)
    done = run_here(
        "--plain", "--model", out, "--text", text, stdin=f"update\nsave {session}\n".encode()
    )
    assert done.status == 0, done.err
    saved = json.loads(session.read_text())
    assert saved["source"]["kind"] == "model"
    assert saved["source"]["text"]["content"] == text.read_text()
    replayed = run_here("replay", session)
    assert replayed.status == 0, replayed.err
    text.write_text("w1 w2\n")
    assert run_here("replay", session).out == replayed.out  # small texts are kept in the session
    text.write_text(saved["source"]["text"]["content"])
    train(text, "--output", out, "--seed", "9", "--force")
    refused(run_here("replay", session), "is not what it was when the session was saved")


def test_a_text_that_has_nothing_to_do_with_the_npz_is_refused(text: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "v.npz", tmp_path / "model.json"
    train(text, "--output", out)
    refused(run_here("step", "--model", out, "--sentence", "x y"), "no word of a sentence is among")
    other.write_text('{"words": ["w1"], "E": [[1]], "Ep": [[1]], "text": "w1 w1"}')
    refused(run_here("step", "--model", other, "--text", text), "brings a text of its own")
    other.write_text('{"words": ["w1", "w2"], "E": [[1], [2]], "Ep": [[1], [2]]}')
    assert run_here("step", "--model", other, "--text", text).status == 0


def test_a_file_without_ep_is_no_model(text: Path, tmp_path: Path) -> None:
    np.savez(tmp_path / "e.npz", words=np.array(["a", "b"]), E=np.ones((2, 3)))
    refused(run_here("step", "--model", tmp_path / "e.npz"), "holds no output table Ep")
    np.savez(
        tmp_path / "e.npz",
        words=np.array(["a", "b"]),
        E=np.ones((2, 3)),
        Ep=np.full((2, 3), np.nan),
    )
    refused(run_here("step", "--model", tmp_path / "e.npz"), "holds a value that is not finite")


# ---- where the text comes from


def test_standard_input_and_packed_files_are_the_same_text(text: Path, tmp_path: Path) -> None:
    data = text.read_bytes()
    (tmp_path / "my.txt.gz").write_bytes(gzip.compress(data))
    assert train(text, "--output", tmp_path / "a.npz").status == 0
    assert train("-", "--output", tmp_path / "b.npz", stdin=data).status == 0
    assert train(tmp_path / "my.txt.gz", "--output", tmp_path / "c.npz").status == 0
    packed = gzip.compress(data)
    assert train("-", "--output", tmp_path / "d.npz", stdin=packed).status == 0
    a, *others = ((tmp_path / f"{name}.npz").read_bytes() for name in "abcd")
    assert others == [a, a, a]


def test_a_named_pipe_is_read_once(text: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["/bin/sh", "-c", f"cat '{text}' > '{pipe}'"]):
        assert train(pipe, "--output", tmp_path / "v.npz").status == 0
    train(text, "--output", tmp_path / "w.npz")
    assert (tmp_path / "v.npz").read_bytes() == (tmp_path / "w.npz").read_bytes()


def test_folders_and_patterns_are_read_in_the_order_of_names(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "below").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    whole = ""
    for number, name in enumerate(("a.txt", "b.txt", "below/c.txt", "d.txt")):
        part = make_text(500, number)
        (folder / name).write_text(part)
        whole += part
    (folder / ".x.txt").write_text("hidden " * 100)
    (folder / ".hidden" / "y.txt").write_text("hidden " * 100)
    one = tmp_path / "one.txt"
    one.write_text(whole)
    assert train(one, "--output", tmp_path / "one.npz").status == 0
    # What is written into the folder is not read from it, the second time either.
    for force in ([], ["--force"]):
        assert train(folder, "--output", folder / "v.npz", *force).status == 0
    assert (folder / "v.npz").read_bytes() == (tmp_path / "one.npz").read_bytes()
    pattern = folder / "**" / "*.txt"
    assert train(pattern, "--output", tmp_path / "glob.npz").status == 0
    assert (tmp_path / "glob.npz").read_bytes() == (tmp_path / "one.npz").read_bytes()


def test_a_file_whose_name_is_a_pattern_is_a_file(tmp_path: Path) -> None:
    odd = tmp_path / "my[1].txt"
    odd.write_text(make_text(600))
    assert train(odd, "--output", tmp_path / "v.npz").status == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "my.txt is empty"),
        (b"\n\n \n", "has no word by the rule --tokens words"),
        (b"...", "has no word by the rule --tokens words"),
        (b"one two three", "0 of 3 words occur 5 times or more; the largest count is 1; try "
         "--min-count 1"),
        (b"\x89PNG\r\n\x1a\n\x00", "my.txt, line 1, byte 1: 0x89 is not UTF-8"),
        (b"good\nbad \xff", "my.txt, line 2, byte 5: 0xFF is not UTF-8"),
        (PACKED[:-20], "is a gzip file that ends in the middle"),
        (PACKED[:40] + b"x" * 40, "gzip file"),
        (b"a\n" * 50 + b"b c", "no pair of words was trained on: what --min-count 5 (it dropped 2 "
         "of 3 words) and --subsample 0.001 leave of each sentence is a single word; give"),
    ],
)  # fmt: skip
def test_texts_that_cannot_be_trained_on_are_refused(
    tmp_path: Path, data: bytes, said: str
) -> None:
    text = tmp_path / "my.txt"
    text.write_bytes(data)
    refused(train(text, "--output", tmp_path / "v.npz"), said)
    assert [path.name for path in tmp_path.iterdir()] == ["my.txt"]


def test_names_that_stand_for_nothing_are_refused(tmp_path: Path) -> None:
    out: Arguments = ["--output", tmp_path / "v.npz"]
    (tmp_path / "empty").mkdir()
    refused(train(*out), "name a text to train on")
    refused(train(tmp_path / "gone.txt", *out), "gone.txt does not exist")
    refused(train(tmp_path / "*.text", *out), "no file matches")
    refused(train(tmp_path / "empty", *out), "holds no file to read")
    refused(train("", *out), "the name of a text is empty")
    refused(train("/dev/zero", *out), "is neither a file nor a folder")
    refused(train("-", "-", *out, stdin=b"x"), "twice")
    refused(train("-", *out, stdin=b""), "standard input is empty")
    refused(train("a\nb\x1b]2J.txt", *out), "does not exist")
    assert run_program("train", "-", "--output", "x.npz", stdin=None).returncode == 2


def test_a_text_is_never_written_over(text: Path, tmp_path: Path) -> None:
    before = text.read_bytes()
    (tmp_path / "link.txt").symlink_to(text)
    for out in (text, tmp_path / "link.txt"):
        refused(train(text, "--output", out, "--force"), "is the text and would be written over")
    assert text.read_bytes() == before


def test_one_word_that_is_tiny_or_huge(tmp_path: Path) -> None:
    text = tmp_path / "my.txt"
    text.write_text("a b " * 20 + "\n" + "x" * 100_000 + " a b\n")
    done = train(text, "--output", tmp_path / "v.npz", "--min-count", "1", "--subsample", "0")
    assert done.status == 0, done.err
    assert len(vectors(tmp_path / "v.npz")) == 3


def test_one_huge_line_is_cut_where_it_must_be_and_that_is_said(
    tmp_path: Path, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "LONGEST_SENTENCE", 1500)
    text = tmp_path / "my.txt"
    text.write_text(make_text(4000).replace("\n", " "))
    done = train(text, "--output", tmp_path / "v.npz")
    assert done.status == 0
    assert done.err == (
        "sgns-tui: note: sentences of more than 1,500 words were taken in parts, with 2 cuts that "
        "no window crosses; --sentences punctuation makes shorter ones\n"
    )


def test_hostile_words_are_shown_as_signs_and_survive(tmp_path: Path) -> None:
    text = tmp_path / "my.txt"
    text.write_bytes(b"\x1b[2J \xe2\x80\xae \x00 [bold] " * 40)
    out = tmp_path / "v\x1b[31m.npz"
    done = train(text, "--output", out, "--tokens", "whitespace", "--subsample", "0")
    assert done.status == 0, done.err
    assert done.out[:-1].isprintable()
    assert set(vectors(out).words) == {"\x1b[2J", "\u202e", "\x00", "[bold]"}


def test_max_vocab_keeps_the_most_frequent(text: Path, tmp_path: Path) -> None:
    for name, most in (("a", "1000"), ("b", "7")):
        train(text, "--output", tmp_path / f"{name}.npz", "--max-vocab", most)
    a, b = vectors(tmp_path / "a.npz"), vectors(tmp_path / "b.npz")
    assert list(b.words) == list(a.words)[:7]


# ---- what is refused before anything is trained


@pytest.fixture
def nothing_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("a text was read")

    monkeypatch.setattr("sgns_tui.corpus_training.count_words", fail)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--output", "v.xyz"], "names no format"),
        (["--output", ""], "output is empty"),
        (["--output", "gone/v.npz"], "its folder does not exist"),
        (["--output", "."], "names no format"),
        (["--output", "there.npz"], "there.npz exists and is left as it is"),
        (["--output", "folder.npz", "--force"], "folder.npz is a folder"),
        (["--output", "v.npz", "--dim", "0"], "dim must be"),
        (["--output", "v.npz", "--lr", "nan"], "lr must be"),
        (["--output", "v.npz", "--epochs", "0"], "epochs must be"),
        (["--output", "v.npz", "--k", "-1"], "k must be"),
        (["--output", "v.npz", "--window", "0"], "window must be"),
        (["--output", "v.npz", "--min-count", "0"], "min-count must be"),
        (["--output", "v.npz", "--max-vocab", "0"], "max-vocab must be"),
        (["--output", "v.npz", "--subsample", "-1"], "subsample must be"),
        (["--output", "v.npz", "--power", "inf"], "power must be"),
        (["--output", "v.npz", "--seed", "-1"], "seed must be"),
        (["--output", "v.npz", "--threads", "0"], "threads must be"),
        (["--output", "v.npz", "--threads", "2"], "threads 2 needs the numba engine"),
        (["--output", "v.npz", "--policy", "gensim"], "which the numpy engine does not"),
        (["--output", "v.npz", "--policy", "article"], "is not one of"),
        (["--output", "v.npz", "--checkpoint", "c", "--checkpoint-every", "soon"], "every is soon"),
        (["--output", "v.npz", "--checkpoint-every", "5m"], "add --checkpoint DIR"),
        (["--output", "v.npz", "--checkpoint", "my.txt"], "cannot be made"),
        (["--output", "v.npz", "--checkpoint", ""], "checkpoint folder is empty"),
        (["--output", "v.npz", "--checkpoint", "a", "--resume", "b"], "--resume goes on saving"),
        (["--output", "v.npz", "--resume", "gone"], "gone holds no run to go on with"),
        ([], "Missing option '--output'"),
    ],
)
def test_what_cannot_be_is_said_before_a_text_is_read(
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    nothing_trained: None,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.npz").write_bytes(b"as it was")
    (tmp_path / "folder.npz").mkdir()
    before = sorted(tmp_path.iterdir())
    refused(train(text, *arguments), said)
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "there.npz").read_bytes() == b"as it was"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_said_before(
    text: Path, tmp_path: Path, nothing_trained: None
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    refused(train(text, "--output", closed / "v.npz"), "may not be written")


def test_force_replaces_what_is_there(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    out.write_bytes(b"old")
    assert train(text, "--output", out, "--force").status == 0
    assert len(vectors(out)) == 50


def test_tables_beyond_memory_are_refused(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: 1000 if name == "SC_PHYS_PAGES" else 4)
    said = "two tables of 50 words x 100 components take 0.0 GB"
    refused(train(text, "--output", tmp_path / "v.npz", "--dim", "100"), said)


# ---- stopping, and going on


class StopAfter:
    """Sends a signal to this process when so many chunks are trained."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, chunks: int, number: int, engine: type = NumpyEngine
    ) -> None:
        real = engine.train  # type: ignore[attr-defined]
        self.trained = 0

        def count(engine, chunk):  # type: ignore[no-untyped-def]
            self.trained += 1
            if self.trained == chunks:
                os.kill(os.getpid(), number)
            return real(engine, chunk)

        monkeypatch.setattr(engine, "train", count)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_what_is_there_and_the_run_goes_on_unbroken(
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    small_chunks: None,
    number: signal.Signals,
) -> None:
    before = signal.getsignal(number)
    whole, out, folder = tmp_path / "whole.npz", tmp_path / "v.npz", tmp_path / "run"
    assert train(text, "--output", whole).status == 0
    with monkeypatch.context() as stopping:
        StopAfter(stopping, 11, number)
        stopped = train(text, "--output", out, "--checkpoint", folder)
    assert stopped.status == 128 + number
    assert "stopped at " in stopped.out
    assert stopped.err == (
        f"sgns-tui: stopped; to go on: sgns-tui train {text} --output {out} --resume {folder} "
        "--force\n"
    )
    halfway = vectors(out)
    assert halfway.E.shape == vectors(whole).E.shape
    assert not np.array_equal(halfway.E, vectors(whole).E)
    # The command that it named, as it stands: settings come from the run.
    going_on: Arguments = ["train", text, "--output", out, "--resume", folder, "--force"]
    assert run_here(*going_on).status == 0
    assert out.read_bytes() == whole.read_bytes()
    assert signal.getsignal(number) is before


@pytest.mark.skipif(not available(), reason="numba, the extra fast, is not installed")
def test_a_rate_that_is_too_large_is_said_where_scores_beyond_the_bound_are_skipped(
    text: Path, tmp_path: Path
) -> None:
    out: Arguments = ["--output", tmp_path / "v.npz", "--policy", "gensim", "--dim", "100"]
    done = run_here("train", text, *out, "--lr", "10")
    assert done.status == 0
    assert "try a smaller --lr" in done.err
    assert run_here("train", text, *out, "--force").err == ""


def test_a_second_signal_while_the_reading_thread_ends_is_heard(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    real = ahead.ahead

    def interrupted(values: Iterator[T]) -> Iterator[T]:
        try:
            yield from real(values)
        finally:
            raise KeyboardInterrupt

    monkeypatch.setattr("sgns_core.training.run.ahead", interrupted)
    StopAfter(monkeypatch, 3, signal.SIGINT)
    stopped = train(text, "--output", tmp_path / "v.npz")
    assert stopped.status == 130
    said = "sgns-tui: stopped before the vectors were written; nothing was changed"
    assert stopped.err.strip() == said
    assert not (tmp_path / "v.npz").exists()


def test_names_that_look_like_options_are_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-my.txt").write_text(make_text(4000))
    StopAfter(monkeypatch, 3, signal.SIGINT)
    stopped = train("--output=-v.npz", "--checkpoint=-run", "--", "-my.txt")
    command = stopped.err.removeprefix("sgns-tui: stopped; to go on: sgns-tui ")
    assert run_here(*command.split()).status == 0
    assert vectors(Path("-v.npz")).settings["words_trained"] == 8000


def test_a_run_without_a_checkpoint_says_what_would_have_been_needed(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    StopAfter(monkeypatch, 3, signal.SIGINT)
    stopped = train(text, "--output", tmp_path / "v.npz")
    assert stopped.status == 130
    assert "started with --checkpoint DIR" in stopped.err
    assert len(vectors(tmp_path / "v.npz")) == 50


def test_stopping_at_every_chunk_and_going_on_changes_nothing(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    whole, out, folder = tmp_path / "whole.npz", tmp_path / "v.npz", tmp_path / "run"
    assert train(text, "--output", whole).status == 0
    statuses: list[int] = []
    begun: Arguments = ["--checkpoint", folder]
    while not statuses or statuses[-1] == 130:
        with monkeypatch.context() as stopping:
            StopAfter(stopping, 3, signal.SIGINT)
            statuses.append(train(text, "--output", out, "--force", *begun).status)
        begun = ["--resume", folder]
    assert statuses[-1] == 0
    assert len(statuses) > 4
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(not available(), reason="numba is missing")
@pytest.mark.parametrize("policy", [None, "gensim"])
def test_compiled_runs_go_on_unbroken_too(
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    small_chunks: None,
    policy: str | None,
) -> None:
    from sgns_core.training.numba_engine import NumbaEngine
    from sgns_core.training.ordered_engine import OrderedEngine

    whole, out, folder = tmp_path / "whole.npz", tmp_path / "v.npz", tmp_path / "run"
    begun: Arguments = ["train", text, "--dim", "16", "--epochs", "2"]
    begun += [] if policy is None else ["--policy", policy]
    assert run_here(*begun, "--output", whole).status == 0
    with monkeypatch.context() as stopping:
        StopAfter(stopping, 7, signal.SIGINT, NumbaEngine if policy is None else OrderedEngine)
        stopped = run_here(*begun, "--output", out, "--checkpoint", folder)
    assert stopped.status == 130
    assert run_here("train", text, "--output", out, "--resume", folder, "--force").status == 0
    assert out.read_bytes() == whole.read_bytes()


def test_without_numba_the_numpy_engine_trains_and_says_so(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("training.choosing", "streams.pieces"):
        monkeypatch.setattr(f"sgns_core.{module}.available", lambda: False)
    done = run_here("train", text, "--output", tmp_path / "v.npz", "--dim", "8")
    assert done.status == 0
    assert done.out.endswith("engine numpy, without numba, the extra fast\n")
    for option in (["--engine", "numba"], ["--policy", "gensim"]):
        refused(
            run_here("train", text, "--output", tmp_path / "w.npz", *option),
            f"{' '.join(option)} needs numba, which is not installed here",
        )


def test_a_run_that_is_over_is_written_again(text: Path, tmp_path: Path) -> None:
    out, again, folder = tmp_path / "v.npz", tmp_path / "w.npz", tmp_path / "run"
    assert train(text, "--output", out, "--checkpoint", folder).status == 0
    assert run_here("train", text, "--output", again, "--resume", folder).status == 0
    assert again.read_bytes() == out.read_bytes()


def test_going_on_with_something_else_is_refused(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    out, folder = tmp_path / "v.npz", tmp_path / "run"
    with monkeypatch.context() as stopping:
        StopAfter(stopping, 5, signal.SIGINT)
        train(text, "--output", out, "--checkpoint", folder)
    saved = (folder / "checkpoint.npz").read_bytes()
    going_on: Arguments = ["train", text, "--output", out, "--force", "--resume", folder]
    for option, value, held in (
        ("--dim", "9", "8"),
        ("--epochs", "3", "2"),
        ("--lr", "0.05", "0.025"),
        ("--tokens", "whitespace", "words"),
        ("--engine", "auto", "numpy"),
    ):
        said = f"{option} {value} is not what the run was begun with, {held}"
        refused(run_here(*going_on, option, value), said)
    for option, value in (("--max-vocab", "3"), ("--policy", "gensim")):
        refused(run_here(*going_on, option, value), f"the run was begun without {option}; leave")
    assert run_here(*going_on, "--dim", "8", "--checkpoint", folder).status == 0
    (folder / "checkpoint.npz").write_bytes(saved)
    changed = text.read_text().replace("w1 ", "w2 ", 1)
    text.write_text(changed)
    refused(run_here(*going_on), "the text is not the one the run was begun with")
    refused(
        train(text, "--output", tmp_path / "w.npz", "--checkpoint", folder),
        f"{folder} holds a run that can be gone on with; say --resume {folder}",
    )
    assert (folder / "checkpoint.npz").read_bytes() == saved


def test_a_damaged_checkpoint_is_refused(text: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "v.npz", tmp_path / "run"
    train(text, "--output", out, "--checkpoint", folder)
    file = folder / "checkpoint.npz"
    going_on: Arguments = ["train", text, "--output", out, "--force", "--resume", folder]
    saved = file.read_bytes()
    for data in (b"", saved[:1000], saved[:-30], b"PK" + saved[300:]):
        file.write_bytes(data)
        refused(run_here(*going_on), "checkpoint.npz cannot be gone on with")
    file.write_bytes(out.read_bytes())
    refused(run_here(*going_on), "it holds vectors, but no run to go on with")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 2), ("epoch", -1), ("epoch", "x"), ("chunks", None), ("words", 1.5),
        ("loss", []), ("engine", "gpu"), ("text", "0"),
    ],
)  # fmt: skip
def test_a_checkpoint_with_a_wrong_value_is_refused(
    text: Path, tmp_path: Path, key: str, value: object
) -> None:
    from sgns_tui.vectors_file import save_vectors

    out, folder = tmp_path / "v.npz", tmp_path / "run"
    train(text, "--output", out, "--checkpoint", folder)
    saved = vectors(folder / "checkpoint.npz")
    settings = json.loads(json.dumps(dict(saved.settings)))
    settings["checkpoint"][key] = value
    spoiled = WordVectors(
        words=saved.words, E=saved.E.copy(), Ep=saved.E.copy(), counts=saved.counts,
        settings=settings,
    )  # fmt: skip
    save_vectors(str(folder / "checkpoint.npz"), spoiled, force=True)
    outcome = run_here("train", text, "--output", out, "--force", "--resume", folder)
    assert outcome.status == 2
    assert "should not happen" not in outcome.err


def test_a_checkpoint_that_cannot_be_written_does_not_end_the_run(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_chunks: None
) -> None:
    def fail(*_: object) -> None:
        raise InvalidInput("the disk is full")

    monkeypatch.setattr("sgns_tui.checkpoints.CheckpointFolder.save", fail)
    out = tmp_path / "v.npz"
    done = train(
        text, "--output", out, "--checkpoint", tmp_path / "run", "--checkpoint-every", "1500w"
    )
    assert done.status == 0
    assert "the checkpoint was not saved: the disk is full" in done.err
    assert len(vectors(out)) == 50


@pytest.mark.parametrize("of_before", [True, False])
def test_a_run_of_which_nothing_was_saved_is_not_said_to_go_on(
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    small_chunks: None,
    of_before: bool,
) -> None:
    out, folder = tmp_path / "v.npz", tmp_path / "run"
    if of_before:
        assert train(text, "--output", out, "--checkpoint", folder).status == 0

    def fail(*_: object, **_named: object) -> None:
        raise InvalidInput("the disk is full")

    monkeypatch.setattr("sgns_tui.checkpoints.save_vectors", fail)
    StopAfter(monkeypatch, 3, signal.SIGINT)
    stopped = train(text, "--output", out, "--checkpoint", folder, "--force", "--dim", "9")
    assert stopped.status == 130
    assert "the checkpoint was not saved" in stopped.err
    assert "to go on:" not in stopped.err
    assert "it cannot be gone on with, for no checkpoint of it was saved" in stopped.err
    assert vectors(out).dim == 9


def test_a_text_that_changes_while_it_is_trained_on_is_noticed(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "KEPT_TOKENS", 0)  # larger texts are read in each epoch
    real = NumpyEngine.train

    def change(engine: NumpyEngine, chunk):  # type: ignore[no-untyped-def]
        text.write_text(text.read_text().replace("w3", "w4", 1))
        return real(engine, chunk)

    monkeypatch.setattr(NumpyEngine, "train", change)
    refused(train(text, "--output", tmp_path / "v.npz"), "changed while it was being read")
    assert not (tmp_path / "v.npz").exists()


def test_a_kill_leaves_a_checkpoint_that_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    text = tmp_path / "big.txt"
    text.write_text(make_text(700_000))
    options: Arguments = [
        "train",
        text,
        "--engine",
        "numpy",
        "--dim",
        "8",
        "--epochs",
        "3",
        "--k",
        "2",
    ]
    folder, out = tmp_path / "run", tmp_path / "v.npz"
    command = [*PROGRAM, *map(str, options), "--output", str(out), "--checkpoint", str(folder)]
    with subprocess.Popen(
        [*command, "--checkpoint-every", "1w"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment_with(None),
    ) as process:
        deadline = time.monotonic() + 50
        while not (folder / "checkpoint.npz").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.05)
        process.kill()
    assert not out.exists()
    at = vectors(folder / "checkpoint.npz").settings["checkpoint"]
    assert at["chunks"] >= 1
    assert run_here(*options, "--output", out, "--resume", folder).status == 0
    whole = tmp_path / "whole.npz"
    assert run_here(*options, "--output", whole).status == 0
    assert whole.read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("said", "seconds", "words"),
    [("300", 300, None), ("300s", 300, None), ("5m", 300, None), ("2h", 7200, None),
     ("50000000w", None, 50_000_000)],
)  # fmt: skip
def test_how_often_a_checkpoint_is_saved(said: str, seconds: int | None, words: int | None) -> None:
    assert Every.parse(said) == Every(seconds, words)


@pytest.mark.parametrize("said", ["", "0", "-5", "5 m", "m", "1.5h", "5d", "9" * 40, "\u0663"])
def test_times_that_are_none(said: str) -> None:
    with pytest.raises(InvalidInput, match="checkpoint-every is"):
        Every.parse(said)


# ---- piped


def test_help_names_an_example() -> None:
    shown = run_here("train", "--help")
    assert shown.status == 0
    assert "sgns-tui train my.txt --output my.npz" in shown.out
    assert "train" in run_here("--help").out
