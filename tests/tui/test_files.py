"""A file is written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from sgns_core.errors import InvalidInput
from sgns_tui.files import (
    AlreadyThere,
    check_writable,
    write_atomically,
    write_atomically_with,
    write_together_atomically,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_holds_what_was_given_and_the_folder_nothing_else(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"one")
    assert (tmp_path / "a").read_bytes() == b"one"
    assert names(tmp_path) == ["a"]
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o666 & ~umask


def test_an_existing_file_stays_without_force(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(AlreadyThere, match="exists and is left as it is"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    write_atomically(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a"]


def test_a_file_that_comes_up_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    real = os.fsync

    def fsync(handle: int) -> None:
        path.write_bytes(b"another's")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(AlreadyThere):
        write_atomically(path, b"mine")
    assert path.read_bytes() == b"another's"
    assert names(tmp_path) == ["a"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    goal, link = tmp_path / "goal", tmp_path / "link"
    goal.write_bytes(b"old")
    link.symlink_to(goal)
    with pytest.raises(AlreadyThere):
        write_atomically(link, b"new")
    write_atomically(link, b"new", force=True)
    assert link.is_symlink()
    assert goal.read_bytes() == b"new"


@pytest.mark.parametrize("fault", [28, 5, 122])  # no space, input/output, quota
def test_a_failing_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def fsync(handle: int) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(InvalidInput) as caught:
        write_atomically(path, b"new", force=True)
    assert os.strerror(fault) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_limit_on_the_size_of_files_is_said_in_one_line(tmp_path: Path) -> None:
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50));"
        "from sgns_tui.files import write_atomically;"
        "from sgns_core.errors import InvalidInput\n"
        "try: write_atomically('a', b'x' * 1000)\n"
        "except InvalidInput as error: print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "a cannot be written: File too large; nothing was changed\n"
    assert names(tmp_path) == []


def test_what_is_no_place_for_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    for name, part in {
        ".": "is a folder",
        "no/a": "its folder does not exist",
        "file/a": "cannot be written",
        "pipe": "is no ordinary file",
        "a\0b": "cannot be the name of a file",
        "x" * 300: "cannot be written",
        "": "is a folder",
    }.items():
        with pytest.raises(InvalidInput, match=part):
            write_atomically(f"{tmp_path}/{name}", b"new", force=True)
    assert names(tmp_path) == ["file", "pipe"]


def test_a_folder_that_is_read_only_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, *arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InvalidInput, match="may not be written; name a file in a folder"):
        write_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == []


def test_files_that_belong_together_are_changed_together_or_not_at_all(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"old")
    two.write_bytes(b"old")

    def fail(file: BinaryIO) -> None:
        raise OSError(28, os.strerror(28))

    with pytest.raises(InvalidInput, match="two cannot be written"):
        write_together_atomically([(one, lambda file: file.write(b"new")), (two, fail)], force=True)
    assert one.read_bytes() == two.read_bytes() == b"old"
    assert names(tmp_path) == ["one", "two"]


def test_a_second_file_that_comes_up_meanwhile_takes_the_first_away_again(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"

    def late(file: BinaryIO) -> None:
        two.write_bytes(b"another's")

    with pytest.raises(AlreadyThere, match="two exists"):
        write_together_atomically([(one, lambda file: file.write(b"new")), (two, late)])
    assert names(tmp_path) == ["two"]
    assert two.read_bytes() == b"another's"


def test_what_a_kill_left_of_a_file_is_removed_by_the_next_one(tmp_path: Path) -> None:
    script = (
        "import os, signal; from sgns_tui.files import write_atomically_with;"
        "write_atomically_with('a', lambda file: os.kill(os.getpid(), signal.SIGKILL))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False)
    (left,) = tmp_path.iterdir()
    write_atomically(tmp_path / "b", b"new")  # it may be someone's who is about to write to it
    assert left.exists()
    os.utime(left, (0, 0))
    write_atomically(tmp_path / "c", b"new")
    assert names(tmp_path) == ["b", "c"]


def test_what_is_still_being_written_is_left_alone(tmp_path: Path) -> None:
    def during(file: BinaryIO) -> None:
        (waiting,) = (path for path in tmp_path.iterdir() if path.name != "b")
        os.utime(waiting, (0, 0))
        write_atomically(tmp_path / "b", b"another's")
        file.write(b"new")

    write_atomically_with(tmp_path / "a", during)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["a", "b"]


def test_a_name_is_said_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_bytes(b"old")
    with pytest.raises(AlreadyThere, match=r"^a exists"):
        check_writable("a")
