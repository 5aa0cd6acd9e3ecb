"""npz and npy: round trips, mapping, NumPy's own reading, and files that are damaged or hostile."""

import gzip
import io
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import load_vectors
from sgns_core.formats.names import Format
from sgns_core.vectors import WordVectors
from tests.core.cases import untimed
from tests.core.vector_files import little_memory, load, refused, same, save, vectors, write

shared = settings(untimed, suppress_health_check=[HealthCheck.function_scoped_fixture])
WORDS = ["the", "кіт", "\udcff", "a b", "tab\there", "nan"]


def full(dtype: type[np.float32] | type[np.float64] = np.float32) -> WordVectors:
    random = np.random.default_rng(5)
    E, Ep = random.normal(size=(2, 6, 4)).astype(dtype)
    E[1, 2] = np.nan
    return WordVectors(
        words=WORDS,
        E=E,
        Ep=Ep,
        counts=np.array([9, 5, 3, 3, 1, 0]),
        settings={"dim": 4, "lr": 0.025, "policy": "gensim", "text": "кіт"},
    )


@shared
@given(wanted=vectors("\n"))
def test_npz_is_read_back(wanted: WordVectors, tmp_path: Path) -> None:
    found = load_vectors(save(tmp_path / "v", wanted, "npz"))
    assert found.format == "npz"
    same(found.vectors, wanted)


@shared
@given(wanted=vectors("\n\t\r"))
def test_npy_is_read_back(wanted: WordVectors, tmp_path: Path) -> None:
    found = load_vectors(save(tmp_path / "v.npy", wanted, "npy"))
    assert found.format == "npy"
    same(found.vectors, wanted)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_npz_keeps_everything_and_maps_its_tables(
    dtype: type[np.float32] | type[np.float64], tmp_path: Path
) -> None:
    wanted = full(dtype)
    path = save(tmp_path / "v.npz", wanted, "npz")
    found = load_vectors(path)
    assert found.mapped
    assert found.vectors.Ep is not None
    assert found.vectors.counts is not None
    assert wanted.Ep is not None
    assert found.vectors.E.dtype == dtype
    assert found.vectors.Ep.tobytes() == wanted.Ep.tobytes()
    assert found.vectors.counts.tolist() == [9, 5, 3, 3, 1, 0]
    assert found.vectors.settings == wanted.settings
    packed = load(tmp_path, gzip.compress(Path(path).read_bytes()), "w.npz.gz")
    assert not packed.mapped
    same(packed.vectors, wanted)


def test_numpy_opens_an_npz_without_pickles(tmp_path: Path) -> None:
    wanted = full()
    with np.load(save(tmp_path / "v.npz", wanted, "npz"), allow_pickle=False) as found:
        assert set(found) == {"words", "E", "Ep", "counts", "settings"}
        text = bytes(found["words"]).decode("utf-8", "surrogateescape")
        assert tuple(text.split("\n")) == wanted.words
        assert found["E"].tobytes() == wanted.E.tobytes()
        assert '"policy": "gensim"' in str(found["settings"])


def test_the_same_vectors_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = (save(tmp_path / name, full(), "npz") for name in ("a", "b"))
    assert Path(one).read_bytes() == Path(other).read_bytes()


@pytest.mark.parametrize("write_it", [np.savez, np.savez_compressed])
def test_an_npz_of_numpy_s_own_making_is_read(
    write_it: Callable[..., None], tmp_path: Path
) -> None:
    path = tmp_path / "v.npz"
    E = np.arange(6.0).reshape(3, 2)
    write_it(path, words=np.array(["a", "b", "a"]), E=np.asfortranarray(E), counts=[1.0, 2.0, 3.0])
    found = load_vectors(str(path))
    assert found.vectors.words == ("a", "b")
    assert found.repeats == {"a": 1}
    assert found.vectors.E.tolist() == E[:2].tolist()
    assert found.vectors.counts is not None
    assert found.vectors.counts.tolist() == [1, 2]
    assert found.vectors.settings == {}


@pytest.mark.parametrize("kind", [">f4", ">f8", "<f2"])
def test_other_orders_and_sizes_of_numbers(kind: str, tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", np.array([[1, 2], [3, 4]], kind))
    write(tmp_path, "v.words", b"a\t7\r\nb\t2\n")
    found = load_vectors(str(tmp_path / "v.npy")).vectors
    assert found.E.dtype == (np.float64 if kind == ">f8" else np.float32)
    assert found.E.tolist() == [[1, 2], [3, 4]]
    assert found.counts is not None
    assert found.counts.tolist() == [7, 2]


def test_npy_with_counts_in_its_words(tmp_path: Path) -> None:
    wanted = WordVectors(words=["a", "b"], E=np.ones((2, 2), np.float64), counts=np.array([3, 1]))
    found = load_vectors(save(tmp_path / "v.npy", wanted, "npy"))
    assert found.mapped
    assert (tmp_path / "v.words").read_bytes() == b"a\t3\nb\t1\n"
    assert found.vectors.counts is not None
    assert found.vectors.counts.tolist() == [3, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (None, "which are looked for beside it"),
        (b"a\n", "it has 2 rows and 1 words; each row needs one"),
        (b"a\nb\nc\n", "it has 2 rows and 3 words"),
        (b"a\t1\nb\n", "1 of 2 lines of the words have a count"),
        (b"a\t1\nb\tx\n", "line 2 of the words: 'x' is no count"),
        (b"a\t1\nb\t-1\n", "line 2 of the words: '-1' is no count"),
        (b"a\t1\nb\t99999999999999999999\n", "is no count"),
    ],
)
def test_what_is_wrong_with_the_words_beside_an_npy(
    words: bytes | None, said: str, tmp_path: Path
) -> None:
    np.save(tmp_path / "v.npy", np.ones((2, 3)))
    if words is not None:
        write(tmp_path, "v.words", words)
    with pytest.raises(InvalidInput) as caught:
        load_vectors(str(tmp_path / "v.npy"))
    assert said in str(caught.value)


def npz(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


GOOD: dict[str, Any] = {"words": np.array(["a", "b"]), "E": np.ones((2, 3), np.float32)}


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"E": GOOD["E"]}, "it has no array words; expected words and E, and found 'E'"),
        ({"words": GOOD["words"]}, "it has no array E"),
        (GOOD | {"E": np.ones((3, 3))}, "E has the shape (3, 3); expected a row for each of the 2"),
        (GOOD | {"E": np.ones(2)}, "E has the type 'float64' and the shape (2,)"),
        (GOOD | {"E": np.ones((2, 3), int)}, "E has the type 'int64'"),
        (GOOD | {"E": np.ones((2, 0))}, "E has the shape (2, 0)"),
        (GOOD | {"Ep": np.ones((2, 4), np.float32)}, "E has 3 columns and Ep 4"),
        (GOOD | {"Ep": np.ones((1, 3), np.float32)}, "Ep has the shape (1, 3)"),
        (GOOD | {"counts": [1, 2, 3]}, "counts has the shape (3,)"),
        (GOOD | {"counts": [1, -2]}, "counts[1] is -2"),
        (GOOD | {"counts": ["x", "y"]}, "counts holds values of the type"),
        (GOOD | {"words": np.array([1, 2])}, "words has the type 'int64'"),
        (GOOD | {"words": np.array(["a", ""])}, "words[1] is ''"),
        (GOOD | {"settings": np.array("[1]")}, "settings is damaged"),
        (GOOD | {"settings": np.array("{")}, "settings is damaged"),
        (GOOD | {"settings": np.array("[" * 100_000)}, "settings is damaged"),
        (GOOD | {"E": np.array([[1, None]], object)}, "E holds Python objects"),
        (GOOD | {"words": np.array(["a", "b"], object)}, "words holds Python objects"),
        (GOOD | {"E": np.zeros((2,), [("x", "f4")])}, "E has the type"),
    ],
)
def test_what_is_wrong_with_the_arrays_of_an_npz(
    arrays: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with little_memory():
        refused(tmp_path, npz(**arrays), said)


def test_a_pickle_in_an_npz_is_never_run(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "sprung",))

    refused(
        tmp_path, npz(**GOOD | {"settings": np.array([Trap()], object)}), "holds Python objects"
    )
    refused(tmp_path, pickle.dumps(Trap()), "pickle")
    for form in ("word2vec", "npz", "npy", "glove", "word2vec-binary", "model"):
        refused(tmp_path, pickle.dumps(Trap()), form=form)
    assert not (tmp_path / "sprung").exists()


def header(shape: str, kind: str = "<f4") -> bytes:
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)) + text


@pytest.mark.parametrize(
    "shape",
    ["(1000000000000, 300)", "(2, 10**9)", "(2, 1000000000)", "(-2, -3)", "(0, 3)", "(True, 3)",
     "(2, 3.0)", "'a'", "(2,) * 10**9", "(" * 3000, "(99999999999999999999999999, 3)"],
)  # fmt: skip
def test_a_header_that_asks_for_too_much_gets_nothing(shape: str, tmp_path: Path) -> None:
    data = header(shape) + bytes(24)
    write(tmp_path, "v.words", b"a\nb\n")
    with little_memory():
        refused(tmp_path, data, name="v.npy")
        refused(tmp_path, gzip.compress(data), name="v.npy.gz")
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", method) as archive:
                archive.writestr("words.npy", header("(3,)", "|u1") + b"a\nb")
                archive.writestr("E.npy", data)
            refused(tmp_path, buffer.getvalue(), "E ")


def test_the_length_of_a_header_is_not_believed(tmp_path: Path) -> None:
    for length in (0x7FFFFFFF, 0xFFFFFFFF, 20_000):
        data = b"\x93NUMPY\x02\0" + struct.pack("<L", length) + b"{'descr': '<f4'}" + b" " * 20_000
        with little_memory():
            refused(tmp_path, data, "it does not begin as an array")


def test_a_second_version_and_a_header_from_python_2_are_read(tmp_path: Path) -> None:
    write(tmp_path, "v.words", b"a\nb\n")
    text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 1L), }\n"
    values = struct.pack("<2f", 1, 2)
    for start in (
        b"\x93NUMPY\x02\0" + struct.pack("<L", len(text)),
        b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)),
    ):
        path = write(tmp_path, "v.npy", start + text + values)
        assert load_vectors(path).vectors.E.tolist() == [[1], [2]]


def test_a_zip_that_claims_more_than_it_holds_gets_nothing(tmp_path: Path) -> None:
    data = bytearray(npz(**GOOD))
    sizes = data.index(b"PK\x01\x02") + 20  # of the first member in the directory
    for huge in (0x7FFFFFFF, 0xFFFFFFF0):
        claimed = bytearray(data)
        claimed[sizes : sizes + 8] = struct.pack("<LL", huge, huge)
        with little_memory():
            refused(tmp_path, bytes(claimed), "words is damaged")


@pytest.mark.parametrize("form", ["npz", "npy"])
def test_every_cut_is_noticed(form: Format, tmp_path: Path) -> None:
    given_vectors = WordVectors(words=["a", "b"], E=np.ones((2, 3), np.float32))
    path = save(tmp_path / "v.npy", given_vectors, form)
    whole = Path(path).read_bytes()
    with little_memory():
        for end in range(0, len(whole), 3):
            refused(tmp_path, whole[:end], name="v.npy", form=form)


def test_words_with_line_feeds_are_refused(tmp_path: Path) -> None:
    given_vectors = WordVectors(words=["a\nb"], E=np.ones((1, 1), np.float32))
    for form in ("npz", "npy"):
        with pytest.raises(InvalidInput, match="word 1"):
            save(tmp_path / "v.npy", given_vectors, form)
