"""Texts read in chunks: the same words, counts and sentences as a text read whole."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.corpus import Corpus, TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.kernels.compiling import available
from sgns_core.streams import counting, encoding, parts, pieces
from sgns_core.streams.counting import CountedText, count_words
from sgns_core.streams.encoding import EncodedText, Sentences
from sgns_core.streams.parts import TextPart, read_chunks
from sgns_core.streams.pieces import Pieces, make_pieces

WAYS = [False, True] if available() else [False]

# Letters with marks, two kinds of i, sigma (whose small form depends on its neighbours), signs that
# end sentences, every kind of white space and line end, and signs that compose with a mark.
ALPHABET = (
    "abBiI\u0130\u03a3\u03b1\u0301\u0338<=.?!\u3002\"')\u201c\u201d-'"
    " \t\n\n\r\x0b\x1c\x85\xa0\u2028\u4e2d1\x00\U0001f600"
)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "CHUNK_BYTES", 16)
    monkeypatch.setattr(pieces, "_BLOCK", 5)
    monkeypatch.setattr(encoding, "CHUNK_TOKENS", 3)


def part(data: bytes, name: str = "a text") -> TextPart:
    return TextPart(name, lambda: io.BytesIO(data))


def rules_of(tokens: str = "words", sentences: str = "lines") -> TextSettings:
    return TextSettings(tokens, sentences)  # type: ignore[arg-type]


def sentences_of(chunks: Iterator[Sentences], words: tuple[str, ...]) -> list[list[str]]:
    found = []
    for chunk in chunks:
        assert chunk.ids.dtype == np.int32
        assert chunk.offsets.dtype == np.int64
        assert chunk.offsets[0] == 0
        assert chunk.offsets[-1] == len(chunk.ids)
        for start, stop in zip(chunk.offsets, chunk.offsets[1:], strict=False):
            found.append([words[row] for row in chunk.ids[start:stop]])
    return found


def whole(corpus: Corpus, kept: set[str]) -> list[list[str]]:
    """Return the sentences of a text read whole, words outside of `kept` left out."""
    found = []
    for sentence in range(corpus.sentence_count):
        words = [word for word in corpus.words_text(sentence) if word in kept]
        if words:
            found.append(words)
    return found


def encoded(text: CountedText, way: bool, min_count: int = 1) -> list[list[str]]:
    vocabulary = text.vocabulary(min_count)
    return sentences_of(EncodedText(text, vocabulary, make_pieces(way)).chunks(), vocabulary.words)


@pytest.mark.parametrize("way", WAYS)
@settings(deadline=None)
@given(
    st.text(st.sampled_from(ALPHABET), max_size=120),
    st.sampled_from(["words", "whitespace"]),
    st.sampled_from(["lines", "punctuation"]),
    st.integers(1, 3),
)
def test_a_text_in_chunks_is_the_text_read_whole(
    way: bool, text: str, tokens: str, sentences: str, min_count: int
) -> None:
    rules = rules_of(tokens, sentences)
    data = text.encode()
    try:
        corpus = Corpus.from_text(text.replace("\r\n", "\n").replace("\r", "\n"), rules)
    except InvalidInput:
        with pytest.raises(InvalidInput, match=r"has no word|is empty"):
            count_words([part(data)], rules, make_pieces(way))
        return
    counted = count_words([part(data)], rules, make_pieces(way))
    assert counted.types == corpus.types
    assert counted.counts.tolist() == np.bincount(corpus.tokens).tolist()
    if counted.counts.max() >= min_count:
        kept = set(corpus.vocabulary(min_count))
        assert encoded(counted, way, min_count) == whole(corpus, kept)


@settings(deadline=None)
@given(st.lists(st.text(st.sampled_from(ALPHABET), max_size=60), min_size=1, max_size=4))
def test_parts_are_read_as_texts_of_their_own(texts: list[str]) -> None:
    rules = rules_of("whitespace", "punctuation")
    files = [part(text.encode()) for text in texts]
    expected: list[list[str]] = []
    for text in texts:
        try:
            corpus = Corpus.from_text(text.replace("\r\n", "\n").replace("\r", "\n"), rules)
        except InvalidInput:
            continue
        expected += whole(corpus, set(corpus.types))
    if not expected:
        return
    for way in WAYS:
        assert encoded(count_words(files, rules, make_pieces(way)), way) == expected


@pytest.mark.parametrize("way", WAYS)
def test_forgetting_pieces_changes_nothing(monkeypatch: pytest.MonkeyPatch, way: bool) -> None:
    text = " ".join(f"w{(number * 7919) % 997}" for number in range(5000)).encode()
    whole_text = count_words([part(text)], rules_of(), make_pieces(way))
    expected = encoded(whole_text, way)
    monkeypatch.setattr(counting, "MOST_PIECES", 50)
    monkeypatch.setattr(encoding, "MOST_PIECES", 50)
    again = count_words([part(text)], rules_of(), make_pieces(way))
    assert again.types == whole_text.types
    assert again.counts.tolist() == whole_text.counts.tolist()
    assert encoded(again, way) == expected


@pytest.mark.parametrize("way", WAYS)
def test_many_pieces_of_many_lengths(way: bool) -> None:
    # More than the first table and pool of the compiled numbering hold, and nearly equal ones.
    words = [f"{'x' * (number % 40)}{number}" for number in range(20_000)]
    counted = count_words([part(" ".join(words + words).encode())], rules_of(), make_pieces(way))
    assert counted.types == tuple(words)
    assert set(counted.counts.tolist()) == {2}


def test_the_compiled_and_the_plain_numbering_agree() -> None:
    if not available():
        pytest.skip("numba is missing")
    data = b"a bb  ccc\n\na\tbb\x0bccc dd\x0c\n a"
    plain, scanned = make_pieces(False), make_pieces(True)
    assert plain.number(data).tolist() == scanned.number(data).tolist()
    assert plain.since(2) == scanned.since(2) == [b"a", b"bb", b"ccc", b"dd"]
    assert plain.since(4) == scanned.since(4) == [b"ccc", b"dd"]
    assert len(plain) == len(scanned) == 6
    assert plain.since(6) == scanned.since(6) == []


@given(
    st.lists(
        st.lists(st.text("a\xe9", min_size=1, max_size=26), min_size=1, max_size=12),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from([b" ", b"\n", b" \x01 ", b"\t\x00x "]),
)
def test_a_piece_has_one_number_wherever_it_stands(chunks: list[list[str]], between: bytes) -> None:
    if not available():
        pytest.skip("numba is missing")
    # At the end of a chunk, and where there are control characters, bytes are gone through singly.
    plain, scanned = make_pieces(False), make_pieces(True)
    for words in chunks:
        chunk = between.join(word.encode() for word in words)
        assert scanned.number(chunk).tolist() == plain.number(chunk).tolist()
    assert scanned.since(2) == plain.since(2)


def test_a_line_longer_than_chunks_is_one_sentence() -> None:
    text = count_words([part(b"a b c d e f g h i j " * 500 + b"\nz z")], rules_of())
    lengths = [len(sentence) for sentence in encoded(text, False)]
    assert lengths == [5000, 2]


def test_a_sentence_too_long_is_given_in_parts_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(encoding, "LONGEST_SENTENCE", 1000)
    text = count_words([part(b"a b c d e f g h i j " * 250 + b"\nz z")], rules_of())
    vocabulary = text.vocabulary(1)
    chunks = list(EncodedText(text, vocabulary).chunks())
    lengths = [length for chunk in chunks for length in np.diff(chunk.offsets).tolist()]
    assert lengths == [1000, 1000, 500, 2]
    assert sum(chunk.cut for chunk in chunks) == 2


@pytest.mark.parametrize("kept", [0, 10**6])
def test_every_pass_gives_the_same_sentences(monkeypatch: pytest.MonkeyPatch, kept: int) -> None:
    monkeypatch.setattr(encoding, "KEPT_TOKENS", kept)
    reads: list[int] = []

    def opened() -> io.BytesIO:
        reads.append(1)
        return io.BytesIO(b"a b c d\ne f g\n" * 100)

    text = count_words([TextPart("a text", opened)], rules_of())
    vocabulary = text.vocabulary(1)
    again = EncodedText(text, vocabulary)
    passes = [sentences_of(again.chunks(), vocabulary.words) for _ in range(3)]
    assert passes[0] == passes[1] == passes[2]
    assert len(passes[0]) == 200
    assert len(reads) == (2 if kept else 4)


def test_chunks_are_the_same_each_time_and_lose_nothing() -> None:
    data = b"one two\r\nthree\rfour  five " * 40
    once, again = list(read_chunks(part(data))), list(read_chunks(part(data)))
    assert once == again
    assert b"".join(once) == data
    assert len(once) > 20
    assert not any(chunk.endswith(b"\r") for chunk in once)


def test_a_byte_order_mark_is_left_out() -> None:
    assert count_words([part(b"\xef\xbb\xbfa b a")], rules_of()).types == ("a", "b")


# ---- gzip


def test_gzip_is_known_by_its_bytes() -> None:
    data = b"the ship sails the sea\n" * 30
    plain = count_words([part(data)], rules_of())
    packed = count_words([part(gzip.compress(data), "x.txt")], rules_of())
    assert packed.types == plain.types
    assert packed.counts.tolist() == plain.counts.tolist()
    two = gzip.compress(data[:100]) + gzip.compress(data[100:])
    assert count_words([part(two)], rules_of()).counts.tolist() == plain.counts.tolist()


@pytest.mark.parametrize("at", [3, 9, 15, 40, -9, -5, -1])
def test_a_gzip_that_ends_in_the_middle_is_refused(at: int) -> None:
    packed = gzip.compress(bytes(range(97, 123)) * 5 + b" word")[:at]
    with pytest.raises(InvalidInput, match=r"a text\.gz is a gzip file that ends in the middle"):
        count_words([part(packed, "a text.gz")], rules_of())


def test_damaged_gzip_is_refused() -> None:
    packed = gzip.compress(b"some words " * 50)
    for at in (3, 12, len(packed) - 6, len(packed) - 2):
        damaged = bytearray(packed)
        damaged[at] ^= 0xFF
        with pytest.raises(InvalidInput, match="gzip file"):
            count_words([part(bytes(damaged))], rules_of())
    with pytest.raises(InvalidInput, match=r"not a whole gzip file"):
        count_words([part(b"plain words", "x.gz")], rules_of())


# ---- what is no text


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("data", "line", "byte", "value"),
    [
        (b"good words\nbad \xff word", 2, 5, "0xFF"),
        (b"good words\r\n\r\nbad\xe9", 3, 4, "0xE9"),
        (b"a\rb\rc" + b" word" * 30 + b"\xc3( x", 3, 152, "0xC3"),
        (b"\xff", 1, 1, "0xFF"),
        (b"\xef\xbb\xbfab \x80", 1, 7, "0x80"),
        (b"\xff\xfea\x00", 1, 1, "0xFF"),
        (b"words \xed\xa0\x80", 1, 7, "0xED"),
    ],
)
def test_what_is_not_utf8_is_refused_where_it_stands(
    way: bool, data: bytes, line: int, byte: int, value: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        count_words([part(data)], rules_of(), make_pieces(way))
    said = f"a text, line {line}, byte {byte}: {value} is not UTF-8; save the text as UTF-8"
    assert str(caught.value) == said


@pytest.mark.parametrize("way", WAYS)
@settings(deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_are_a_text_or_refused(way: bool, data: bytes) -> None:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        expected = Corpus.from_text(text, rules_of())
    except ValueError:
        with pytest.raises(InvalidInput):
            count_words([part(data)], rules_of(), make_pieces(way))
        return
    assert count_words([part(data)], rules_of(), make_pieces(way)).types == expected.types


def test_endless_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LONGEST_PIECE", 1 << 20)
    monkeypatch.setattr(parts, "CHUNK_BYTES", 1 << 18)
    with pytest.raises(InvalidInput, match="holds 1 MB without white space, which is no text"):
        count_words([part(b"a" * (3 << 20))], rules_of())


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf", b"... --- \xe2\x80\x94"])
def test_a_text_without_a_word_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"a text is empty|a text has no word by the rule"):
        count_words([part(data)], rules_of())
    with pytest.raises(InvalidInput, match="2 files"):
        count_words([part(data), part(b"")], rules_of())


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"gone\.txt does not exist"):
        count_words([TextPart.file(tmp_path / "gone.txt")], rules_of())
    with pytest.raises(InvalidInput, match="is a folder"):
        count_words([TextPart.file(tmp_path)], rules_of())


# ---- a text that changes


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"ship", b"shop", 1),
        lambda data: data[:-40],
        lambda data: data + b" more words at the end of the text",
        lambda data: b"",
        lambda data: data[:50] + b"\xff" + data[51:],
    ],
)
def test_a_text_that_changed_is_noticed(tmp_path: Path, way: bool, change: object) -> None:
    path = tmp_path / "my.txt"
    data = b"the ship sails the sea\n" * 30
    path.write_bytes(data)
    text = count_words([TextPart.file(path)], rules_of(), make_pieces(way))
    again = EncodedText(text, text.vocabulary(1), make_pieces(way))
    assert sum(len(chunk.ids) for chunk in again.pass_over()) == 150
    path.write_bytes(change(data))  # type: ignore[operator]
    with pytest.raises(InvalidInput, match=r"my\.txt changed while it was being read"):
        list(again.pass_over())


def test_the_fingerprint_is_that_of_the_text(tmp_path: Path) -> None:
    one, other, same = (
        count_words([part(data)], rules_of()).fingerprint
        for data in (b"a b c d e f g h i j k", b"a b c d e f g h i j l", b"a b c d e f g h i j k")
    )
    assert one == same
    assert one != other


# ---- the vocabulary


def test_the_vocabulary_is_cut_to_the_most_frequent() -> None:
    text = count_words([part(b"b c a c d b c e e")], rules_of())
    assert text.tokens == 9
    assert text.vocabulary(1).words == ("c", "b", "e", "a", "d")
    assert text.vocabulary(1, 3).words == ("c", "b", "e")
    assert text.vocabulary(2, 100).words == ("c", "b", "e")
    with pytest.raises(InvalidInput, match=r"0 of 5 words occur 5 times or more.*--min-count 3"):
        text.vocabulary(5)


def test_words_left_out_leave_no_gap() -> None:
    text = count_words([part(b"a x b\ny\na b a\n")], rules_of())
    assert encoded(text, False, 2) == [["a", "b"], ["a", "b", "a"]]


def test_reading_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    data = b"the ship sails the sea\n" * 30
    count_words([part(data), part(data)], rules_of(), seen=told.append)
    assert told == sorted(told)
    assert told[-1] == 2 * len(data)


def test_pieces_is_a_protocol_both_keep() -> None:
    for way in WAYS:
        numbering: Pieces = make_pieces(way)
        numbering.number(b"a b")
        assert numbering.held > 0
        numbering.clear()
        assert len(numbering) == 2
