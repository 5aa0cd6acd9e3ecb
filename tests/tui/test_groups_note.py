"""What is said of a groups file with words that are unknown or named twice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgns_core.groups_file import WordGroups
from sgns_tui.groups_note import groups_note
from sgns_tui.opening import SourceOptions
from sgns_tui.plain.exploring.mode import ExploringMode
from sgns_tui.plain.mode import LineMode
from sgns_tui.preferences import ScreenOptions
from sgns_tui.session_opening import open_session
from sgns_tui.text import width
from tests.tui.exploring_tools import exploring
from tests.tui.piloting import in_loop, opened

GROUPS = "king\tpeople\nsea\twater\nking\twater\nqqq\twater\nrrr\tpeople\nking\tpeople\n"
SAID = "2 of its 4 words are unknown here; named twice, the first group counts: king"


def some(unknown: tuple[str, ...] = (), double: tuple[str, ...] = ()) -> WordGroups:
    return WordGroups(np.array([0, -1, 0]), ("a",), unknown, double)


def test_a_file_that_is_as_it_should_be_needs_no_word() -> None:
    assert groups_note(some(), "g.tsv") is None
    assert groups_note(None, "g.tsv") is None
    assert groups_note(some(("x",)), None) is None


def test_unknown_words_are_counted_and_double_ones_named() -> None:
    assert groups_note(some(("x",)), "g.tsv") == "g.tsv: 1 of its 3 words are unknown here"
    assert groups_note(some((), ("y", "[b]", "y")), "g.tsv") == (
        "g.tsv: named twice, the first group counts: y, [b]"
    )
    many = some(("x",) * 2000, tuple(f"word-number-{n}" for n in range(500)))
    said = groups_note(many, "\x1b" + "g" * 90)
    assert said is not None
    assert "2,000 of its 2,002 words" in said
    assert said.endswith("and 480 more")
    assert "\x1b" not in said


@pytest.mark.parametrize("cells", [104, 144, 224])
def test_where_there_is_little_room_fewer_words_are_named(cells: int) -> None:
    many = some(("x",) * 2000, tuple(f"{n}-海の言葉" for n in range(50)))
    said = groups_note(many, "groups.tsv", cells=cells)
    assert said is not None
    assert width(said) <= cells
    assert "2,000 of its 2,002" in said
    assert said.endswith(" more") or said.endswith(": 50 words")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "g.tsv"
    path.write_text(GROUPS, encoding="utf-8")
    return str(path)


def test_lines_about_vectors_say_it(file: str) -> None:
    mode = ExploringMode(exploring(groups=file))
    assert sum(SAID in line for line in mode.greeting()) == 1
    mode = ExploringMode(exploring())
    assert not any("unknown here" in line for line in mode.greeting())
    assert sum(SAID in line for line in mode.answer(f"groups file {file}")) == 1
    assert not any(SAID in line for line in mode.answer("groups bands"))


def test_lines_about_a_run_say_it(tmp_path: Path) -> None:
    path = tmp_path / "g.tsv"
    path.write_text("dogs\tbeasts\ndogs\tpets\nqqq\tpets\n", encoding="utf-8")
    session = open_session(SourceOptions(example="groups"))
    lines = list(LineMode(session, groups=str(path)).greeting())
    assert sum("1 of its 2 words are unknown here" in line for line in lines) == 1
    assert "the first group counts: dogs" in lines[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@in_loop
async def test_screens_say_it(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "g.tsv"
    path.write_text(GROUPS, encoding="utf-8")
    first = ScreenOptions(first="explore")
    async with opened(screens=first, exploring=exploring(groups=str(path)), size=size) as hand:
        assert SAID in " ".join(hand.lines()[1:3])
        await hand.press("K")
        assert SAID not in " ".join(hand.lines()[1:3])
        await hand.press("K", "K")
        assert SAID in " ".join(hand.lines()[1:3])
    path.write_text("dogs\tbeasts\ndogs\tpets\nqqq\tpets\n", encoding="utf-8")
    said = "1 of its 2 words are unknown here; named twice, the first group counts: dogs"
    watched = ScreenOptions(first="train", groups=str(path))
    async with opened(SourceOptions(example="groups"), size, screens=watched) as hand:
        assert said in " ".join(hand.text().split())
        await hand.press("K")
        assert said not in " ".join(hand.text().split())
        await hand.press("K", "K")
        assert said in " ".join(hand.text().split())
