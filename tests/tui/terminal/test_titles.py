"""What a terminal is told besides cells: no title, no clipboard, no link, whatever words say."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from sgns_tui.app import SCREENS
from tests.tui.models import HOSTILE_WORDS, write_model
from tests.tui.terminal.harness import Terminal
from tests.tui.test_text import texts

# But for the pointer's shape, which holds no word from outside.
STRINGS = re.compile(rb"\x1b(?!\]22;[a-z]+\x07)[\]PX^_k][^\x1b\x07]*")
words = st.lists(
    st.one_of(texts, st.sampled_from(HOSTILE_WORDS)).filter(bool),
    min_size=4,
    max_size=8,
    unique=True,
)


def file_name(text: str) -> str:
    """Return a name that a file may have, as near to a text as there is."""
    name = text.encode("utf-8", "surrogatepass").replace(b"/", b"").replace(b"\0", b"")[:60]
    return os.fsdecode(b"m" + name + b".json")


# Not made smaller when it fails: each example is a program in a terminal.
@settings(
    max_examples=1,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(words=words, name=texts)
@example(words=HOSTILE_WORDS, name="\x1b]0;title\x07\x1b]2;t\x1b\\\x1bkt\x1b\\\n\udcff\x9b")
def test_no_title_and_no_other_string_is_sent(words: list[str], name: str) -> None:
    with TemporaryDirectory() as folder:
        model = write_model(Path(folder) / file_name(name), words)
        command = [sys.executable, "-m", "sgns_tui", "--model", str(model)]
        with Terminal(command, environ={"HOME": folder}) as terminal:
            terminal.wait_for("q quit")
            for number in range(1, len(SCREENS) + 1):
                terminal.press(str(number), "right", "down")
            terminal.press("1", "+", "S")
            terminal.wait_for("which file?")
            terminal.press("escape")
            terminal.wait_for("q quit")
            terminal.press("q")
            terminal.wait_for("Leave without them?")
            terminal.press("y")
            assert terminal.exit_status() == 0
            assert terminal.title == ""
            assert STRINGS.findall(bytes(terminal.output)) == []
            assert not re.search("[\x80-\x9f]", bytes(terminal.output).decode())
