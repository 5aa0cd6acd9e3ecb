"""The Explore screen, driven by keys: words, planes, lists, answers, files."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from sgns_core.formats.loading import load_vectors
from sgns_core.neighbors import GoOn
from sgns_core.vectors import WordVectors
from sgns_tui.explore_planes import Parallelogram, Principal
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.preferences import ScreenOptions
from tests.tui.exploring_tools import ROWS, exploring, many_vectors, other_vectors, write_some
from tests.tui.piloting import Hand, in_loop, opened

NAMES = list(ROWS)
FIRST = ScreenOptions(first="explore")
SIZES = [(60, 20), (80, 24), (120, 36), (200, 50)]


def word(hand: Hand) -> str | None:
    row = hand.explore.exploring.word
    return None if row is None else NAMES[row]


async def finished(hand: Hand) -> None:
    """Wait until nothing is worked out beside the screen."""
    for _ in range(500):
        await hand.pilot.pause(0.01)
        if hand.explore.work_said is None:
            break
    await hand.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
@in_loop
async def test_a_map_a_word_and_its_neighbours(size: tuple[int, int]) -> None:
    async with opened(screens=FIRST, exploring=exploring(), size=size) as hand:
        assert hand.lines()[0].startswith("some.npz | 8 of 10 words")
        await hand.press("/")
        await hand.answer("king")
        assert word(hand) == "king"
        assert "king" in hand.pane("word")[1]
        assert hand.pane("list")[1].split()[:3] == ["1", "man", "0.7831"]
        assert "queen" in "\n".join(hand.pane("map"))
        assert all(len(line) <= size[0] for line in hand.lines())
        await hand.press("escape")
        assert word(hand) is None


@in_loop
async def test_arrows_go_from_word_to_word_and_z_goes_back() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("right")
        first = word(hand)
        await hand.press("left", "left")
        assert first is not None
        assert word(hand) != first
        await hand.press("z", "z")
        assert word(hand) == first


@in_loop
async def test_from_the_list_to_the_next_word() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("/")
        await hand.answer("sea")
        await hand.press("tab", "tab", "down", "enter")
        assert word(hand) == "ship"
        await hand.press("space", "down", "space", "down", "space")
        assert hand.explore.exploring.marked == [
            NAMES.index(name) for name in ("sea", "море", "[b]")
        ]
        await hand.press("o")
        assert "[b] fits least" in hand.text()
        await hand.press("y")
        assert "Cosines in E" in hand.text()
        await hand.press("escape")
        assert "Cosines in E" not in hand.text()


@in_loop
async def test_on_a_small_screen_an_answer_makes_way_for_the_list_of_the_next_word() -> None:
    async with opened(screens=FIRST, exploring=exploring(), size=(80, 24)) as hand:
        for name in ("sea", "ship", "king"):
            await hand.press("/")
            await hand.answer(name)
            await hand.press("space")
        await hand.press("y")
        assert "Cosines in E" in hand.text()
        await hand.press("/")
        await hand.answer("queen")
        assert "Nearest to queen, cosine in E" in hand.text()
        await hand.press("tab", "tab", "tab")
        assert "Cosines in E" in hand.text(), "the answer is still there"
        await hand.press("u")
        assert "Nearest to queen, dot product in E" in hand.text()


@in_loop
async def test_words_are_added_completed_and_drawn() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("i")
        hand.prompt.value = "king - m"
        hand.prompt.cursor_position = 8
        await hand.press("tab")
        assert hand.prompt.value == "king - man"
        await hand.answer("king - man + woman")
        shown = hand.explore.exploring
        assert shown.view == Parallelogram(*(NAMES.index(n) for n in ("king", "man", "woman")))
        assert hand.pane("list")[0].startswith("─ Nearest to king - man + woman, cosine in E")
        assert hand.pane("list")[1].split()[1] == "queen"
        assert "a - b + c" in "\n".join(hand.pane("map"))
        await hand.press("p")
        assert isinstance(hand.explore.exploring.view, Principal)
        await hand.press("i")
        await hand.answer("king - qqq")
        assert "'qqq' is not among the 10 words" in hand.text()
        await hand.press("escape")


@in_loop
async def test_planes_and_what_is_drawn() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("l")
        await hand.answer("man:woman ; man:king")
        assert "man:woman ; man:king, cosine of axes" in hand.text()
        await hand.press("c")
        await hand.answer("3 4")
        assert "components 3 and 4" in hand.text()
        await hand.press("c")
        await hand.answer("3 9")
        assert "there is no component 9; they go from 1 to 4" in hand.text()
        assert hand.prompt.value == "3 9", "what was typed is there to be mended"
        await hand.press("escape", "l")
        await hand.answer("man:woman ; man:qqq")
        assert "'qqq' is not among the 10 words" in hand.text()
        await hand.answer("man:woman ; man:man")
        assert "do not differ in direction" in " ".join(hand.text().split())
        assert hand.prompt.display
        await hand.press("escape", "w")
        await hand.answer("qqq")
        assert "none of these 1 words is known" in hand.text()
        assert hand.prompt.display
        await hand.press("escape", "g")
        await hand.answer("*man")
        assert hand.lines()[0].startswith("some.npz | 2 of 10 words: that fit *man")
        await hand.press("g")
        await hand.answer("zz")
        assert "no word fits zz" in hand.text()
        assert hand.prompt.value == "zz"
        await hand.press("escape", "w")
        await hand.answer("sea ship qqq")
        assert "1 not known: qqq" in hand.text()
        assert "2 of 10 words: of a list" in hand.lines()[0]
        await hand.press("n")
        await hand.answer("5")
        assert "5 of 10 words: most frequent" in hand.lines()[0]
        await hand.press("N")
        assert "No word is selected" in hand.text()
        await hand.press("/")
        await hand.answer("sea")
        await hand.press("N")
        await hand.answer("2")
        assert "3 of 10 words: nearest to sea" in hand.lines()[0]


@in_loop
async def test_measures_tables_and_groups() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("/")
        await hand.answer("ship")
        await hand.press("u")
        assert "Nearest to ship, dot product in E" in hand.pane("list")[0]
        assert hand.pane("list")[1].split()[1:3] == ["sea", "2.9300"]
        await hand.press("u")
        assert "distance in E" in hand.pane("list")[0]
        await hand.press("t")
        assert "distance in Ep" in hand.pane("list")[0]
        await hand.press("t")
        assert "distance in E + Ep" in hand.pane("list")[0]
        await hand.press("K")
        assert "k-means of what is drawn, k = 4" in hand.text()
        await hand.press("k")
        await hand.answer("2")
        assert "k = 2" in hand.text()
        await hand.press("r")
        assert "rows of zeros (no direction): 1" in hand.text()


@in_loop
async def test_a_table_that_is_not_there_is_said() -> None:
    async with opened(screens=FIRST, exploring=exploring(outputs=False)) as hand:
        await hand.press("t")
        assert "there is no output table Ep" in hand.text()


@in_loop
async def test_a_word_without_direction_is_explained() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("/")
        await hand.answer("nil")
        assert "holds zeros alone" in " ".join(hand.pane("list") + hand.pane("word"))


@in_loop
async def test_two_files_side_by_side() -> None:
    async with opened(screens=FIRST, exploring=exploring(beside=other_vectors())) as hand:
        await hand.press("/")
        await hand.answer("king")
        assert "in both lists (=)" in hand.text()
        await hand.press("v")
        assert "in both lists (=)" not in hand.text()
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("v")
        assert "One file is open" in hand.text()


@in_loop
async def test_pictures_numbers_words_and_vectors_go_to_files(tmp_path: Path) -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        for name in ("m.svg", "m.txt", "m.json"):
            await hand.press("X")
            await hand.answer(str(tmp_path / name))
        assert json.loads((tmp_path / "m.json").read_text())["drawn"] == 8
        await hand.press("/")
        await hand.answer("king")
        await hand.press("space", "S")
        await hand.answer(str(tmp_path / "w.vec"))
        assert load_vectors(str(tmp_path / "w.vec")).vectors.words == ("king",)
        before = (tmp_path / "m.json").read_bytes()
        await hand.press("X")
        await hand.answer(str(tmp_path / "m.json"))
        assert "exists. Write over it?" in hand.text()
        await hand.press("n")
        assert (tmp_path / "m.json").read_bytes() == before
        await hand.press("X")
        await hand.answer(str(tmp_path / "m.json"))
        await hand.press("y")
        assert "nearest" in json.loads((tmp_path / "m.json").read_text())


@in_loop
async def test_the_sessions_own_vectors_and_a_file_in_their_place(tmp_path: Path) -> None:
    async with opened("groups") as hand:
        await hand.press("7")
        assert hand.lines()[0].startswith("groups | 78 of 78 words")
        assert "groups of the text" in hand.text()
        await hand.press("2", ".", ".", "7")
        E = hand.explore.exploring.explored.vectors.E
        assert E.tolist() == hand.session.timeline.E.tolist()
        await hand.press("O")
        await hand.answer(str(tmp_path / "none"))
        await finished(hand)
        assert "there is no such file" in hand.text()
        await hand.press("O")
        await hand.answer(write_some(tmp_path))
        await finished(hand)
        assert hand.lines()[0].startswith("some.npz | 8 of 10 words")
        await hand.press("2", "7")
        assert hand.lines()[0].startswith("some.npz")
        await hand.press("O")
        await hand.answer("")
        assert hand.lines()[0].startswith("groups | 78 of 78 words")


@in_loop
async def test_a_large_table_is_asked_beside_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_tui.explored.LARGE_VALUES", 1000)
    hold = threading.Event()
    search = Explored.search

    def held(self: Explored, table: object, go_on: GoOn | None = None) -> object:
        hold.wait(10)
        return search(self, table, go_on)  # type: ignore[arg-type]

    monkeypatch.setattr(Explored, "search", held)
    large = Exploring(Explored(many_vectors(500, 10), "many"))
    async with opened(screens=FIRST, exploring=large) as hand:
        await hand.press("right")
        assert "measuring the 500 rows of many ... Esc gives up." in hand.text()
        await hand.press("right", "right", "b")
        assert "drawn as block" in hand.text()
        await hand.press("escape")
        assert "Given up." in hand.text()
        hold.set()
        await hand.press("right")
        await finished(hand)
        row = large.word
        assert row is not None
        first = hand.pane("list")[1].split()
        wanted = large.explored.vectors
        near = search(large.explored, "E").nearest(wanted.E[row], 1, without=(row,))[0]
        assert first[1:3] == [wanted.words[near[0]], f"{near[1]:.4f}"]
        await hand.press("i")
        await hand.answer("w1 - w2 + w3")
        await finished(hand)
        assert large.listed is not None
        assert large.listed.asked == "w1 - w2 + w3"


@in_loop
async def test_a_map_of_very_many_words_can_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_tui.screens.explore.LARGE_VALUES", 4000)
    hold = threading.Event()
    made = Exploring.map_now

    def held(self: Exploring, go_on: GoOn | None = None) -> object:
        if go_on is not None:
            hold.wait(10)
        return made(self, go_on)

    monkeypatch.setattr(Exploring, "map_now", held)
    looked = Exploring(Explored(many_vectors(500, 10), "many"))
    async with opened(screens=FIRST, exploring=looked) as hand:
        await hand.press("n")
        await hand.answer("500")
        assert "drawing 500 words ... Esc gives up." in hand.text()
        await hand.press("escape")
        assert "Given up." in hand.text()
        assert hand.lines()[0].startswith("many | 300 of 500 words")
        hold.set()
        await hand.press("n")
        await hand.answer("450")
        await finished(hand)
        assert hand.lines()[0].startswith("many | 450 of 500 words")
        assert looked.known_map is not None
        assert len(looked.known_map.rows) == 450


@in_loop
async def test_help_has_an_example_of_what_is_open() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("?")
        assert "are nearer on this map than" in " ".join(hand.text().split())
        await hand.press("escape", "tab", "?")
        assert '"sea" has the longest row, 2.5020' in " ".join(hand.text().split())


@in_loop
async def test_ascii_alone_carries_it() -> None:
    async with opened(screens=FIRST, exploring=exploring(), glyphs="ascii") as hand:
        await hand.press("/")
        await hand.answer("sea")
        await hand.press("b")
        assert "Nothing but ASCII can be shown here" in hand.text()
        for line in hand.lines()[:-1]:
            assert all(ord(sign) < 128 or sign in "─━→" for sign in line), line


@in_loop
async def test_one_pane_alone_and_all_again() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("F")
        assert not hand.explore.panes["list"].display
        await hand.press("tab", "F")
        assert hand.explore.panes["list"].display


@in_loop
async def test_leaving_asks_nothing() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("q")
        assert hand.app.return_code == 0


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
@in_loop
async def test_no_sentence_at_the_top_is_cut_in_the_middle(size: tuple[int, int]) -> None:
    E = 1 + 0.01 * np.random.default_rng(1).normal(size=(60, 20))
    E[5], E[6] = 0.0, np.nan
    alike = Explored(WordVectors(words=[f"w{n}" for n in range(60)], E=E), "alike.npz")
    for explored in (exploring().explored, alike):
        async with opened(screens=FIRST, exploring=Exploring(explored), size=size) as hand:
            said = " ".join(" ".join(hand.lines()[1:3]).split())
            assert said.endswith(".")
            assert "Not drawn: " in said or size[0] == 60


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@in_loop
async def test_every_question_is_seen_whole(size: tuple[int, int]) -> None:
    async with opened(screens=FIRST, exploring=exploring(), size=size) as hand:
        await hand.press("/")
        await hand.answer("king")
        for key in ("/", "i", "g", "n", "N", "w", "l", "c", "k", "O", "S", "X"):
            await hand.press(key)
            question = " ".join(hand.explore._question.split())
            assert question in " ".join(" ".join(hand.lines()[1:3]).split())
            await hand.press("escape")


@in_loop
async def test_why_an_answer_is_wrong_is_seen_whole() -> None:
    async with opened(screens=FIRST, exploring=exploring(), size=(80, 24)) as hand:
        await hand.press("i")
        await hand.answer("sea nebuchadnezzarrr")
        said = " ".join(" ".join(hand.lines()[1:3]).split())
        assert said.startswith("'nebuchadnezzarrr' has no sign before it; write + or -")
        assert said.endswith("with blanks around it")


@in_loop
async def test_only_what_is_drawn_is_offered_to_be_written() -> None:
    async with opened(screens=FIRST, exploring=exploring()) as hand:
        await hand.press("S")
        assert "Write the 8 drawn words" in hand.text()


@in_loop
async def test_the_cursor_reaches_the_end_of_the_longer_list() -> None:
    words = [f"w{n}" for n in range(20)]
    table = np.stack([np.ones(22), np.arange(22) / 10], axis=1)
    more = Explored(WordVectors(words=["x", "y", *words], E=table), "more.vec")
    few = Explored(WordVectors(words=["x", "y"], E=table[:2]), "few.vec")
    looked = Exploring(few, beside=more)
    async with opened(screens=FIRST, exploring=looked, size=(80, 24)) as hand:
        await hand.press("/")
        await hand.answer("x")
        await hand.press("tab", "tab")
        assert "w18" not in hand.text()
        await hand.press(*["down"] * 25)
        assert "w18" in hand.text()
        await hand.press("enter")
        assert "is not among the 2 words" in hand.text()
