"""The one error for values and texts that cannot be used."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any


class InvalidInput(ValueError):  # noqa: N818 - it names what is wrong, as ValueError does
    """Say in one line which value cannot be used and what would help.

    The message is a template, so that a front end can translate it and show the values, which may
    come from anywhere, in a safe form.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return _OneLine().vformat(self.template, (), self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.template, self.values)


class _OneLine(string.Formatter):
    """Show any value on one line: an array's lines joined, an int too long to print described."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._shown(super().format_field, value, format_spec)

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return self._shown(super().convert_field, value, conversion) if conversion else value

    @staticmethod
    def _shown(show: Callable[[Any, str], str], value: Any, how: str) -> str:
        try:
            text = show(value, how)
        except ValueError:
            if not isinstance(value, int):
                raise
            return f"an integer of {value.bit_length()} bits"  # Python prints 4300 digits at most
        return text if len(text.splitlines()) <= 1 else " ".join(text.split())


def _rebuild(kind: type[InvalidInput], template: str, values: dict[str, object]) -> InvalidInput:
    return kind(template, **values)
