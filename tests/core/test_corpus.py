import io
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core import tokens as tokens_module
from sgns_core.corpus import Corpus, TextSettings, read_text
from sgns_core.errors import InvalidInput
from sgns_core.sentences import SentenceRule, one_sentence_a_line
from sgns_core.tokens import TokenRule, tokenize

PUNCTUATION = TextSettings(sentences="punctuation")

# Letters, marks, digits, numbers that are not decimal, joiners, spaces, line ends, controls,
# sentence ends, closers, an emoji with a joiner, and letters that change length when lower-cased.
HOSTILE = (
    "aZ9éßΣςІїİıǅक्षि์ไ猫\u0301\u20e0²Ⅳ_'’-‐‑\u02bc\u200d\u00ad\ufeff"
    ' \t\u00a0\u2028\x85\n\r\0\x1b.?!…。！॥"“”)🎓'
)
TEXTS = st.text(st.one_of(st.sampled_from(HOSTILE), st.characters(exclude_categories=["Cs"])))


def plain_words(text: str) -> list[str]:
    """Return the tokens of the rule `words`, read character by character."""

    def letter(c: str) -> bool:
        return unicodedata.category(c)[0] == "L" or unicodedata.category(c) == "Nd"

    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower()) + "\n"
    found: list[str] = []
    inside = False
    for here, after in zip(text, text[1:] + "\n", strict=True):
        if letter(here):
            found.append(here) if not inside else found.append(found.pop() + here)
            inside = True
        elif inside and (
            unicodedata.category(here)[0] == "M" or (here in "'’-‐‑" and letter(after))
        ):
            found.append(found.pop() + here)
        else:
            inside = False
    return found


def plain_sentences(text: str) -> list[str]:
    """Return the sentences of the rule `punctuation`, read character by character."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    cuts = []
    at = 0
    while at < len(text):
        start = at
        if text[at] in ".?!…؟۔।॥．。！？｡":
            while at < len(text) and text[at] in ".?!…؟۔।॥．。！？｡":
                at += 1
            run = text[start:at]
            while at < len(text) and text[at] in "\"')]}’”»›」』）】》〉｣":
                at += 1
            if text[at : at + 1] in ("“", "‘") and (text[at + 1 : at + 2] + " ")[0].isspace():
                at += 1
            if (text[at : at + 1] or " ").isspace() or set(run) & set("。！？｡"):
                cuts.append(at)
        elif text[at] == "\n":
            while at < len(text) and text[at].isspace():
                at += 1
            if text[start:at].count("\n") > 1:
                cuts.append(at)
        else:
            at += 1
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def sentences(text: str, settings: TextSettings) -> list[list[str]]:
    corpus = Corpus.from_text(text, settings)
    return [corpus.words_text(s) for s in range(corpus.sentence_count)]


def refusal(text: str, settings: TextSettings | None = None) -> str:
    with pytest.raises(InvalidInput) as caught:
        Corpus.from_text(text, settings)
    return str(caught.value)


# --- words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The CAT, 3rd of 42!", ["the", "cat", "3rd", "of", "42"]),
        ("don't don’t 'quoted' rock-'n'-roll", ["don't", "don’t", "quoted", "rock", "n", "roll"]),
        ("well-known -x- a--b a- -b", ["well-known", "x", "a", "b", "a", "b"]),
        ("non‑breaking and‐hyphen", ["non‑breaking", "and‐hyphen"]),
        ("snake_case a.b@c.org", ["snake", "case", "a", "b", "c", "org"]),
        ("М'ята, п’ять; об\u02bcєкт", ["м'ята", "п’ять", "об\u02bcєкт"]),
        ("e\u0301te\u0301 ÉTÉ", ["été", "été"]),
        ("J\u030c", ["\u01f0"]),  # only the small letter has a composed form
        ("İstanbul ISPARTA", ["i\u0307stanbul", "isparta"]),
        ("ΟΔΟΣ", ["οδος"[:-1] + "ς"]),
        ("हिन्दी-भाषा में", ["हिन्दी-भाषा", "में"]),
        ("ภาษาไทยที่นี่", ["ภาษาไทยที่นี่"]),
        ("שלום עולם السَّلام", ["שלום", "עולם", "السَّلام"]),
        ("猫が好き。犬も", ["猫が好き", "犬も"]),
        ("٣٤ x² ½ Ⅳ", ["٣٤", "x"]),
        ("\u0301\u0301 \u0301a", ["a"]),
        ("a\0b\x1b[31mc\x7fd", ["a", "b", "31mc", "d"]),
        ("hat🎩cat 👩\u200d🎓", ["hat", "cat"]),
        ("𝒳𐐀 x", ["𝒳𐐨", "x"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_words(text: str, wanted: list[str]) -> None:
    assert tokenize(text) == wanted


def test_tokens_between_white_space_stand_as_they_are() -> None:
    text = "The cat's\u00a0(big)\u2028e\u0301\u3000x\0y\r\n\u200bz_1"
    wanted = ["The", "cat's", "(big)", "é", "x\0y", "\u200bz_1"]
    assert tokenize(text, "whitespace") == wanted


@given(TEXTS)
def test_words_are_those_of_a_reader_of_single_characters(text: str) -> None:
    found = tokenize(text)
    assert found == plain_words(text)
    for word in found:
        assert unicodedata.is_normalized("NFC", word)
        assert tokenize(f"({word}) {word}") == [word, word]


@given(TEXTS)
def test_white_space_is_that_of_split(text: str) -> None:
    assert tokenize(text, "whitespace") == unicodedata.normalize("NFC", text).split()


@given(TEXTS, st.sampled_from(["words", "whitespace"]), st.integers(1, 5))
def test_the_size_of_a_block_changes_nothing(text: str, rule: TokenRule, size: int) -> None:
    whole = tokenize(text, rule)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens_module, "_BLOCK", size)
        assert tokenize(text, rule) == whole


# --- sentences


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("One. Two? Three!", [["one"], ["two"], ["three"]]),
        ("3.14 at example.org/a?b. Yes", [["3", "14", "at", "example", "org", "a", "b"], ["yes"]]),
        ('He said "no." (Why?) So...', [["he", "said", "no"], ["why"], ["so"]]),
        ("„Ja!“ sagt er", [["ja"], ["sagt", "er"]]),
        ("one\ntwo\n \nthree\r\n\r\nfour\rfive", [["one", "two"], ["three"], ["four", "five"]]),
        ("猫。犬！鳥？「魚。」馬", [["猫"], ["犬"], ["鳥"], ["魚"], ["馬"]]),
        ("wait… what…ever", [["wait"], ["what", "ever"]]),
        ("यह है। वह", [["यह", "है"], ["वह"]]),
        ("a.\u2028b", [["a"], ["b"]]),
        ("... !!! a", [["a"]]),
    ],
)  # fmt: skip
def test_punctuation_ends_sentences(text: str, wanted: list[list[str]]) -> None:
    assert sentences(text, PUNCTUATION) == wanted


def test_lines_end_sentences_and_nothing_else_does() -> None:
    text = "\n\none. two\r\nthree\u2028four\x85five\rsix\x0cseven\n\n"
    assert sentences(text, TextSettings()) == [
        ["one", "two"],
        ["three", "four", "five"],
        ["six", "seven"],
    ]


def test_marks_of_sentences_stay_on_tokens_that_stand_as_they_are() -> None:
    settings = TextSettings(tokens="whitespace", sentences="punctuation")
    assert sentences("去了。“好 end.) Go", settings) == [["去了。"], ["“好", "end.)"], ["Go"]]


@given(TEXTS, st.sampled_from(["words", "whitespace"]))
def test_sentences_are_those_of_a_reader_of_single_characters(text: str, rule: TokenRule) -> None:
    text = unicodedata.normalize("NFC", text)
    wanted = [words for s in plain_sentences(text) if (words := tokenize(s, rule))]
    if wanted:
        assert sentences(text, TextSettings(rule, "punctuation")) == wanted
    else:
        assert "no word" in refusal(text, TextSettings(rule, "punctuation"))


@given(TEXTS, st.sampled_from(["lines", "punctuation"]))
def test_sentence_rules_only_touch_line_ends(text: str, rule: SentenceRule) -> None:
    def bare(text: str) -> str:
        return "".join(text.split())

    assert bare(one_sentence_a_line(text, rule)) == bare(text)


def test_runs_of_marks_take_time_in_proportion() -> None:
    # In time that grows with the square, this would not end today.
    size = 300_000
    for text in ("." * size, ".)" * size, "。" * size, "\n " * size, "'" * size, "a-" * size):
        assert sentences("go " + text + "x on", PUNCTUATION)[0][0] == "go"


# --- the corpus


def test_the_text_is_kept_before_any_word_is_dropped() -> None:
    corpus = Corpus.from_text("a b a\n\nc, a\n", TextSettings(min_count=2))
    assert corpus.types == ("a", "b", "c")
    assert corpus.tokens.tolist() == [0, 1, 0, 2, 0]
    assert corpus.offsets.tolist() == [0, 3, 5]
    assert corpus.tokens.dtype == np.int32
    assert corpus.offsets.dtype == np.int64
    assert (len(corpus), corpus.sentence_count) == (5, 2)
    assert corpus.words_text(1) == ["c", "a"]
    assert corpus.vocabulary().words == ("a",)
    assert corpus.vocabulary(1).words == ("a", "b", "c")
    assert corpus.encode(corpus.vocabulary()).tolist() == [0, -1, 0, -1, 0]
    with pytest.raises(IndexError):
        corpus.words_text(-1)
    with pytest.raises(ValueError, match="read-only"):
        corpus.tokens[0] = 1


def test_one_line_of_2_million_words_is_one_sentence() -> None:
    corpus = Corpus.from_text("до кота " * 1_000_000)
    assert (len(corpus), corpus.sentence_count) == (2_000_000, 1)
    assert corpus.vocabulary().counts.tolist() == [1_000_000, 1_000_000]


@given(st.lists(st.lists(st.sampled_from(["a", "b", "New York", "\0"]))))
def test_sentences_that_are_tokens_already(given_sentences: list[list[str]]) -> None:
    wanted = [sentence for sentence in given_sentences if sentence]
    stream = (iter(sentence) for sentence in given_sentences)
    if not wanted:
        with pytest.raises(InvalidInput):
            Corpus.from_sentences(stream)
        return
    corpus = Corpus.from_sentences(stream)
    for _ in range(2):  # a generator is empty the second time; the corpus isn't
        assert [corpus.words_text(s) for s in range(corpus.sentence_count)] == wanted


@pytest.mark.parametrize(
    ("given_sentences", "text"),
    [
        ("the cat", "sentences is the string 'the cat', not lists of words"),
        (["the cat", "sat"], "sentence 1 is the string 'the cat', whose letters would become"),
        ([["a"], ["b", ""]], "sentence 2 holds '', which is not a word"),
        ([["a", 3]], "sentence 1 holds 3, which is not a word"),
        ([["a", "\n"]], r"sentence 1 holds '\n', which is not a word"),
    ],
)
def test_what_is_not_lists_of_words_is_refused(given_sentences: list[list[str]], text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Corpus.from_sentences(given_sentences)
    assert text in str(caught.value)


def test_a_text_without_a_word_is_refused() -> None:
    assert refusal(" \n ...\n ") == (
        "the text has no word by the rule --tokens words; give a text with words"
    )
    assert "no word" in refusal("")
    assert "no word" in refusal("\u2028\u3000", TextSettings(tokens="whitespace"))


def test_half_characters_of_a_command_line_are_refused() -> None:
    assert refusal("ab\udce9") == (
        "the text, character 3: U+DCE9 is half a character; give the text as UTF-8"
    )


def test_a_corpus_checks_itself() -> None:
    def build(tokens: list[int], offsets: list[int]) -> Corpus:
        return Corpus(
            ("a", "b"), np.array(tokens, np.int32), np.array(offsets, np.int64), TextSettings()
        )

    assert build([0, 1], [0, 2]).words_text(0) == ["a", "b"]
    for tokens, offsets in [([2], [0, 1]), ([-1], [0, 1]), ([0], [0, 0, 1]), ([0], [0, 2])]:
        with pytest.raises(ValueError, match="must"):
            build(tokens, offsets)


# --- settings


def test_settings_say_what_is_done() -> None:
    assert TextSettings().describe() == (
        "words: letters, marks and digits with inner apostrophes and hyphens, lower-cased, NFC; "
        "one sentence a line"
    )
    text = TextSettings("whitespace", "punctuation", 5).describe()
    assert text.startswith("words: whatever stands between white space, as it stands, NFC; sent")
    assert text.endswith("; words that occur fewer than 5 times are dropped")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"tokens": "letters"}, "tokens is 'letters'; it can be words, whitespace"),
        ({"sentences": ""}, "sentences is ''; it can be lines, punctuation"),
        ({"min_count": 0}, "min_count is 0; give a whole number from 1"),
    ],
)
def test_settings_check_themselves(changes: dict[str, object], text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        TextSettings(**changes)  # type: ignore[arg-type]
    assert str(caught.value) == text


# --- reading


def write(folder: Path, data: bytes) -> Path:
    path = folder / "text.txt"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"one\ntwo", "one\ntwo"),
        (b"\xef\xbb\xbfone\r\ntwo\r\n", "one\ntwo\n"),
        (b"one\rtwo\r", "one\ntwo\n"),
        ("п'ять\u2028猫\ufeff".encode(), "п'ять\u2028猫\ufeff"),
        (b"a\0b", "a\0b"),
    ],
)
def test_utf_8_is_read_from_files_and_streams(tmp_path: Path, data: bytes, text: str) -> None:
    path = write(tmp_path, data)
    assert read_text(path) == text
    assert read_text(str(path)) == text
    assert read_text(io.BytesIO(data), "standard input") == text


@pytest.mark.parametrize(
    ("data", "line", "byte", "value"),
    [
        (b"caf\xe9", 1, 4, "0xE9"),
        (b"a\r\nb\rc\nd\xff", 4, 2, "0xFF"),
        (b"\xef\xbb\xbfa\xff", 1, 5, "0xFF"),
        (b"\xff\xfea\0", 1, 1, "0xFF"),  # UTF-16
        (b"\x1f\x8b\x08\0", 1, 2, "0x8B"),  # gzip
        (b"one\n\xe7\x8c", 2, 1, "0xE7"),  # cut off in a character
        (b"one\n\xed\xa0\x80", 2, 1, "0xED"),  # half of a surrogate pair
    ],
)
def test_other_encodings_are_refused_by_line_and_byte(
    tmp_path: Path, data: bytes, line: int, byte: int, value: str
) -> None:
    path = write(tmp_path, data)
    with pytest.raises(InvalidInput) as caught:
        read_text(path)
    assert str(caught.value) == (
        f"{path}, line {line}, byte {byte}: {value} is not UTF-8; save the text as UTF-8"
    )


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\t", "\u2028\u00a0".encode()])
def test_a_blank_text_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_text(io.BytesIO(data), "standard input")
    assert str(caught.value) == (
        "standard input is empty: there is no word in it; give a text with words"
    )


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"none\.txt does not exist; check the name"):
        read_text(tmp_path / "none.txt")
    with pytest.raises(InvalidInput, match="is a folder; name a text file in it"):
        read_text(tmp_path)
    with pytest.raises(InvalidInput, match="cannot be read: .*; name another file"):  # noqa: RUF043
        read_text(write(tmp_path, b"x") / "inside")
    with pytest.raises(InvalidInput, match="cannot be the name of a file"):
        read_text("a\0b")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_text(tmp_path / ("n" * 5000))


def test_a_file_without_permission_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # the tests may run as root
    with pytest.raises(InvalidInput, match=r"^secret may not be read; change its permissions"):
        read_text("secret")


def test_a_stream_that_breaks_is_named() -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(InvalidInput) as caught:
        read_text(Broken())
    assert str(caught.value) == (
        "standard input cannot be read: Input/output error; name another file"
    )


def test_a_corpus_carries_the_name_of_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"...")
    with pytest.raises(InvalidInput, match=r"text\.txt has no word by the rule --tokens words"):
        Corpus.from_file(path)
    path.write_bytes(b"one two")
    assert Corpus.from_file(path).name == str(path)
    assert Corpus.from_file(io.BytesIO(b"a"), name="standard input").words_text(0) == ["a"]
