"""Records: what they share with the frozen dataclasses of the standard library."""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError, asdict, dataclass, field, replace

import pytest

from sgns_core.record import record


@record
class Pair:
    """A pair with a list that is not shown."""

    center: str
    target: str = "b"
    notes: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Standard:
    """The same, made by the standard library."""

    center: str
    target: str = "b"
    notes: tuple[str, ...] = field(default=(), repr=False)


@record(eq=False, kw_only=True)
class Single:
    """One that is equal to itself alone."""

    value: int


@record
class Doubled:
    """One that reckons a field of its own."""

    value: int
    twice: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.value)


def test_a_record_does_what_a_frozen_dataclass_does() -> None:
    ours, standard = Pair("a", notes=("x",)), Standard("a", notes=("x",))
    assert repr(ours) == repr(standard).replace("Standard", "Pair")
    assert asdict(ours) == asdict(standard)
    assert hash(ours) == hash(standard)
    assert ours == Pair("a", "b", ("x",))
    assert ours != Pair("a", "c", ("x",))
    assert ours != object()
    assert replace(ours, target="c") == Pair("a", "c", ("x",))
    assert copy.deepcopy(ours) == copy.copy(ours) == ours
    assert Pair.__match_args__ == Standard.__match_args__
    assert Doubled(4).twice == 8


@pytest.mark.parametrize("name", ["center", "target", "unheard"])
def test_nothing_in_a_record_changes(name: str) -> None:
    pair = Pair("a")
    with pytest.raises(FrozenInstanceError, match=name):
        setattr(pair, name, "z")
    with pytest.raises(FrozenInstanceError, match=name):
        delattr(pair, name)
    assert pair == Pair("a", "b")


def test_a_record_with_arrays_is_equal_to_itself_alone() -> None:
    one = Single(value=1)
    assert one == one
    assert one != Single(value=1)
    assert len({one, Single(value=1)}) == 2
    with pytest.raises(TypeError):
        Single(1)  # type: ignore[call-arg]
