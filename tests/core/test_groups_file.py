"""A file that says which words belong together."""

from pathlib import Path

import pytest

from sgns_core.errors import InvalidInput
from sgns_core.groups import groups_source, word_groups
from sgns_core.groups_file import as_word_groups, read_groups
from sgns_core.vocabulary import Vocabulary

VOCABULARY = Vocabulary(("king", "queen", "sea", "море"), [4, 3, 2, 1])  # type: ignore[arg-type]


def file_of(folder: Path, data: bytes) -> Path:
    path = folder / "groups.tsv"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        "sea\twater\nморе\twater\nking\tpeople\n".encode(),
        "\ufeffsea\twater\r\n\r\nморе\twater\r\n  \r\nking\tpeople".encode(),
        " sea \t water \nморе\twater\nking\tpeople\n\n".encode(),
    ],
)
def test_words_get_the_groups_of_the_file(tmp_path: Path, data: bytes) -> None:
    groups = read_groups(file_of(tmp_path, data), VOCABULARY)
    assert groups.names == ("water", "people")
    assert groups.labels.tolist() == [1, -1, 0, 0]
    assert groups.unknown == groups.double == ()


def test_double_and_unknown_words_are_named_and_do_no_harm(tmp_path: Path) -> None:
    path = file_of(tmp_path, b"sea\ta\nwhale\tb\nsea\tc\nking\td\nsea\ta\n")
    groups = read_groups(path, VOCABULARY)
    assert groups.names == ("a", "d")
    assert groups.labels.tolist() == [1, -1, 0, -1]
    assert groups.unknown == ("whale",)
    assert groups.double == ("sea", "sea")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"sea\ta\nking people\n", "groups.tsv, line 2: 'king people' is not a word, one tab and"),
        (b"sea\ta\tb\n", "line 1: 'sea\\ta\\tb' is not a word"),
        (b"\n\n\ta\n", "line 3: '\\ta' is not a word"),
        (b"sea\t \n", "line 1: 'sea\\t ' is not a word"),
        (b"sea\ta\n\xff\tb\n", "line 2, byte 1: 0xFF is not UTF-8"),
        (b"", "is empty"),
        (b"whale\ta\nboat\tb\n", "none of its 2 words is among the 4 of the text, the first is"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_groups(file_of(tmp_path, data), VOCABULARY)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nothing\.tsv does not exist"):
        read_groups(tmp_path / "nothing.tsv", VOCABULARY)


def test_the_built_in_groups_are_those_of_their_words() -> None:
    vocabulary = groups_source().vocabulary
    groups = as_word_groups(word_groups(), vocabulary)
    assert groups.names == ("animals", "foods", "weather", "music")
    assert groups.unknown == ()
    for word, group in word_groups().items():
        assert groups.names[groups.labels[vocabulary.index(word)]] == group
    assert (groups.labels >= 0).sum() == 28
