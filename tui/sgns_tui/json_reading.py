"""Reading JSON that may be damaged or hostile: bounded before it is parsed, checked key by key."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from sgns_core.errors import InvalidInput

# Strings whole, an unfinished one to the end, and brackets; possessive, so that it takes one pass.
_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


def read_bounded(path: str | Path, most: int) -> bytes:
    """Return the bytes of a file of at most `most` bytes; no more is ever read."""
    shown = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InvalidInput("{path} does not exist; check the name", path=shown) from None
    except IsADirectoryError:
        raise InvalidInput("{path} is a folder; name a file in it", path=shown) from None
    except PermissionError:
        raise InvalidInput("{path} may not be read; change its permissions", path=shown) from None
    except OSError as error:
        raise InvalidInput(
            "{path} cannot be read: {reason}",
            path=shown,
            reason=error.strerror or type(error).__name__,
        ) from None
    except ValueError:  # a NUL character or half a character
        raise InvalidInput("{path} cannot be the name of a file; check it", path=shown) from None
    if len(data) > most:
        raise InvalidInput(
            "{path} has more than {most} MB, which no session file has",
            path=shown,
            most=most // 1_000_000,
        )
    return data


def parse_bounded(data: bytes, path: str, depth: int, containers: int) -> object:
    """Return the JSON value in `data`, whose nesting and number of lists and objects is bounded."""
    level = count = 0
    for token in _TOKENS.finditer(data):
        first = data[token.start()]
        if first in b"[{":
            level += 1
            count += 1
            if level > depth or count > containers:
                raise InvalidInput("{path} is nested or written too large to read", path=path)
        elif first in b"]}":
            level -= 1
    try:
        return json.loads(
            data.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_once_each
        )
    except (ValueError, RecursionError):  # not UTF-8, not JSON, NaN, a key twice, endless digits
        raise InvalidInput(
            "{path} is damaged or is no session file: it cannot be read as JSON", path=path
        ) from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key occurs twice")
    return result


class Reader:
    """An object of a file, read key by key; every fault names the file and the place in it."""

    def __init__(self, value: object, path: str, place: str = "") -> None:
        self.path = path
        self.place = place
        self._values: dict[str, Any] = value if isinstance(value, dict) else self.fail(place)
        self._left = set(self._values)

    def fail(self, place: str) -> NoReturn:
        """Say that what stands at a place cannot be used."""
        raise InvalidInput(
            "{path} is damaged: {place} is missing or wrong", path=self.path, place=place or "it"
        )

    def has(self, key: str) -> bool:
        """Tell whether a key is there."""
        return key in self._values

    def value(self, key: str) -> object:
        """Return what stands under a key, whatever it is."""
        if key not in self._values:
            self.fail(self._name(key))
        self._left.discard(key)
        value: object = self._values[key]
        return value

    def string(self, key: str, choices: Sequence[str] | None = None) -> str:
        """Return a string, one of `choices` where they are given."""
        value = self.value(key)
        if not isinstance(value, str) or (choices is not None and value not in choices):
            self.fail(self._name(key))
        return value

    def string_or_none(self, key: str) -> str | None:
        """Return a string or None."""
        return None if self.value(key) is None else self.string(key)

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        return self._whole(self.value(key), self._name(key), low, high)

    def number(self, key: str) -> float:
        """Return a finite number."""
        value = self.value(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(self._name(key))
        try:
            result = float(value)
        except OverflowError:
            self.fail(self._name(key))
        return result if math.isfinite(result) else self.fail(self._name(key))

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.value(key)
        return value if isinstance(value, bool) else self.fail(self._name(key))

    def wholes(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """Return a list of whole numbers."""
        value = self.value(key)
        if not isinstance(value, list):
            self.fail(self._name(key))
        return tuple(self._whole(item, self._name(key), low, high) for item in value)

    def inner(self, key: str) -> Reader:
        """Return the object under a key."""
        return Reader(self.value(key), self.path, self._name(key))

    def inner_list(self, key: str) -> list[Reader]:
        """Return the objects in a list."""
        value = self.value(key)
        if not isinstance(value, list):
            self.fail(self._name(key))
        return [
            Reader(item, self.path, f"{self._name(key)}[{number}]")
            for number, item in enumerate(value)
        ]

    def done(self) -> None:
        """Refuse keys that nothing has asked for."""
        if self._left:
            self.fail(self._name(min(self._left)))

    def checked(self, make: Callable[[], Any]) -> Any:
        """Return what `make` returns; a value that it refuses is a fault of this place."""
        try:
            return make()
        except InvalidInput as error:
            raise InvalidInput(
                "{path} is damaged: {place}: {reason}",
                path=self.path,
                place=self.place or "it",
                reason=error,
            ) from None

    def _name(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def _whole(self, value: object, place: str, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(place)
        return value
