"""word2vec's binary format: round trips, gensim, and files that are damaged."""

import gzip
import struct
from pathlib import Path

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
FORM: Format = "word2vec-binary"


def rows(words: list[bytes], dim: int, end: bytes) -> bytes:
    return b"".join(
        word + b" " + struct.pack(f"<{dim}f", *([number + 0.1] * dim)) + end
        for number, word in enumerate(words)
    )


@shared
@given(wanted=vectors(" \n\0"))
def test_what_is_written_is_read_back(wanted: WordVectors, tmp_path: Path) -> None:
    same(load_vectors(save(tmp_path / "v", wanted, FORM), FORM).vectors, wanted)


@shared
@given(wanted=vectors(" \n\0"))
def test_gensim_reads_what_is_written(wanted: WordVectors, tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim.models")
    path = save(tmp_path / "v", wanted, FORM)
    read = gensim.KeyedVectors.load_word2vec_format(
        path, binary=True, unicode_errors="surrogateescape"
    )
    same(WordVectors(words=read.index_to_key, E=read.vectors), wanted)


def test_what_gensim_writes_is_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim.models")
    E = np.random.default_rng(1).normal(size=(50, 7)).astype(np.float32)
    words = ["кіт", "nan", *(f"w{row}" for row in range(48))]
    keyed = gensim.KeyedVectors(7)
    keyed.add_vectors(words, E)
    path = str(tmp_path / "v")
    keyed.save_word2vec_format(path, binary=True)
    found = load_vectors(path)
    assert found.format == FORM
    same(found.vectors, WordVectors(words=words, E=E))


@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_with_and_without_a_line_feed_after_a_row(
    end: bytes, pack: type[bytes], tmp_path: Path
) -> None:
    data = b"3 5\n" + rows([b"the", b"caf\xe9", b"12"], 5, end)
    found = load(tmp_path, pack(data))
    assert found.format == FORM
    assert found.vectors.words == ("the", "caf\udce9", "12")
    assert found.vectors.E[:, 0].tolist() == [np.float32(0.1), np.float32(1.1), np.float32(2.1)]


def test_many_blocks_give_the_same_as_one(tmp_path: Path) -> None:
    E = np.random.default_rng(2).normal(size=(30_000, 100)).astype(np.float32)
    wanted = WordVectors(words=[f"w{row}" for row in range(len(E))], E=E)
    path = save(tmp_path / "v", wanted, FORM)
    assert Path(path).stat().st_size > 2 * 4_194_304
    same(load_vectors(path).vectors, wanted)


def test_repeated_words_and_values_that_are_not_finite(tmp_path: Path) -> None:
    data = b"3 2\na " + struct.pack("<2f", 1, 2) + b"b " + struct.pack("<2f", np.nan, np.inf)
    found = load(tmp_path, data + b"a " + struct.pack("<2f", 5, 6), form=FORM)
    assert found.vectors.words == ("a", "b")
    assert found.repeats == {"a": 1}
    assert found.vectors.E[0].tolist() == [1, 2]
    assert np.isnan(found.vectors.E[1, 0])


GOOD = b"2 5\n" + rows([b"ab", b"cd"], 5, b"\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"3 5\n" + rows([b"ab", b"cd"], 5, b"\n"), "the file is too short"),
        (b"1 5\n" + rows([b"ab", b"cd"], 5, b"\n"), "more follows the last"),
        (b"2 4\n" + rows([b"ab", b"cd"], 5, b"\n"), "which is none"),
        (GOOD[:-6], "the file ends in word 2 of 2"),
        (GOOD[:20], "the file is too short"),
        (b"999999999999 300\nthe " + bytes(1200), "promises 999999999999 rows of 300 values"),
        (b"2 999999\nthe " + bytes(1200), "the file is too short"),
        (b"2 99999999999\nthe " + bytes(1200), "at most 1000000 can be read"),
        (b"0 5\n", "promises 0 rows"),
        (b"the sea\n", "line 1 is 'the sea'"),
        (bytes(2000), "line 1 is"),
        (b"1 2\n" + b"w" * 70_000 + b" 12345678", "which is none"),
        (b"1 2\n 12345678", "word 1 is ''"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    with little_memory():
        refused(tmp_path, data, said, form=FORM)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"3 5\n" + rows([b"ab", b"cd"], 5, b"\n"), "ends in word 3 of 3"),
        (GOOD[:-6], "ends in word 2 of 2; expected a word, a blank and 20 bytes"),
        (b"999999999999 300\nthe " + bytes(1200), "ends in word 2 of 999999999999"),
        (b"2 999999\nthe " + bytes(1200), "ends in word 1 of 2"),
    ],
)
def test_where_a_compressed_file_ends_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    with little_memory():
        refused(tmp_path, gzip.compress(data), said, form=FORM)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    for end in range(len(GOOD) - 1):
        refused(tmp_path, GOOD[:end], form=FORM)
    load(tmp_path, GOOD[:-1], form=FORM)  # only the last line feed is gone


@pytest.mark.parametrize("word", ["a b", "a\nb", "a\0"])
def test_words_that_it_cannot_carry_are_refused(word: str, tmp_path: Path) -> None:
    given_vectors = WordVectors(words=["the", word], E=np.ones((2, 2), np.float32))
    with pytest.raises(InvalidInput, match="word 2"):
        save(tmp_path / "v", given_vectors, FORM)


def test_a_file_cut_off_by_gzip_is_said_to_be(tmp_path: Path) -> None:
    whole = gzip.compress(b"300 50\n" + rows([b"w%d" % n for n in range(300)], 50, b"\n"))
    for cut in (len(whole) // 2, len(whole) - 4):
        path = write(tmp_path, "v.gz", whole[:cut])
        with pytest.raises(InvalidInput, match="compressed with gzip"):
            load_vectors(path, FORM)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0xFF
    path = write(tmp_path, "v.gz", bytes(damaged))
    with pytest.raises(InvalidInput):
        load_vectors(path, FORM)
