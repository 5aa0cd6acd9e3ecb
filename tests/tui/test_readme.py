"""What the README shows is what the program prints, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from sgns_core.examples import example_names
from sgns_tui.command_group import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRINTED = (ROOT / "tests" / "tui" / "golden" / "step_worked.txt").read_text(encoding="utf-8")


def test_the_worked_example_is_shown_as_it_is_printed() -> None:
    block = README.split("prints all of it; this is a part.")[1].split("```")[1]
    parts = [part.strip("\n") for part in re.split(r"^\.\.\.$", block, flags=re.MULTILINE)]
    assert len(parts) == 3
    end = 0
    for part in parts:
        end = PRINTED.index(part, end) + len(part)


def test_every_command_and_example_that_it_names_is_there() -> None:
    named = set(re.findall(r"^(?:.*\| )?sgns-tui ([a-z]+)", README, flags=re.MULTILINE))
    assert len(named) > 10
    assert named <= set(COMMANDS)
    examples = README.split("one lesson each:")[1].split("\n\n")[0]
    assert set(re.findall(r"(?:example |`)([a-z]+)`", examples)) <= set(example_names())
