"""The sessions that one run of the program keeps."""

from __future__ import annotations

from sgns_tui.opening import SourceOptions
from sgns_tui.session_opening import open_session
from sgns_tui.shelf import Shelf


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
