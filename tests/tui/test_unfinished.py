"""Files of runs that ended without being left: found, bounded, never another run's."""

from __future__ import annotations

import os
import time
from pathlib import Path

from sgns_tui.unfinished import DAYS, MOST, Unfinished


def test_nothing_is_found_while_its_run_goes_on(tmp_path: Path) -> None:
    mine, other = Unfinished(tmp_path), Unfinished(tmp_path)
    assert mine.write(0, b"one")
    assert other.found() == []
    mine.close()
    (path,) = other.found()
    assert path.read_bytes() == b"one"
    assert not list(tmp_path.glob("*.lock"))


def test_what_is_removed_leaves_nothing(tmp_path: Path) -> None:
    mine = Unfinished(tmp_path)
    mine.write(0, b"one")
    mine.remove(0)
    mine.close()
    assert list(tmp_path.iterdir()) == []


def test_what_is_taken_over_is_found_no_more_and_is_there_after_this_run(tmp_path: Path) -> None:
    mine = Unfinished(tmp_path)
    mine.write(0, b"one")
    mine.close()
    other = Unfinished(tmp_path)
    (path,) = other.found()
    assert other.adopt(path, 3)
    assert Unfinished(tmp_path).found() == []
    other.close()
    assert [path.read_bytes() for path in Unfinished(tmp_path).found()] == [b"one"]


def test_the_newest_come_first_and_not_too_many_are_kept(tmp_path: Path) -> None:
    mine = Unfinished(tmp_path)
    for number in range(MOST + 3):
        mine.write(number, str(number).encode())
        when = time.time() - 100 + number
        os.utime(next(tmp_path.glob(f"*-{number}.json")), (when, when))
    mine.close()
    found = [path.read_bytes() for path in Unfinished(tmp_path).found()]
    assert found == [str(number).encode() for number in range(MOST + 2, 2, -1)]
    assert len(list(tmp_path.glob("*.json"))) == MOST


def test_what_is_old_is_removed_and_so_is_half_a_write(tmp_path: Path) -> None:
    mine = Unfinished(tmp_path)
    mine.write(0, b"one")
    mine.close()
    half = tmp_path / ".sgns-tui-1.tmp"
    half.write_bytes(b"half")
    long_ago = time.time() - (DAYS + 1) * 86400
    for path in (*tmp_path.glob("*.json"), half):
        os.utime(path, (long_ago, long_ago))
    assert Unfinished(tmp_path).found() == []
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_file_is_not_found(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "aaaaaaaaaaaa-0.json")
    (tmp_path / "bbbbbbbbbbbb-0.json").mkdir()
    (tmp_path / "cccccccccccc-0.json").symlink_to("/dev/zero")
    (tmp_path / "dddddddddddd-0.json").symlink_to("dddddddddddd-0.json")
    assert Unfinished(tmp_path).found() == []


def test_what_was_offered_says_so(tmp_path: Path) -> None:
    mine = Unfinished(tmp_path)
    mine.write(0, b"one")
    mine.close()
    (path,) = Unfinished(tmp_path).found()
    assert not Unfinished.was_offered(path)
    Unfinished.set_offered(path)
    (path,) = Unfinished(tmp_path).found()
    assert Unfinished.was_offered(path)
    Unfinished.set_offered(path)
    assert Unfinished(tmp_path).found() == [path]


def test_a_folder_that_cannot_be_used_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file", tmp_path / "no\0name"):
        mine = Unfinished(folder)
        assert not mine.write(0, b"one")
        assert not mine.adopt(tmp_path / "file", 0)
        assert mine.found() == []
        mine.remove(0)
        mine.close()
