"""The one error that a person can cause."""

from collections.abc import Callable


class InvalidInput(ValueError):  # noqa: N818 - it names what was given, and reads well where it is caught
    """A value or text that cannot be used, said in one line with the remedy.

    The message is kept as a template and its values, so that it can be translated and the values,
    which may hold anything, shown safely. Templates are plain English literals at the call site, so
    that message extraction finds them, and use `{name}` without a conversion or format, so that
    a value can be replaced by its escaped text.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        # Formatted here, so that a template that lacks a value fails where it is raised.
        super().__init__(template.format(**{name: _shown(value) for name, value in values.items()}))
        self.template = template
        self.values = values

    def __reduce__(
        self,
    ) -> tuple[Callable[..., "InvalidInput"], tuple[object, ...], dict[str, object]]:
        return _rebuild, (type(self), self.template, self.values), self.__dict__


def shown(value: object) -> str:
    """Return what Python calls a value, in one line: for values of the wrong kind."""
    try:
        return _one_line(repr(value))
    except ValueError:
        return _too_long(value)


def _shown(value: object) -> str:
    try:
        return _one_line(str(value))
    except ValueError:
        return _too_long(value)


def _one_line(text: str) -> str:
    return text if len(text.splitlines()) <= 1 else " ".join(text.split())


def _too_long(value: object) -> str:
    """Return the size of an integer that Python will not print: it has over 4300 digits."""
    if not isinstance(value, int):
        raise ValueError("only an integer can be too long to print")
    return f"an integer of {value.bit_length()} bits"


def _rebuild(kind: type[InvalidInput], template: str, values: dict[str, object]) -> InvalidInput:
    """Make the error again from its parts: pickle passes no keyword arguments."""
    return kind(template, **values)
