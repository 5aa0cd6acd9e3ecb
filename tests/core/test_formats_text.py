"""word2vec's text format and GloVe's: round trips, gensim, and each kind of damaged file."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import load_vectors
from sgns_core.formats.names import Format
from sgns_core.vectors import WordVectors
from tests.core.cases import untimed
from tests.core.vector_files import little_memory, load, refused, same, save, vectors, write

BLANKS = " \t\n\r\x0b\x0c"
FORMS: list[Format] = ["word2vec", "glove"]
each_form = pytest.mark.parametrize("form", FORMS)
shared = settings(untimed, suppress_health_check=[HealthCheck.function_scoped_fixture])


def text(form: Format, rows: bytes, count: int = 2, dim: int = 3) -> bytes:
    return rows if form == "glove" else b"%d %d\n" % (count, dim) + rows


@each_form
@shared
@given(wanted=vectors(BLANKS + "\ufeff"))
def test_what_is_written_is_read_back(form: Format, wanted: WordVectors, tmp_path: Path) -> None:
    assume(form == "word2vec" or wanted.dim > 1)  # see below
    same(load_vectors(save(tmp_path / "v", wanted, form), form).vectors, wanted)


@pytest.mark.parametrize("start", [b"\xfe\xff", b"\xff\xfe", b"\x80\x04", b"cnumpy."])
def test_a_word_may_begin_as_a_foreign_file_does(start: bytes, tmp_path: Path) -> None:
    words = (start.decode("utf-8", "surrogateescape") + "a", "b")
    wanted = WordVectors(words=words, E=np.array([[1, 2], [3, 4]], np.float32))
    path = save(tmp_path / "v.txt", wanted, "glove")
    same(load_vectors(path, "glove").vectors, wanted)
    same(load_vectors(path).vectors, wanted)


@shared
@given(wanted=vectors(BLANKS + "\ufeff", least_dim=2))
def test_word2vec_is_told_from_its_content(wanted: WordVectors, tmp_path: Path) -> None:
    found = load_vectors(save(tmp_path / "v", wanted, "word2vec"))
    assert found.format == "word2vec"
    same(found.vectors, wanted)


@shared
@given(wanted=vectors(BLANKS, least_dim=2))
def test_gensim_reads_what_is_written(wanted: WordVectors, tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim.models")
    path = save(tmp_path / "v", wanted, "word2vec")
    read = gensim.KeyedVectors.load_word2vec_format(path, unicode_errors="surrogateescape")
    same(WordVectors(words=read.index_to_key, E=read.vectors), wanted)


def test_what_gensim_writes_is_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim.models")
    E = np.random.default_rng(1).normal(size=(50, 7)).astype(np.float32)
    words = ["кіт", "nan", "a\u00a0b", *(f"w{row}" for row in range(47))]
    keyed = gensim.KeyedVectors(7)
    keyed.add_vectors(words, E)
    for name, header in (("h.vec", True), ("n.txt", False)):
        path = str(tmp_path / name)
        keyed.save_word2vec_format(path, write_header=header)
        found = load_vectors(path)
        assert found.format == ("word2vec" if header else "glove")
        same(found.vectors, WordVectors(words=words, E=E))


@each_form
@pytest.mark.parametrize(
    "rows",
    [
        b"a 1 2 3\nb 4 5 6\n",
        b"a 1 2 3\nb 4 5 6",  # no last line end
        b"a 1 2 3 \nb 4 5 6 \n",  # blanks at the ends, as word2vec.c writes
        b"a 1 2 3\r\nb 4 5 6\r\n",
        b"a\t1\t2\t3\nb\t4\t5\t6\n",
        b"a\t1 2 3\nb\t4 5 6\n",
        b"a  1 2   3\n b 4 5 6\n",
        b"a 1 2 3\nb 4 5 6\n\n \n",  # blank lines at the end
        b"a 1.0 2e0 +3\nb 4. 0.5e1 600e-2\n",
    ],
)
def test_ways_to_write_the_same(form: Format, rows: bytes, tmp_path: Path) -> None:
    for data in (text(form, rows), b"\xef\xbb\xbf" + text(form, rows)):
        for packed in (data, gzip.compress(data)):
            found = load(tmp_path, packed)
            assert found.format == form
            assert found.vectors.words == ("a", "b")
            assert found.vectors.E.tolist() == [[1, 2, 3], [4, 5, 6]]
            assert found.compressed == (packed is not data)


@each_form
def test_words_with_blanks_in_them(form: Format, tmp_path: Path) -> None:
    rows = b"the 0 1 2\nat name@domain.com 1 2 3\n. . . 4 5 6\n"
    found = load(tmp_path, text(form, rows, 3))
    assert found.vectors.words == ("the", "at name@domain.com", ". . .")
    assert found.vectors.E[1:].tolist() == [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(InvalidInput, match=r"word 2, 'at name@domain\.com', holds a blank"):
        save(tmp_path / "again", found.vectors, form)


@each_form
def test_words_that_are_numbers_and_values_that_are_none(form: Format, tmp_path: Path) -> None:
    found = load(tmp_path, text(form, b"word 1 2 3\nnan nan -inf 1e99\n12 0 -0 5\n", 3))
    assert found.vectors.words == ("word", "nan", "12")
    E = found.vectors.E
    assert np.isnan(E[1, 0])
    assert E[1, 1:].tolist() == [-np.inf, np.inf]
    assert np.signbit(E[2, 1])


@each_form
def test_words_of_bytes_that_are_not_utf8(form: Format, tmp_path: Path) -> None:
    data = text(form, b"caf\xe9 1 2 3\n\xff\xfe 4 5 6\n")
    found = load(tmp_path, data)
    assert found.vectors.words == ("caf\udce9", "\udcff\udcfe")
    again = save(tmp_path / "again", found.vectors, form)
    assert Path(again).read_bytes() == data


@each_form
def test_repeated_words_keep_their_first_row(form: Format, tmp_path: Path) -> None:
    found = load(tmp_path, text(form, b"a 1 2 3\nb 4 5 6\na 7 8 9\na 0 0 0\n", 4))
    assert found.vectors.words == ("a", "b")
    assert found.vectors.E.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert found.repeats == {"a": 2}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"2 3\na 1 2 3\nb 4 5\n", "line 3: 2 numbers follow the word 'b', expected 3"),
        (b"2 3\na 1 2 3\nb 4 5 6 7\n", "line 3: 4 numbers follow the word 'b', expected 3"),
        (b"2 3\na 1 2 3\nb 4 x 6\n", "line 3: 'x' is no number; expected 3 numbers"),
        (b"2 3\na 1 2 3\nb 4 5 6x\n", "'6x' is no number; expected 3 numbers after the word, and "),
        (b"2 3\na 1 2 3\nb 4 5 1_0\n", "line 3: '1_0' is no number"),
        (b"2 3\na 1 2 3\nb 4 5 0x1\n", "line 3: '0x1' is no number"),
        (b"2 3\na 1 2 3\nb 4 5,1 6\n", "line 3: '5,1' is no number"),
        (b"2 3\na 1 2 3\nb 4 5\x006 7\n", "line 3"),
        (b"2 3\na 1 2 3\nb\n", "line 3: 0 numbers follow the word 'b'"),
        (b"2 3\na 1 2 3\n 1 2 3\n", "line 3: 2 numbers follow the word '1'"),
        (b"3 3\na 1 2 3\n\nb 4 5 6\nc 1 1 1\n", "line 3 is empty"),
        (b"3 3\na 1 2 3\nb 4 5 6\n", "promises 3 rows, and the file ends after 2"),
        (b"1 3\na 1 2 3\nb 4 5 6\n", "line 3: the header promises 1 rows, and here is one more"),
        (b"2 4\na 1 2 3\nb 4 5 6\n", "line 2: 3 numbers follow the word 'a', expected 4"),
        (b"2 2\na 1 2 3\nb 4 5 6\n", "line 2: 3 numbers follow the word 'a', expected 2"),
        (b"2 3\na 1 2 3\nb 4 5 6\na 1 ", "line 4: 1 numbers follow"),
        (b"a 1 2 3\nb 4 5\n", "line 2: 2 numbers follow the word 'b', expected 3"),
        (b"a 1 2 3\nb 4 5 6 7\n", "line 2: 4 numbers follow the word 'b', expected 3"),
        (b"a 1 2 3\n\nb 4 5 6\n", "line 2 is empty"),
        (b"a 1\nb\nc 2\n", "line 2: 0 numbers follow the word 'b', expected 1"),
        (b"0 3\n", "promises 0 rows"),
        (b"3 0\na\nb\nc\n", "promises 3 rows of 0 values"),
        (b"2 99999999999\na 1 2 3\n", "rows of 99999999999 values"),
        (b"99999999999999 3\na 1 2 3\n", "the file ends after 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, said: str, tmp_path: Path) -> None:
    form: Format = "glove" if data.startswith(b"a") else "word2vec"
    with little_memory():
        refused(tmp_path, data, said, form=form)


@pytest.mark.parametrize("dim", [1, 3, 700])
def test_faults_far_into_a_large_file_are_found_at_their_line(dim: int, tmp_path: Path) -> None:
    row = b" 0.25" * dim
    lines = [b"w%d%b" % (number, row) for number in range(1_500_000 // (5 * dim))]
    for place in (len(lines) - 2, len(lines) // 2):
        wrong = list(lines)
        wrong[place] = wrong[place][:-4] + b"0.2s"
        data = b"\n".join([b"%d %d" % (len(lines), dim), *wrong])
        refused(tmp_path, data, f"line {place + 2}: '0.2s' is no number", form="word2vec")


def test_a_row_too_many_and_one_too_few_do_not_make_up_for_each_other(tmp_path: Path) -> None:
    for rows in (b"a 1 2\nb 3 4 5 6\n", b"a 1-2 3\nb 4 5 6\n", b"a 1  2\nb 3-1 4 5\n"):
        refused(tmp_path, b"2 3\n" + rows, "line ", form="word2vec")


def test_a_header_is_asked_for_where_there_is_none(tmp_path: Path) -> None:
    refused(tmp_path, b"a 1 2 3\n", "line 1 is 'a 1 2 3'", "--from glove", form="word2vec")


def test_glove_of_one_dimension(tmp_path: Path) -> None:
    wanted = WordVectors(words=["a", "12"], E=np.array([[0.5], [2]], np.float32))
    same(load_vectors(save(tmp_path / "v", wanted, "glove")).vectors, wanted)


def test_glove_of_one_dimension_that_would_look_like_a_header_is_not_written(
    tmp_path: Path,
) -> None:
    given = WordVectors(words=["12", "b"], E=np.ones((2, 1), np.float32))
    with pytest.raises(InvalidInput, match="header"):
        save(tmp_path / "v", given, "glove")


@pytest.mark.parametrize("word", ["a b", "a\tb", "a\nb", "a\r", "\x0b", "\x0c."])
@each_form
def test_words_that_text_cannot_carry_are_refused(form: Format, word: str, tmp_path: Path) -> None:
    given = WordVectors(words=["the", word], E=np.ones((2, 2), np.float32))
    with pytest.raises(InvalidInput, match=r"word 2, .*, holds a blank or line end.*npz can"):
        save(tmp_path / "v", given, form)


def test_many_blocks_give_the_same_as_one(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    E = random.normal(size=(30_000, 40)).astype(np.float32)
    wanted = WordVectors(words=[f"w{row}" for row in range(len(E))], E=E)
    path = save(tmp_path / "v", wanted, "word2vec")
    assert Path(path).stat().st_size > 2 * 4_194_304
    same(load_vectors(path).vectors, wanted)


def test_a_line_without_an_end_is_given_up(tmp_path: Path) -> None:
    path = write(tmp_path, "v.gz", gzip.compress(b"a 1 2 3\nb " + b"1" * (1 << 27), 1))
    with pytest.raises(InvalidInput, match="line 2 is longer than 64 MB"), little_memory(300 << 20):
        load_vectors(path)
