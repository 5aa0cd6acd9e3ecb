"""`sgns-tui watch` without a screen: in lines, printed, or refused in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgns_core.neighbors import neighbors
from sgns_core.projection import project
from sgns_tui.comparing import open_compared
from sgns_tui.opening import SourceOptions
from sgns_tui.plain.mode import LineMode
from sgns_tui.render.number import number
from sgns_tui.session_opening import open_session
from tests.tui.running import run_here


def answers(mode: LineMode, line: str) -> list[str]:
    return list(mode.answer(line))


def groups_mode(**options: object) -> LineMode:
    return LineMode(open_session(SourceOptions(example="groups", **options)))  # type: ignore[arg-type]


def test_without_a_screen_it_prints_the_first_step_of_groups() -> None:
    outcome = run_here("watch")
    assert outcome.status == 0
    assert outcome.out == run_here("step", "--example", "groups").out
    assert outcome.err.startswith("sgns-tui: ")
    assert "so the first step is printed" in outcome.err


@pytest.mark.parametrize("arguments", [[], ["--plain"]])
def test_groups_that_cannot_be_read_are_refused_wherever_it_prints(arguments: list[str]) -> None:
    outcome = run_here("watch", "--groups", "none.tsv", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert "none.tsv" in outcome.err


def test_line_mode_says_that_two_runs_are_compared() -> None:
    mode = LineMode(open_compared(SourceOptions(example="groups"), "power=0"))
    assert list(mode.greeting())[1].startswith("compare: power=0.75 and power=0, in step")


def test_a_word_is_described_in_lines_as_on_the_screen() -> None:
    mode = groups_mode()
    answers(mode, "step 700")
    lines = answers(mode, "word dogs")
    E = mode.session.timeline.E
    row = mode.session.row_of("dogs")
    apart = np.linalg.norm(E - E[row], axis=1)
    apart[row] = np.inf
    closest = int(apart.argmin())
    norm = number(float(np.linalg.norm(E[row])), 4)
    assert lines[0] == f"word: dogs group animals count 70 norm {norm}"
    near = f"{mode.session.words[closest]} {number(float(apart[closest]), 3)}"
    assert lines[2].startswith(f"word: by distance: {near} ")
    assert [line.split()[1:4] for line in lines[4:9]] == [
        ["349", "+", "horses"],
        ["348", "+", "found"],
        ["347", "+", "farmers"],
        ["346", "+", "while"],
        ["345", "+", "slept"],
    ]
    assert answers(mode, "word zzzz")[0].startswith("error: ")


def test_a_word_of_two_runs_is_described_in_both() -> None:
    mode = LineMode(open_compared(SourceOptions(example="groups"), "power=0"))
    answers(mode, "step 100")
    lines = answers(mode, "word dogs")
    assert any(line.startswith("word power=0.75: dogs") for line in lines)
    assert any(line.startswith("word power=0: dogs") for line in lines)


def test_maps_that_follow_each_other_do_not_turn() -> None:
    mode = groups_mode(dim=8)
    lined = [project(mode.session.timeline.E)]
    for _n in range(12):
        lines = answers(mode, "map 78")[2:]
        places = np.array([[float(x.strip(",")) for x in line.split()[3:5]] for line in lines])
        E = mode.session.timeline.E[
            np.argsort(-mode.session.source.vocabulary.counts, kind="stable")
        ]
        assert np.allclose(places, lined[-1].apply(E), atol=1e-4)
        answers(mode, "step 400")
        lined.append(project(mode.session.timeline.E, lined[-1]))


def test_separation_is_a_number_over_time_in_lines_too() -> None:
    mode = groups_mode()
    for _n in range(3):
        answers(mode, "step 100")
        (line,) = [x for x in answers(mode, "progress") if "separation" in x]
    assert line.split()[3] == "▄▄▄"


@pytest.mark.parametrize("update", ["0", "-4", "99999999999"])
def test_an_update_that_is_none_is_refused_in_one_line(update: str) -> None:
    outcome = run_here("watch", "--plain", "--update", update)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("sgns-tui: --update is the number of an update, 1 to ")
    assert outcome.err.count("\n") == 1


def test_help_names_the_source_it_opens() -> None:
    assert "watch: groups]" in " ".join(run_here("watch", "--help").out.split())


def test_map_lists_words_with_places_and_neighbours() -> None:
    mode = groups_mode()
    answers(mode, "step 500")
    lines = answers(mode, "map 4")
    assert len(lines) == 6
    assert lines[0] == "map: before update 501, 78 words, colours groups of the text"
    E = mode.session.timeline.E
    row = mode.session.row_of("dogs")
    (line,) = [line for line in lines if line.startswith("map: dogs ")]
    x, y = E[row]
    near = ", ".join(f"{mode.session.words[r]} {number(c, 4)}" for r, c in neighbors(E, row, 3))
    count = mode.session.source.vocabulary.counts[row]
    assert line == (
        f"map: dogs at {number(x, 4)}, {number(y, 4)}, count {count}, group animals; near {near}"
    )
    assert "74 more words" in lines[-1]
    assert len(answers(mode, "map 78")) == 79


def test_map_by_other_groups() -> None:
    mode = groups_mode()
    assert "by count" in answers(mode, "map bands 1")[0]
    assert "k-means" in answers(mode, "map kmeans 1")[0]
    assert "error" in answers(LineMode(open_session(SourceOptions())), "map groups")[0]
    assert "error" in answers(mode, "map 0")[0]
    assert "error" in answers(mode, "map of words")[0]


def test_map_of_more_components_says_what_the_plane_holds() -> None:
    mode = groups_mode(dim=6)
    answers(mode, "step 300")
    assert "6 components, the plane holds " in answers(mode, "map 1")[1]


def test_two_runs_are_both_listed_and_both_moved() -> None:
    mode = LineMode(open_compared(SourceOptions(example="groups"), "power=0"))
    answers(mode, "step 100")
    lines = answers(mode, "map 1")
    assert lines[0].startswith("map power=0.75: before update 101")
    assert any(line.startswith("map power=0: before update 101") for line in lines)
    progress = answers(mode, "progress")
    assert any(line.startswith("progress power=0: loss ") for line in progress)


def test_progress_says_loss_check_and_draws() -> None:
    mode = groups_mode()
    answers(mode, "step 50")
    text = "\n".join(answers(mode, "progress"))
    mean = mode.session.timeline.losses(0, 50).mean()
    assert f"loss {number(float(mean))}" in text
    assert "on 512 fixed pairs" in text
    assert "collisions" in text
    assert "separation" in text
    assert "error" in answers(mode, "progress now")[0]


def test_groups_come_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "groups.tsv"
    file.write_text("dogs\tbeasts\nsoup\tdishes\n", encoding="utf-8")
    session = open_session(SourceOptions(example="groups"))
    mode = LineMode(session, groups=str(file))
    assert any("dogs" in line and "group beasts" in line for line in answers(mode, "map 78"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--compare", "powr=1"), "--compare"),
        (("--compare", "power"), "SETTING=VALUE"),
        (("--plain", "--compare", "k=5"), "the same"),
        (("--plain", "--groups", "nowhere.tsv"), "nowhere.tsv"),
        (("--fps", "0"), "fps"),
        (("--fps", "many"), "fps"),
        (("--example", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_used_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    outcome = run_here("watch", *arguments)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert says in outcome.err


def test_a_wrong_line_of_a_groups_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "groups.tsv"
    file.write_text("dogs\tbeasts\nsoup\n", encoding="utf-8")
    outcome = run_here("watch", "--plain", "--groups", str(file))
    assert outcome.status == 2
    assert "line 2" in outcome.err or ":2" in outcome.err
