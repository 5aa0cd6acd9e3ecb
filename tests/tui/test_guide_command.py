"""`sgns-tui guide`: every claim has a command, and every command runs."""

import json
import shlex

import pytest

from sgns_tui.command_group import COMMANDS
from sgns_tui.guide_topics import TOPICS
from tests.tui.running import run_here

SEEN = sorted({command for topic in TOPICS.values() for _claim, command in topic.see})


def test_the_guide_holds_five_topics_in_80_cells() -> None:
    outcome = run_here("guide")
    assert (outcome.status, outcome.err) == (0, "")
    assert max(map(len, outcome.lines)) <= 80
    for name, topic in TOPICS.items():
        assert f"{topic.name}  ({name})" in outcome.lines
    assert list(TOPICS) == ["softmax", "sgns", "dpr", "clip", "preference"]


@pytest.mark.parametrize("name", TOPICS)
def test_one_topic_alone(name: str) -> None:
    outcome = run_here("guide", name.upper())
    assert outcome.status == 0
    assert outcome.lines[0] == f"{TOPICS[name].name}  ({name})"
    whole = run_here("guide").lines
    assert all(line in whole for line in outcome.lines)


def test_the_same_as_json() -> None:
    found = json.loads(run_here("guide", "--format", "json").out)
    assert list(found["topics"]) == list(TOPICS)
    assert found["topics"]["clip"]["see"][1]["command"] == "sgns-tui batch --toy"
    one = json.loads(run_here("guide", "sgns", "--format", "json").out)
    assert list(one["topics"]) == ["sgns"]


@pytest.mark.parametrize("command", SEEN)
def test_what_shows_a_claim_runs(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_tui.cost_view.measured.__defaults__", ((100, 200),))
    words = shlex.split(command)
    assert words[0] in COMMANDS
    outcome = run_here(*words)
    assert (outcome.status, outcome.err) == (0, "")
    assert len(outcome.lines) > 10


def test_an_unknown_topic_names_the_known_ones() -> None:
    outcome = run_here("guide", "nce")
    assert (outcome.status, outcome.out) == (2, "")
    assert "there are softmax, sgns, dpr, clip, preference" in outcome.err


def test_each_claim_names_the_key_of_the_screen_that_shows_it() -> None:
    lines = run_here("guide", "dpr").lines
    shown = [line for line in lines if "sgns-tui batch" in line]
    assert shown
    assert any("(key 4 on the screen)" in line for line in lines)
    assert any("(key 6 on the screen)" in line for line in run_here("guide", "softmax").lines)
