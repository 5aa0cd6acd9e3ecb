"""Session files: what is saved comes back the same, to the last bit."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.trace import StepTrace
from sgns_tui import session_file
from sgns_tui.files import AlreadyThere
from sgns_tui.opening import SourceOptions
from sgns_tui.origin import EMBEDDED_BYTES
from sgns_tui.session import Session
from sgns_tui.session_file import load_session, save_session, sealed, session_bytes
from sgns_tui.session_opening import open_session

from .plain_tools import line_mode, told


def same_trace(one: StepTrace, other: StepTrace) -> bool:
    return all(
        np.array_equal(value, other.__dict__[name], equal_nan=True)
        if isinstance(value, np.ndarray)
        else value == other.__dict__[name] or value != value
        for name, value in one.__dict__.items()
        if name in StepTrace.__dataclass_fields__
    )


def assert_same(one: Session, other: Session) -> None:
    assert one.timeline.E.tobytes() == other.timeline.E.tobytes()
    assert one.timeline.Ep.tobytes() == other.timeline.Ep.tobytes()
    assert (one.update, one.at) == (other.update, other.at)
    assert one.timeline.edits == other.timeline.edits
    assert one.settings == other.settings
    assert one.source.name == other.source.name
    assert one.words == other.words
    assert one.origin == other.origin
    assert same_trace(one.trace, other.trace)


_COMMANDS = st.one_of(
    st.sampled_from(
        [
            *(
                "next",
                "next 7",
                "back",
                "back 3",
                "update",
                "drawn",
                "undo",
                "redo",
                "lr 0",
                "lr 7",
            ),
            *("k 0", "k 9", "negatives none", "negatives drawn", "negatives cat cat on"),
            *("power 0", "power 1.25", "collision skip", "collision redraw", "order sequential"),
            *("range stop", "bound 0.01", "sigmoid fasttext-table", "direction context"),
            *("policy gensim", "policy article", "seed 18446744073709551615", "go 1"),
            *(
                "set E sat 1 -0.0",
                "set Ep the 3 1e-320",
                "set E cat 2 123456.789",
                "until word mat",
            ),
        ]
    ),
    st.integers(1, 700).map("step {}".format),
    st.floats(0, 10).map("lr {}".format),
    st.tuples(
        st.sampled_from(["center", "target", "negatives"]),
        st.sampled_from(["the", "cat", "sat", "on", "mat"]),
    ).map(" ".join),
    st.tuples(
        st.sampled_from(["E", "Ep"]),
        st.sampled_from(["the", "cat", "sat", "on", "mat"]),
        st.integers(1, 3).map(str),
        st.floats(-3, 3).map(str),
    ).map(lambda parts: "set " + " ".join(parts)),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(commands=st.lists(_COMMANDS, max_size=12))
def test_a_session_comes_back_the_same(tmp_path: Path, commands: list[str]) -> None:
    mode = line_mode()
    told(mode, *commands)
    try:
        _ = mode.session.trace
    except InvalidInput:  # an update that cannot be made: nothing to compare
        return
    path = tmp_path / "s.json"
    save_session(mode.session, path, force=True)
    loaded = load_session(path)
    assert loaded.warnings == ()
    assert_same(mode.session, loaded.session)
    assert session_bytes(loaded.session) == path.read_bytes()
    told(mode, "step 20", "next 5")
    again = line_mode()
    again.session = loaded.session
    told(again, "step 20", "next 5")
    if mode.session.timeline.stop is None:
        assert_same(mode.session, again.session)


@pytest.mark.parametrize("name", ["worked", "pair", "overshoot", "apart", "repeat", "collision"])
def test_built_in_sources_are_saved_by_name(tmp_path: Path, name: str) -> None:
    session = open_session(SourceOptions(example=name))
    session.forward(3)
    save_session(session, tmp_path / "s.json")
    assert b'"content"' not in (tmp_path / "s.json").read_bytes()
    assert_same(session, load_session(tmp_path / "s.json").session)


def test_a_small_text_is_saved_with_its_rules_and_needed_no_more(tmp_path: Path) -> None:
    text = tmp_path / "t.txt"
    text.write_bytes("\ufeffThe sea. A ship!\r\nIs it \u043c\u043e\u0440\u0435? A sea.\n".encode())
    options = SourceOptions(
        text=str(text),
        tokens="whitespace",
        sentences="punctuation",
        window=2,
        shrink=True,
        subsample=0.05,
        subsample_formula="code",
        noise_counts="pairs",
        seed=9,
        dim=4,
        policy="fasttext",
        power=0.25,
    )
    session = open_session(options)
    session.forward(40)
    for _ in range(11):
        session.next()
    save_session(session, tmp_path / "s.json")
    text.unlink()
    assert_same(session, load_session(tmp_path / "s.json").session)


def test_a_model_is_saved_with_all_its_digits(tmp_path: Path) -> None:
    model = tmp_path / "m.json"
    model.write_text(
        '{"words": ["a", "b"], "counts": [3, 1], "E": [[0.1, 1e-9], [-2, 3.3333333333333335]], '
        '"Ep": [[1, 2], [0.30000000000000004, 4]], "center": "a", "target": "b", "lr": 0.7}'
    )
    session = open_session(SourceOptions(model=str(model)))
    session.forward(5)
    save_session(session, tmp_path / "s.json")
    model.unlink()
    assert_same(session, load_session(tmp_path / "s.json").session)


def test_a_large_text_is_saved_by_path_and_must_be_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "big.txt"
    line = "the cat sat on the mat and the dog lay on the rug\n"
    text.write_text(line * (EMBEDDED_BYTES // len(line) + 1))
    monkeypatch.chdir(tmp_path)
    session = open_session(SourceOptions(text="big.txt"))
    session.forward(2)
    path = tmp_path / "s.json"
    save_session(session, path)
    assert path.stat().st_size < 3000
    monkeypatch.chdir("/")  # the path is absolute
    assert_same(session, load_session(path).session)

    whole = text.read_bytes()
    for changed in (whole[:-4] + b"hug\n", whole + b"more\n", whole[:1000]):
        text.write_bytes(changed)
        with pytest.raises(InvalidInput, match="is not what it was when the session was saved"):
            load_session(path)
    text.unlink()
    with pytest.raises(InvalidInput, match=r"s\.json cannot be opened: .*big\.txt does not exist"):
        load_session(path)
    os.mkfifo(text)  # never opened: it would wait for ever
    with pytest.raises(InvalidInput, match="is not what it was"):
        load_session(path)
    text.unlink()
    text.write_bytes(whole)
    assert_same(session, load_session(path).session)


def test_a_text_that_cannot_be_read_again_is_not_saved(tmp_path: Path) -> None:
    session = open_session(SourceOptions())
    assert session.origin is not None
    session.origin = replace(session.origin, kind="text", content=None, path=None)
    with pytest.raises(InvalidInput, match="cannot be read again, so this session cannot be saved"):
        save_session(session, tmp_path / "s.json")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text("mine")
    mode = line_mode()
    with pytest.raises(AlreadyThere):
        save_session(mode.session, "s.json")
    assert told(mode, "save s.json") == [
        "error: s.json exists and is left as it is; name another file, or say --force"
    ]
    questions: list[str] = []
    for answer in (False, True):
        assert Path("s.json").read_text() == "mine"

        def ask(question: str, answer: bool = answer) -> bool:
            questions.append(question)
            return answer

        mode.ask = ask
        told(mode, "save s.json")
    assert questions == ["s.json exists; write over it?"] * 2
    assert told(mode, "load s.json")[0] == "load: s.json, update 1, 0 edits"
    assert told(mode, "save --force s.json") == ["save: s.json, update 1, 0 edits"]


def test_another_numpy_or_stepper_is_said_and_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(SourceOptions())
    session.forward(2)
    data = json.loads(session_bytes(session))
    del data["checksum"]
    data["numpy"] = "1.0.\x1b[2J"
    data["stepper"] = "compiled"
    path = tmp_path / "s.json"
    path.write_text(json.dumps(sealed(data)))
    monkeypatch.setattr("sgns_tui.session_file.available", lambda: False)
    loaded = load_session(path)
    assert loaded.warnings == (
        f"saved with NumPy 1.0.\u241b[2J, this is {np.__version__}; "
        "saved with the compiled stepper, this is numpy: numbers may differ in their last digits",
    )
    assert_same(session, loaded.session)


def test_loading_can_be_cancelled(tmp_path: Path) -> None:
    session = open_session(SourceOptions())
    session.forward(5000)
    save_session(session, tmp_path / "s.json")
    told = []

    def go_on(made: int, of: int) -> bool:
        told.append((made, of))
        return len(told) < 2

    with pytest.raises(session_file.LoadCancelled):
        load_session(tmp_path / "s.json", go_on)
    assert told == [(0, 5000), (2048, 5000)]


def test_what_was_saved_counts_as_saved(tmp_path: Path) -> None:
    session = open_session(SourceOptions())
    session.set_lr(0.5)
    assert session.saved_edits != session.timeline.edits
    save_session(session, tmp_path / "s.json")
    assert session.saved_edits == session.timeline.edits
