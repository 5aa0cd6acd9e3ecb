"""What is looked at in vectors, without a screen: words, planes, groups, answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import load_vectors
from sgns_core.neighbors import GivenUp
from sgns_core.vectors import WordVectors
from sgns_tui.completion import Completion
from sgns_tui.explore_examples import examples
from sgns_tui.explore_out import map_object, write_map, write_selection
from sgns_tui.explore_planes import Components, Parallelogram, Principal
from sgns_tui.explored import Explored, told_apart
from sgns_tui.exploring import Exploring
from sgns_tui.files import AlreadyThere
from sgns_tui.grouping import Basis
from sgns_tui.render.explore.status import separation_line
from tests.tui.exploring_tools import ROWS, exploring, many_vectors, other_vectors

NAMES = list(ROWS)


def row(word: str) -> int:
    return NAMES.index(word)


def drawn_words(looked: Exploring) -> list[str]:
    return [NAMES[row] for row in looked.map_now().rows.tolist()]


# ---- which words are drawn


def test_what_is_near_says_by_which_measure_in_which_table() -> None:
    looked = exploring()
    looked.draw_near(row("sea"), 2)
    assert looked.drawn.why == "nearest to sea by cosine in E"
    looked.next_measure()
    looked.use_table("sum")
    looked.draw_near(row("sea"), 2)
    assert looked.drawn.why == "nearest to sea by dot product in E + Ep"


def test_rows_without_a_direction_stand_apart() -> None:
    looked = exploring()
    made = looked.map_now()
    assert drawn_words(looked) == NAMES[:8]
    assert made.zeros == (row("nil"),)
    assert made.odd == (row("bad"),)
    zeros, odd = looked.apart()
    assert (zeros.tolist(), odd.tolist()) == ([row("nil")], [row("bad")])


def test_words_by_frequency_search_list_and_nearness() -> None:
    looked = exploring()
    looked.draw_frequent(3)
    assert drawn_words(looked) == ["man", "woman", "king"]
    looked.draw_matching("*man", 10)
    assert drawn_words(looked) == ["man", "woman"]
    looked.draw_matching("s", 1)
    assert (drawn_words(looked), looked.drawn.why) == (["sea"], "the first that fit s")
    looked.draw_matching("*e*", 10)
    assert drawn_words(looked) == ["queen", "sea"]
    assert looked.draw_list(["ship", "qqq", "ship", "king"]) == ["qqq"]
    assert drawn_words(looked) == ["ship", "king"]
    looked.draw_near(row("sea"), 2)
    assert drawn_words(looked) == ["sea", "море", "ship"]
    for do in (
        lambda: looked.draw_matching("zz", 5),
        lambda: looked.draw_matching("**", 5),
        lambda: looked.draw_list(["qqq"]),
        lambda: looked.draw_frequent(0),
    ):
        with pytest.raises(InvalidInput):
            do()
    assert drawn_words(looked) == ["sea", "море", "ship"]


def test_without_counts_the_order_is_that_of_the_file() -> None:
    assert exploring().drawn.why == "most frequent"
    looked = exploring(counted=False)
    looked.draw_frequent(2)
    assert (drawn_words(looked), looked.drawn.why) == (["man", "woman"], "first in the file")


def test_a_word_that_is_found_is_drawn_and_does_not_turn_the_map() -> None:
    looked = exploring()
    looked.draw_frequent(4)
    before = looked.map_now().points.copy()
    looked.go_to(row("sea"))
    after = looked.map_now()
    assert drawn_words(looked) == ["man", "woman", "king", "queen", "sea"]
    assert np.array_equal(after.points[:4], before)
    looked.draw_frequent(2)
    assert drawn_words(looked) == ["man", "woman", "sea"]


def test_going_back_from_word_to_word() -> None:
    looked = exploring()
    for word in ("sea", "ship", "king"):
        looked.go_to(row(word))
    assert looked.go_back()
    assert looked.word == row("ship")
    assert looked.go_back()
    assert not looked.go_back()
    assert looked.word == row("sea")


def test_nothing_to_draw_is_said() -> None:
    looked = exploring()
    looked.draw_list(["nil", "bad"])
    with pytest.raises(InvalidInput, match="none of the 2 words to draw has a direction"):
        looked.map_now()


# ---- planes


def test_an_answer_to_a_minus_b_plus_c_is_drawn_as_a_parallelogram() -> None:
    looked = exploring()
    looked.show_listed(looked.ask("king - man + woman"))
    assert looked.listed is not None
    assert NAMES[looked.listed.found[0][0]] == "queen"
    assert looked.view == Parallelogram(row("king"), row("man"), row("woman"))
    made = looked.map_now()
    a, b, c = (made.points[made.place[row(word)]] for word in ("king", "man", "woman"))
    assert made.outputs is not None
    assert made.outputs[0] == pytest.approx(a - b + c)
    assert made.words.words[-1] == "a - b + c"


def test_corners_of_a_parallelogram_stand_exactly_on_its_axis() -> None:
    table = np.random.default_rng(3).normal(size=(6, 50)).astype(np.float32)
    vectors = WordVectors(words=[f"w{n}" for n in range(6)], E=table)
    for a, b, c in permutations(range(6), 3):
        looked = Exploring(Explored(vectors, "some"))
        looked.view_parallelogram(a, b, c)
        made = looked.map_now()
        assert made.points[made.place[b]].tolist() == [0.0, 0.0]
        assert made.points[made.place[a]][1] == 0.0, "what is left by rounding is no place"


def test_words_of_a_plane_get_their_labels_first() -> None:
    looked = exploring()
    looked.view_parallelogram(row("ship"), row("sea"), row("[b]"))  # the least frequent ones
    words = looked.map_now().words
    first = [words.words[place] for place in words.order[:4]]
    assert first[0] == "a - b + c"
    assert set(first[1:]) == {"ship", "sea", "[b]"}
    looked.view_directions("man:woman", "[b]:море")
    words = looked.map_now().words
    assert {words.words[n] for n in words.order[:4]} == {"man", "woman", "[b]", "море"}


@pytest.mark.parametrize("text", ["king + man", "king - man - sea", "sea - sea + king"])
def test_other_sums_have_no_parallelogram(text: str) -> None:
    looked = exploring()
    looked.show_listed(looked.ask(text))
    assert looked.view == Principal()


def test_axes_of_word_pairs_put_words_where_they_lean() -> None:
    looked = exploring()
    looked.view_directions("man:woman king:queen", "man:king")
    made = looked.map_now()
    across = {word: made.points[made.place[row(word)]][0] for word in ("queen", "king", "sea")}
    assert across["queen"] > 0.9 > 0.3 > across["sea"] > -0.3 > -0.9 > across["king"]
    up = "man:king"
    for pairs in (("man", up), ("man:qqq", up), ("man:nil", up), ("", "a:b")):
        with pytest.raises(InvalidInput):
            looked.view_directions(*pairs)
    with pytest.raises(InvalidInput, match="same way"):
        looked.view_directions("man:woman", "man:woman")
    assert "man:woman king:queen" in looked.view.said  # type: ignore[union-attr]


def test_two_components_are_the_values_themselves() -> None:
    looked = exploring()
    looked.view_components(2, 0)
    made = looked.map_now()
    assert made.points[made.place[row("sea")]].tolist() == [2.0, 0.0]
    with pytest.raises(InvalidInput):
        looked.view_components(0, 4)
    assert looked.view == Components(2, 0)


def test_rows_may_be_made_one_long() -> None:
    looked = exploring()
    looked.view_components(2, 3)
    looked.unit = True
    place = looked.map_now().points[row("sea")]
    assert float(np.hypot(*place)) == pytest.approx(np.sqrt(6.25 / 6.26))


# ---- lists


def test_neighbours_by_every_measure_and_table() -> None:
    looked = exploring()
    by_cosine = looked.near(row("king")).found
    assert [NAMES[other] for other, _value in by_cosine[:2]] == ["man", "море"]
    assert by_cosine[0][1] == pytest.approx(1.16 / (2.09 * 1.05) ** 0.5)
    looked.measure = "dot"
    other, value = looked.near(row("ship")).found[0]
    assert other == row("sea")
    assert value == pytest.approx(2.93)
    looked.measure = "distance"
    other, value = looked.near(row("sea")).found[0]
    assert other == row("море")
    assert value == pytest.approx(np.sqrt(0.05))
    looked.use_table("sum")
    summed = np.array(ROWS["man"]) + np.roll(ROWS["man"], 1)
    royal = np.array(ROWS["king"]) + np.roll(ROWS["king"], 1)
    wanted = float(np.linalg.norm(summed - royal))
    assert dict(looked.near(row("man")).found)[row("king")] == pytest.approx(wanted)


def test_a_word_that_cannot_be_compared_is_refused() -> None:
    looked = exploring()
    with pytest.raises(InvalidInput, match="zeros alone"):
        looked.near(row("nil"))
    with pytest.raises(InvalidInput, match="not finite"):
        looked.near(row("bad"))
    looked.measure = "distance"
    assert looked.near(row("nil")).found
    with pytest.raises(InvalidInput, match="zeros alone"):
        looked.ask("king - nil")


def test_tables_that_are_not_there_are_refused() -> None:
    looked = exploring(outputs=False)
    with pytest.raises(InvalidInput, match="no output table"):
        looked.next_table()
    assert looked.table == "E"
    with pytest.raises(InvalidInput):
        exploring(outputs=False, table="sum")


def test_two_files_side_by_side() -> None:
    looked = exploring(beside=other_vectors())
    found = looked.near_beside("king", 3, None)
    assert [word for word, _value in found.lists[0]] == ["man", "море", "sea"]
    assert [word for word, _value in found.lists[1]] == ["man", "ship", "море"]
    assert found.shared == {"man", "море"}
    assert looked.near_beside("queen", 3, None).missing == "it has no such word"
    looked.use_table("sum")
    assert looked.near_beside("king", 3, None).missing == "it has no table Ep"


def test_the_odd_one_out_and_the_table() -> None:
    looked = exploring()
    rows = [row(word) for word in ("sea", "ship", "море", "king")]
    found = looked.odd_one_out(rows)
    assert found[0][0] == row("king")
    table = looked.similarities(rows)
    for place, (other, value) in enumerate(found):
        at = rows.index(other)
        assert value == pytest.approx((table[at].sum() - 1) / 3), place
    for few in ([], rows[:2]):
        with pytest.raises(InvalidInput, match="3 words or more"):
            looked.odd_one_out(few)
    with pytest.raises(InvalidInput, match="zeros"):
        looked.similarities([row("nil"), row("king")])


# ---- groups


def test_groups_by_file_by_count_and_by_kmeans(tmp_path: Path) -> None:
    file = tmp_path / "groups.tsv"
    file.write_text("king\tpeople\nqueen\tpeople\nsea\twater\nship\twater\n")
    looked = exploring(groups=str(file))
    groups = looked.map_now().groups
    assert (groups.names, groups.labels.tolist()) == (
        ("people", "water"),
        [-1, -1, 0, 0, 1, 1, -1, -1],
    )
    assert groups.separation is not None
    looked.next_basis()
    assert looked.basis is Basis.BANDS
    assert looked.map_now().groups.names[0] == "70-90"
    looked.use_kmeans(2)
    made = looked.map_now()
    people = {made.groups.labels[made.place[row(word)]] for word in ("man", "woman")}
    assert people == {made.groups.labels[made.place[row("king")]]}
    assert made.groups.labels[made.place[row("sea")]] not in people
    assert made.groups.separation is not None
    assert made.groups.separation > groups.separation
    with pytest.raises(InvalidInput):
        looked.use_kmeans(0)


def test_separation_of_very_many_words_is_that_of_some_from_every_group() -> None:
    table = many_vectors(3000, 40).E.copy()
    vectors = WordVectors(
        words=[f"w{n}" for n in range(3000)], E=table, counts=np.arange(3000, 0, -1)
    )
    looked = Exploring(Explored(vectors, "many"))
    looked.draw_frequent(3000)
    made = looked.map_now()
    first = int((made.groups.labels == 0).sum())
    assert made.groups.measured < first, "the first words are all of one band"
    assert made.groups.separation is not None
    assert separation_line(made) == (
        f"separation {made.groups.separation:.3f} (707 of 3,000 words, all components)"
    )


def test_without_counts_bands_go_by_place() -> None:
    groups = exploring(counted=False).map_now().groups
    assert groups.names == ("1-2", "3-4", "5-6", "7-8")
    assert groups.labels.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


# ---- out


def test_numbers_pictures_words_and_vectors(tmp_path: Path) -> None:
    looked = exploring()
    looked.mark(row("king"))
    made = looked.map_now()
    for name in ("m.svg", "m.txt", "m.json"):
        write_map(looked, made, looked.near(row("king")), str(tmp_path / name), (60, 15))
    numbers = json.loads((tmp_path / "m.json").read_text())
    assert numbers["drawn"] == 8
    assert numbers["words"][2]["x"] == made.points[2, 0]
    assert numbers["nearest"]["words"][0]["word"] == "man"
    assert numbers["marked"] == ["king"]
    assert "+king" in (tmp_path / "m.txt").read_text()
    assert (tmp_path / "m.svg").read_text().startswith("<svg")
    assert "[b]" in (tmp_path / "m.svg").read_text()
    rows = [row("море"), row("king")]
    write_selection(looked, rows, str(tmp_path / "w.txt"))
    assert (tmp_path / "w.txt").read_text() == "море\nking\n"
    write_selection(looked, rows, str(tmp_path / "w.npz"))
    again = load_vectors(str(tmp_path / "w.npz")).vectors
    assert again.words == ("море", "king")
    assert again.E.tolist() == [ROWS["море"], ROWS["king"]]
    assert again.counts is not None
    assert again.counts.tolist() == [20, 70]


def test_nothing_is_written_over_unasked_or_with_another_ending(tmp_path: Path) -> None:
    looked = exploring()
    path = tmp_path / "m.json"
    path.write_text("mine")
    with pytest.raises(AlreadyThere):
        write_map(looked, looked.map_now(), None, str(path), (60, 15))
    words = tmp_path / "m.txt"
    words.write_text("mine")
    with pytest.raises(AlreadyThere):
        write_selection(looked, [0], str(words))
    assert words.read_text() == "mine"
    assert path.read_text() == "mine"
    with pytest.raises(InvalidInput, match="neither picture nor numbers"):
        write_map(looked, looked.map_now(), None, str(tmp_path / "m.pdf"), (60, 15))
    with pytest.raises(InvalidInput, match="names no format"):
        write_selection(looked, [0], str(tmp_path / "m.pdf"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.json", "m.txt"]


def test_what_is_not_finite_is_null_in_numbers() -> None:
    looked = exploring()
    json.dumps(map_object(looked, looked.map_now()), allow_nan=False)


# ---- what takes long


def keeping(told: list[float]) -> Callable[[float], bool]:
    """Return what notes how far work is, and lets it go on."""

    def go_on(share: float) -> bool:
        told.append(share)
        return True

    return go_on


def test_norms_tell_how_far_they_are_and_can_be_given_up() -> None:
    explored = Explored(many_vectors(30_000, 100), "many")
    told: list[float] = []

    def twice(share: float) -> bool:
        told.append(share)
        return len(told) < 2

    with pytest.raises(GivenUp):
        explored.search("E", twice)
    assert len(told) == 2
    assert explored.known_search("E") is None
    explored.search("E", keeping(told))
    assert told[2:] == sorted(told[2:])
    assert explored.known_search("E") is not None


def test_a_file_tells_how_far_it_is_read_and_can_be_given_up(tmp_path: Path) -> None:
    path = tmp_path / "v.glove"
    path.write_text("".join(f"w{n} {n} 1\n" for n in range(200_000)))
    told: list[float] = []
    read = Explored.of_file(str(path), go_on=keeping(told))
    assert len(read.vectors) == 200_000
    assert told[-1] == pytest.approx(1.0)
    with pytest.raises(GivenUp):
        Explored.of_file(str(path), go_on=lambda share: False)


# ---- completion, examples


def test_each_tab_takes_the_next_word_that_begins_so() -> None:
    explored = exploring().explored
    complete = Completion(lambda begun: explored.beginning(begun, 50), ":;")
    assert complete("ki") == "king"
    assert complete("king - m") == "king - man"
    assert complete("s") == "sea"
    assert complete("sea") == "ship"
    assert complete("ship") == "sea"
    assert complete("man:wo") == "man:woman"
    assert complete("qq") == "qq"
    assert complete("") == ""


def test_no_pair_is_said_to_be_nearer_than_itself() -> None:
    table = np.random.default_rng(1).normal(size=(100, 20))
    table[1, 2:] = -table[0, 2:]
    table[1, :2] = table[0, :2]  # the same place, and hardly anything else in common
    vectors = WordVectors(words=[f"w{n}" for n in range(100)], E=table)
    looked = Exploring(Explored(vectors, "many"))
    looked.view_components(0, 1)
    said = next(examples(looked, looked.map_now(), "map"))
    assert said.startswith('"w0" and "w1" are nearer on this map than 99.9% of all pairs')


def test_examples_are_true_of_what_is_drawn() -> None:
    looked = exploring()
    made = looked.map_now()
    near = list(examples(looked, made, "list"))
    assert near[0] == (
        'Of what is drawn "sea" has the longest row, 2.5020, "man" the shortest, 1.0247.'
    )
    assert "are nearer on this map than" in next(examples(looked, made, "map"))


def test_examples_of_many_words_say_of_which_they_are() -> None:
    looked = Exploring(Explored(many_vectors(400, 5), "many"))
    looked.draw_frequent(400)
    said = list(examples(looked, looked.map_now(), "word"))
    assert said[0] == "What follows is of the first 300 of the 400 drawn words."
    looked.draw_frequent(300)
    assert "What follows" not in next(examples(looked, looked.map_now(), "word"))


def test_numbers_say_of_which_table_a_list_is_and_what_was_added() -> None:
    looked = exploring()
    listed = looked.near(row("king"), 2)
    looked.draw_list(["sea", "ship", "man"])
    looked.go_to(row("king"))
    looked.use_table("Ep")
    numbers = map_object(looked, looked.map_now(), listed)
    nearest = numbers["nearest"]
    assert isinstance(nearest, dict)
    assert (numbers["table"], nearest["table"]) == ("Ep", "E")
    assert numbers["added"] == ["king"]


def test_two_files_of_one_name_are_told_apart_by_their_folders() -> None:
    def named(path: str) -> Explored:
        return Explored(many_vectors(3, 2), Path(path).name, path)

    one, two = named("/x/runs/a/v.npz"), named("/x/runs/b/v.npz")
    assert told_apart(one, two) == ("a/v.npz", "b/v.npz")
    assert told_apart(one, named("/x/other/a/v.npz")) == ("runs/a/v.npz", "other/a/v.npz")
    assert told_apart(one, named("/x/runs/a/w.npz")) == ("v.npz", "w.npz")
    assert told_apart(one, one) == ("/x/runs/a/v.npz", "/x/runs/a/v.npz")
    found = Exploring(one, beside=two).near_beside("w0", 1)
    assert found.names == ("a/v.npz", "b/v.npz")
