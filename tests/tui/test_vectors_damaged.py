"""Damaged vectors files of every format: one line and status 2, or vectors; and little memory."""

import functools
import gzip
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sgns_core.formats.names import READABLE, Format
from sgns_core.vectors import WordVectors
from sgns_tui.vectors_file import save_vectors
from tests.core.cases import untimed
from tests.core.vector_files import little_memory
from tests.tui.running import Outcome, run_here

MODEL = b'{"words": ["a", "b"], "counts": [2, 1], "E": [[1, 2], [3, 4]], "Ep": [[5, 6], [7, 8.5]]}'
WRITTEN: list[Format] = ["word2vec", "word2vec-binary", "glove", "npz", "npy"]
shared = settings(untimed, suppress_health_check=list(HealthCheck), max_examples=40)


@functools.cache
def good(form: Format) -> bytes:
    """Return a file that is whole."""
    if form == "model":
        return MODEL
    E = np.random.default_rng(4).normal(size=(3, 4)).astype(np.float32)
    vectors = WordVectors(
        words=["the", "кіт", "caf\udce9"], E=E, Ep=-E, counts=np.array([3, 2, 1]), settings={"k": 5}
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "v.npy")
        save_vectors(str(path), vectors, form)
        return path.read_bytes()


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Draw a file with bytes changed, cut out, doubled or put in."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        kind = draw(st.sampled_from(["set", "cut", "end", "put", "double", "digits"]))
        if kind == "set" and data:
            data[at] = draw(st.integers(0, 255))
        elif kind == "cut":
            del data[at : at + draw(st.integers(1, 20))]
        elif kind == "end":
            del data[at:]
        elif kind == "put":
            data[at:at] = draw(st.binary(min_size=1, max_size=8))
        elif kind == "double":
            data[at:at] = data[at : at + draw(st.integers(1, 40))]
        else:
            data[at:at] = draw(
                st.sampled_from([b"9", b"999999999", b" ", b"\n", b"-", b"e", b"nan"])
            )
    return bytes(data)


def survives(outcome: Outcome) -> None:
    assert "should not happen" not in outcome.err
    if outcome.status == 0:
        assert outcome.err == ""
    else:
        assert outcome.status == 2
        assert outcome.out == ""
        assert outcome.err.count("\n") == 1
        assert outcome.err[:-1].isprintable()


def ask(data: bytes, form: Format | None) -> None:
    said = [] if form is None else ["--from", form]
    with tempfile.TemporaryDirectory() as folder, little_memory(60_000_000):
        path = Path(folder, "v.npy")
        path.write_bytes(data)
        Path(folder, "v.words").write_bytes(
            "the\nкіт\ncaf\udce9\n".encode("utf-8", "surrogateescape")
        )
        survives(run_here("info", path, *said))
        survives(run_here("neighbors", path, "the", *said))
        survives(run_here("convert", path, Path(folder, "out.npz"), *said))


@pytest.mark.parametrize("form", READABLE)
@shared
@given(data=st.data())
def test_damaged_files(form: Format, data: st.DataObject) -> None:
    given_bytes = data.draw(damaged(good(form)))
    ask(given_bytes, form if data.draw(st.booleans()) else None)


@pytest.mark.parametrize("form", WRITTEN)
@settings(shared, max_examples=15)
@given(data=st.data())
def test_damaged_files_within_gzip_and_damaged_gzip(form: Format, data: st.DataObject) -> None:
    ask(gzip.compress(data.draw(damaged(good(form))), mtime=0), None)
    ask(data.draw(damaged(gzip.compress(good(form), mtime=0))), form)


@shared
@given(data=st.binary(max_size=300), form=st.sampled_from([None, *READABLE]))
def test_any_bytes(data: bytes, form: Format | None) -> None:
    ask(data, form)


@pytest.mark.parametrize("form", READABLE)
@pytest.mark.parametrize("other", READABLE)
def test_one_format_read_as_another(form: Format, other: Format) -> None:
    ask(good(form), other)


@settings(shared, max_examples=80)
@given(
    pairs=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode()),
    questions=st.text("ab:# \n\t0", max_size=60).map(lambda text: text.encode()),
)
def test_any_files_to_evaluate_with(pairs: bytes, questions: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, one, two = (Path(folder, name) for name in ("v.npz", "pairs", "questions"))
        path.write_bytes(good("npz"))
        one.write_bytes(pairs)
        two.write_bytes(questions)
        survives(run_here("evaluate", path, "--pairs", one))
        survives(run_here("evaluate", path, "--analogies", two, "--fold-case"))
