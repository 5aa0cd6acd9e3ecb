"""The sessions that one run of the program keeps."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from sgns_tui.autosave import Autosave
from sgns_tui.opening import SourceOptions
from sgns_tui.session_opening import open_session
from sgns_tui.shelf import Shelf
from sgns_tui.unfinished import Unfinished
from tests.tui.models import write_model


def test_other_seeds_are_kept_and_of_many_the_newest() -> None:
    shelf = Shelf()
    options = SourceOptions(example="pair")
    first = open_session(options)
    shelf.put(first, options)
    other = open_session(SourceOptions(example="worked"))
    shelf.put(other, SourceOptions(example="worked"))
    for seed in range(2, 21):
        shelf.put(first.with_seed(seed), options)
    assert shelf.with_seed(first, 1) is None
    assert [seed for seed in range(1, 30) if shelf.with_seed(first, seed)] == list(range(12, 21))
    assert len(shelf.all()) == 2
    kept = shelf.find(options)
    assert kept is not None
    assert kept.session.settings.seed == 20
    assert len(shelf.every()) == 10
    back = shelf.with_seed(first, 12)
    assert back is not None
    shelf.put(back.session, back.options)
    assert shelf.find(options) is not None
    again = shelf.with_seed(first, 12)
    assert again is not None
    assert again.session is back.session


def test_a_model_with_a_text_is_another_source_than_without(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", ["a", "b", "c"])
    shelf = Shelf()
    ways = [
        SourceOptions(model=str(model)),
        SourceOptions(model=str(model), sentence="a b c"),
        SourceOptions(model=str(model), sentence="b c"),
        SourceOptions(sentence="b c"),
    ]
    sessions = [open_session(options) for options in ways]
    for options, session in zip(ways, sessions, strict=True):
        shelf.put(session, options)
    found = [shelf.find(options) for options in ways]
    assert [kept and kept.session for kept in found] == sessions


def test_what_is_kept_no_longer_is_let_go_of(tmp_path: Path) -> None:
    """Its history may take 150 MB; nothing that knew it holds it, what saves sessions neither."""
    shelf, options = Shelf(), SourceOptions(example="groups")
    autosave = Autosave(Unfinished(tmp_path))
    session = open_session(options)
    seen = []
    for seed in range(2, 21):
        session = session.with_seed(seed)
        shelf.put(session, options)
        session.forward(2)
        autosave.note(shelf)
        session.forward()
        autosave.note(shelf)
        seen.append(weakref.ref(session))
    autosave.finish(shelf)
    gc.collect()
    assert len([one for one in seen if one() is not None]) == len(shelf.every()) == 9
    autosave.discard()
    assert not list(tmp_path.glob("*.json"))
