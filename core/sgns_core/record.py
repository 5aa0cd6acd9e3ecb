"""Frozen dataclasses that are made quickly: what all of them do alike is written once.

The standard library writes and compiles these methods anew for each class that is frozen and
compared, which takes several times as long as all else about the class: a program that begins with
forty of them is seen to start later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[T] | None = None, /, *, eq: bool = True, kw_only: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class what `dataclasses.dataclass(frozen=True)` makes of it.

    eq: whether two are equal where all their fields are; those that hold arrays are compared by
    identity. Setting a field a second time, or anything else, raises FrozenInstanceError.
    """

    def made(cls: type[T]) -> type[T]:
        shared: dict[str, Callable[..., object]] = {
            "__setattr__": _set_once,
            "__delattr__": _keep,
            "__repr__": _repr,
        }
        if eq:
            shared |= {"__eq__": _eq, "__hash__": _hash}
        for name, method in shared.items():
            if name not in cls.__dict__:
                setattr(cls, name, method)
        return dataclass(eq=False, repr=False, kw_only=kw_only)(cls)

    return made if cls is None else made(cls)


def _set_once(self: Any, name: str, value: object) -> None:
    if name in self.__dict__ or name not in self.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    self.__dict__[name] = value


def _keep(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> tuple[object, ...]:
    return tuple(getattr(self, name) for name in self.__dataclass_fields__)


def _eq(self: Any, other: Any) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
