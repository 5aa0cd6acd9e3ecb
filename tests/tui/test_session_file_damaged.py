"""Session files that are damaged, hostile or of another time: one line, and nothing is opened."""

from __future__ import annotations

import copy
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_tui.opening import SourceOptions
from sgns_tui.session_file import MAX_BYTES, load_session, sealed, session_bytes
from sgns_tui.session_opening import open_session

from .plain_tools import line_mode, program, told


def _saved() -> bytes:
    mode = line_mode(seed=3)
    told(mode, "step 4", "lr 0.25", "set E sat 2 0.9", "step 2", "policy gensim", "negatives cat")
    told(mode, "negatives drawn", "drawn", "k 3", "step 2", "next 3")
    return session_bytes(mode.session)


SAVED = _saved()


def opened(tmp: Path, data: bytes) -> bytes | str:
    """Return what a file gives: the bytes it would be saved as, or the one line of its refusal."""
    path = tmp / "s.json"
    path.write_bytes(data)
    try:
        return session_bytes(load_session(path).session)
    except InvalidInput as error:
        line = str(error)
    assert "\n" not in line
    assert line.startswith(str(path))
    return line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sessions")


def test_the_whole_file_opens(folder: Path) -> None:
    assert opened(folder, SAVED) == SAVED


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, len(SAVED) - 1), value=st.integers(0, 255))
def test_a_changed_byte_is_refused_or_changes_nothing(folder: Path, place: int, value: int) -> None:
    data = bytearray(SAVED)
    data[place] = value
    result = opened(folder, bytes(data))
    assert isinstance(result, str) or result == SAVED


@settings(max_examples=60, deadline=None)
@given(length=st.integers(0, len(SAVED) - 2))
def test_a_cut_file_is_refused(folder: Path, length: int) -> None:
    assert isinstance(opened(folder, SAVED[:length]), str)


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300))
def test_anything_is_refused(folder: Path, data: bytes) -> None:
    assert isinstance(opened(folder, data), str)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 10**5,
        b"{" * 10**5,
        b'{"a":' * 10**5,
        b"[],[]," * 10**6,
        b'"' + b'\\"' * 10**6,
        b"9" * 10**6,
        b'{"format": ' + b"9" * 5000 + b"}",
        b'{"format": 1e999}',
        b'{"format": NaN}',
        b'{"format": "sgns-tui session", "format": "sgns-tui session"}',
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"null",
        b"",
    ],
)
def test_hostile_files_are_refused(folder: Path, data: bytes) -> None:
    assert isinstance(opened(folder, data), str)


def test_a_file_that_is_too_large_is_not_read(folder: Path) -> None:
    path = folder / "large.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES * 1000)  # a hole: it takes no room
    tracemalloc.start()
    with pytest.raises(InvalidInput, match="has more than 16 MB, which no session file has"):
        load_session(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * MAX_BYTES


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in the data."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from _places(inner, (*at, key))
        else:
            yield (*at, key)


def _without_checksum() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SAVED)
    del data["checksum"]
    return data


_WRONG = [None, True, -1, 0.5, 10**30, 1e300, "\x1b[2J", "x" * 5000, [], {}, [[1]], {"a": 1}]


@settings(max_examples=300, deadline=None)
@given(place=st.sampled_from([p for p in _places(_without_checksum()) if p]), data=st.data())
def test_a_wrong_value_under_a_right_checksum_is_refused_or_is_a_session(
    folder: Path, place: tuple[Any, ...], data: st.DataObject
) -> None:
    whole = _without_checksum()
    inner: Any = whole
    for key in place[:-1]:
        inner = inner[key]
    if data.draw(st.booleans(), "take away"):
        del inner[place[-1]]
    else:
        inner[place[-1]] = copy.deepcopy(data.draw(st.sampled_from(_WRONG), "value"))
    result = opened(folder, json.dumps(sealed(whole)).encode())
    if isinstance(result, bytes):  # it is a session that could have been saved
        assert opened(folder, result) == result


def _changed(**values: Any) -> bytes:
    whole = _without_checksum()
    for path, value in values.items():
        keys = path.split("__")
        inner: Any = whole
        for key in keys[:-1]:
            inner = inner[int(key) if key.isdigit() else key]
        inner[keys[-1]] = value
    return json.dumps(sealed(whole)).encode()


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (
            _changed(version=2),
            "has version 2 of the session file, and this program reads version 1",
        ),
        (_changed(version="1"), "is damaged: version is missing or wrong"),
        (_changed(format="another"), "is no session file; save makes one"),
        (_changed(extra=1), "is damaged: extra is missing or wrong"),
        (_changed(stepper="quantum"), "is damaged: stepper is missing or wrong"),
        (_changed(settings__k=100_001), "is damaged: settings.k is missing or wrong"),
        (_changed(settings__seed=2**64), "is damaged: settings.seed is missing or wrong"),
        (_changed(settings__lr=-1.0), "is damaged: settings: lr must be a finite number"),
        (_changed(settings__dim=2), "cannot be opened: settings.dim does not fit the tables"),
        (_changed(settings__policy__name="mine"), "settings.policy.name is missing or wrong"),
        (_changed(edits__0__at=9), "is damaged: edits is missing or wrong"),
        (_changed(edits__1__row=5), "cannot be opened: row 5, column 1 does not exist"),
        (_changed(edits__1__table="F"), "is damaged: edits[1].table is missing or wrong"),
        (_changed(edits__0__set="speed"), "is damaged: edits[0].set is missing or wrong"),
        (_changed(position__update=10**9 + 1), "is damaged: position.update is missing or wrong"),
        (_changed(position__stage=500), "cannot be brought to its place: an update has "),
        (_changed(source__name="working"), "cannot be opened: there is no example 'working'"),
        (_changed(source__sha256="0" * 64), "worked is another in this version of the program"),
        (_changed(source={"kind": "text"}), "is damaged: source.name is missing or wrong"),
        (SAVED.replace(b'"seed": 3', b'"seed": 4'), "is damaged: its checksum does not fit"),
    ],
)
def test_each_fault_is_named(folder: Path, data: bytes, part: str) -> None:
    result = opened(folder, data)
    assert isinstance(result, str)
    assert part in result


def test_tables_of_a_terabyte_are_not_made(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "t.txt"
    text.write_text(" ".join(f"w{i}" for i in range(5000)))
    data = json.loads(session_bytes(open_session(SourceOptions(text=str(text)))))
    del data["checksum"]
    data["settings"]["dim"] = 100_000
    result = opened(folder, json.dumps(sealed(data)).encode())
    assert isinstance(result, str)
    assert "take 8.0 GB; give a smaller --dim" in result


def test_a_run_that_overflows_before_its_place_is_refused(folder: Path) -> None:
    session = open_session(SourceOptions())
    session.set_value("E", 2, 0, 1e200)
    session.set_value("Ep", 3, 0, 1e200)
    data = json.loads(session_bytes(session))
    del data["checksum"]
    data["position"]["update"] = 7
    result = opened(folder, json.dumps(sealed(data)).encode())
    assert isinstance(result, str)
    assert "cannot be brought to its place: update 1 cannot be made" in result


@pytest.mark.parametrize("data", [SAVED[:500], b"[" * 10**5, _changed(version=99), b"\0" * 100])
def test_the_commands_say_it_in_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "s.json").write_bytes(data)
    ran = program(["replay", "s.json"], cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert ran.stderr.startswith(b"sgns-tui: s.json ")
    assert ran.stderr.count(b"\n") == 1
    mode = line_mode()
    lines = told(mode, f"load {tmp_path / 's.json'}")
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert mode.session.update == 0
