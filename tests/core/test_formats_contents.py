"""What a file is told to be, and what is refused with the remedy."""

import gzip
import pickle
import struct
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.formats.contents import detect
from sgns_core.formats.loading import load_vectors
from sgns_core.formats.names import READABLE, format_to_write
from tests.core.cases import untimed
from tests.core.vector_files import load, refused

BINARY = struct.pack("<3f", 0.25, -1.5, 0.1)


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b"2 3\na 1 2 3\nb 4 5 6\n", "v", "word2vec"),
        (b"2 3\r\na\t1\t2\t3\n", "v.bin", "word2vec"),  # what is in it counts, not the name
        (b"2 3\ncaf\xe9 0.1 -2e-5 3\n", "v", "word2vec"),
        (b"2 3\n\xd0\xba\xd1\x96\xd1\x82 nan inf 1\n", "v", "word2vec"),
        (b"2 3\na b\xc3\xa9 1 2 3\n", "v", "word2vec"),
        (b"2 3\na x 2 3\n", "v", "word2vec"),  # damaged, and yet text: its line is said later
        (b"2 3\n", "v", "word2vec"),
        (b"2 3\na " + BINARY, "v", "word2vec-binary"),
        (b"2 3\na " + BINARY, "v.vec", "word2vec-binary"),
        (b"2 3\na " + bytes(12), "v", "word2vec-binary"),
        (b"2 3\na \n\0\0\0" + BINARY, "v", "word2vec-binary"),
        (b"2 3\n\xff\xfe " + BINARY, "v", "word2vec-binary"),
        (b"a 1 2 3\nb 4 5 6\n", "v.vec", "glove"),
        (b"12 1 2 3\nb 4 5 6\n", "v", "glove"),
        (b"nan 1 2 3\nb 4 5 6\n", "v", "glove"),
        (b"a 0.5\n", "v", "glove"),
        (b"{ 1 2\n", "v", "glove"),
        (b'{" 1 2\n', "v", "glove"),
        (b"12 1 2\n13 3 4\n", "v.glove", "glove"),
        (b"12 1\n13 3\n", "v.glove.gz", "glove"),
        (b"2 1\na 3\nb 4\n", "v.vec", "word2vec"),
        (b'{"words": ["a"]', "v", "model"),
        (b"\xef\xbb\xbf { }", "v", "model"),
    ],
)
def test_what_a_file_is(data: bytes, name: str, form: str) -> None:
    assert detect(data, name) == form


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is empty"),
        (b" \n\n", "it is empty"),
        (b"2 1\na 3\nb 4\n", "say --from word2vec or --from glove"),
        (b"2 3\na 1\n", "say --from word2vec or --from glove"),
        (b"12 1\n13 3\n", "line 1 may be word2vec's header, or the word 12"),
        (b"1 2 3\n4 5 6\n", "its lines hold numbers alone"),
        (b"1\t2\t3\n4\t5\t6\n", "say --from word2vec or --from glove"),
        (b"the sea\n", "it cannot be told"),
        (b". . 1 2\n", "say --from"),
        (b"the\nsea\n", "it cannot be told"),
        (b"\0" * 5000, "it cannot be told"),
        (b"a 1,5 2\n", "it cannot be told"),
        (pickle.dumps({"a": 1}), "pickle"),
        (pickle.dumps({"a": 1}, 2), "pickle"),
        (pickle.dumps({"a": 1}, 0), "pickle"),
        (b"BZh91AY", "bzip2; unpack it first"),
        (b"\xfd7zXZ\0\0", "xz"),
        (b"\x28\xb5\x2f\xfd..", "zstd"),
        (gzip.compress(gzip.compress(b"a 1 2\n", mtime=0), mtime=0), "compressed twice"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"\xba\x16\x4f\x2f\x0c\0\0\0", "fastText"),
        ("a 1 2\n".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04 and more", "does not end as one"),
        (b"\x93NUMPY", "it does not begin as an array"),
    ],
)
def test_what_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    refused(tmp_path, data, said)
    refused(tmp_path, gzip.compress(data), name="v.gz")


@pytest.mark.parametrize(
    ("member", "said"),
    [("glove.6B.50d.txt", "zip archive without arrays"), ("archive/data.pkl", "PyTorch")],
)
def test_other_archives(member: str, said: str, tmp_path: Path) -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(member, b"a 1 2 3\n")
    refused(tmp_path, buffer.getvalue(), said)


def test_a_doubt_is_settled_by_saying_the_format(tmp_path: Path) -> None:
    data = b"2 1\na 3\nb 4\n"
    assert load(tmp_path, data, form="word2vec").vectors.words == ("a", "b")
    assert load(tmp_path, data, form="glove").vectors.words == ("2", "a", "b")


def test_a_model_in_json_is_read(tmp_path: Path) -> None:
    data = b'{"words": ["a", "b"], "counts": [3, 1], "E": [[1, 2], [3, 4]], "Ep": [[5, 6], [7, 8]]}'
    found = load(tmp_path, data).vectors
    assert found.E.tolist() == [[1, 2], [3, 4]]
    assert found.table("Ep").tolist() == [[5, 6], [7, 8]]
    assert found.table("sum").tolist() == [[6, 8], [10, 12]]
    assert found.counts is not None
    assert found.counts.tolist() == [3, 1]
    refused(tmp_path, b'{"words": ["a"]}', "lacks E, Ep")
    refused(tmp_path, b'{"words": ["\xff"]}', "byte 13 is")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no such file"),
        (Path.mkdir, "it is a folder"),
        (lambda path: path.symlink_to("/dev/null"), "it is no ordinary file"),
        (lambda path: path.symlink_to(path), "it cannot be read"),
    ],
)
def test_what_is_no_file(make: object, said: str, tmp_path: Path) -> None:
    path = tmp_path / "v"
    make(path)  # type: ignore[operator]
    with pytest.raises(InvalidInput) as caught:
        load_vectors(str(path))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(InvalidInput, match="name of a file"):
        load_vectors(name)


@untimed
@given(st.integers(1, 50), st.integers(1, 40), st.integers(0, 2**32))
def test_binary_rows_are_never_taken_for_text(count: int, dim: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=dim).astype("<f4").tobytes()
    start = b"%d %d\nword " % (count, dim) + values + b"\nnext " + values
    assert detect(start, "v") == "word2vec-binary"


@untimed
@given(st.binary(max_size=200))
def test_any_start_is_told_or_refused(data: bytes) -> None:
    with suppress(InvalidInput):
        assert detect(data, "v") in READABLE


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("v.vec", "word2vec"),
        ("v.txt.gz", "word2vec"),
        ("a.b.bin", "word2vec-binary"),
        ("v.glove", "glove"),
        ("v.npz", "npz"),
        ("v.npy", "npy"),
        ("v.tsv", "projector"),
    ],
)
def test_what_an_ending_asks_for(name: str, form: str) -> None:
    assert format_to_write(name) == form


@pytest.mark.parametrize("name", ["v", "v.gz", "v.json", ".", "npz"])
def test_an_ending_that_asks_for_nothing(name: str) -> None:
    with pytest.raises(InvalidInput, match="names no format"):
        format_to_write(name)
