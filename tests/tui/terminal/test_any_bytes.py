"""Bytes on the way in that are no keys: they crash nothing, and change nothing of the run."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import time
from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal

GROUPS = [sys.executable, "-m", "sgns_tui", "watch"]
# What a key on its own may mean stays out (ctrl+c, ctrl+p, ctrl+z, and printable characters).
_NO_TEXT = bytes({*range(0x20), *range(0x80, 0x100)} - {0x03, 0x0D, 0x10, 0x1A, 0x1B})
REPLIES = [
    b"\x1b[12;40R", b"\x1b[?62;4c", b"\x1b[>41;354;0c", b"\x1b[0n", b"\x1b[?2026;2$y",
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    b"\x1bP>|term 1.2\x1b\\",
    b"\x1bP1+r544e=787465726d\x1b\\", b"\x1b[?1u", b"\x1b[4;600;1000t", b"\x1b[8;36;120t",
    b"\x1b[I", b"\x1b[O", b"\x1b_Gi=1;OK\x1b\\",
]  # fmt: skip
BROKEN = [
    b"\x1b[", b"\x1b[<", b"\x1b[<0;1", b"\x1b]", b"\x1bP", b"\x1b[1;", b"\xc3", b"\xe6\xbc",
    b"\xff\xfe",
    b"\x1b[M\xff\xff\xff", b"\x1b[<999999;999999;999999M", b"\x1b[200;1;1;1;1u", b"\x1bO",
    b"\x9b5n",
    b"\x1b[99999999999999999999~", b"\x1b[;;;;R", b"\xed\xa0\x80", b"\x00" * 50,
]  # fmt: skip


def noise(chance: random.Random) -> bytes:
    """Return replies, broken sequences, pastes of anything, or bytes that are no text."""
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice(REPLIES)
    if kind == 1:
        return chance.choice(BROKEN)
    if kind == 2:
        text = chance.randbytes(chance.choice((10, 3000))).replace(b"\x1b", b"")
        return b"\x1b[200~" + text + b"\x1b[201~"
    return bytes(chance.choices(_NO_TEXT, k=chance.randrange(1, 40)))


@pytest.mark.parametrize("seed", [1, 2])
def test_any_bytes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with Terminal(GROUPS, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        for _ in range(120):
            data = noise(chance)
            cut = chance.randrange(len(data) + 1)
            terminal.send(data[:cut])
            if chance.random() < 0.2:
                time.sleep(0.01)
            terminal.send(data[cut:])
            if chance.random() < 0.1:
                terminal.resize(chance.randrange(1, 160), chance.randrange(1, 60))
        terminal.send(b"\x1b\\\x1b[201~")
        # Seen once all before it was dealt with, and nothing stands above the screen.
        terminal.resize(30, 5)
        for _ in range(10):
            with contextlib.suppress(TimeoutError):
                terminal.wait_for("Needs 60x20", 5)
                break
            terminal.press("escape")
        terminal.wait_for("Needs 60x20")
        terminal.resize(120, 36)
        terminal.wait_for(lambda: "Needs 60x20" not in terminal.screen_text())
        terminal.press("ctrl+c")
        terminal.wait_for("q leaves")
        terminal.press("q")
        terminal.wait_for(
            lambda: "Leave without them?" in terminal.screen_text() or not terminal.modes_on
        )
        if terminal.modes_on:
            terminal.press("y")
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical


def test_replies_nobody_asked_for_change_nothing(tmp_path: Path) -> None:
    with Terminal(GROUPS, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        terminal.press(">")
        terminal.wait_for("update 101 |")
        for reply in REPLIES:
            terminal.send(reply)
            for cut in (2, len(reply) - 1):
                # Longer than Escape waits for what may follow it, as on a line that stalls.
                pause = 1.2 if reply in (REPLIES[1], REPLIES[5]) else 0.3
                terminal.send_apart(reply[:cut], reply[cut:], pause=pause)
        terminal.press(">")
        terminal.wait_for("update 201 |")
        status = terminal.screen_text().splitlines()[0]
        assert status.rstrip() == (
            "groups | update 201 | lr 0.1 | k 5 | power 0.75 | article | seed 1 | 200 made"
        )


def test_a_paste_is_not_keys(tmp_path: Path) -> None:
    """It goes into a line that asks, and nowhere else."""
    with Terminal(GROUPS, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        terminal.send(b"\x1b[200~q .>>> \x1b[201~")
        terminal.press(">")
        terminal.wait_for("update 101 |")
        terminal.press("g")
        terminal.wait_for("Go to which update?")
        terminal.send(b"\x1b[200~4\nq\x1b[201~")
        terminal.press("enter")
        terminal.wait_for("4 q")
        terminal.press("backspace", "backspace", "2", "enter")
        terminal.wait_for("update 42 |")
        assert re.search("101|100 made", terminal.screen_text())


def test_a_storm_of_sizes_ends_in_the_last_one(tmp_path: Path) -> None:
    chance = random.Random(5)
    with Terminal(GROUPS, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        for _ in range(150):
            terminal.resize(
                chance.choice((1, 2, 7, 40, 80, 133, 500)), chance.choice((1, 2, 9, 24, 50, 200))
            )
            if chance.random() < 0.1:
                time.sleep(0.01)
        terminal.resize(30, 5)
        terminal.wait_for("Needs 60x20")
        terminal.resize(120, 36)
        terminal.wait_for("q quit")
        terminal.press("space", "q")
        assert terminal.exit_status() == 0
