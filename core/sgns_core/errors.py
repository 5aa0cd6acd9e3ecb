"""The one error for values and texts that cannot be used."""

from __future__ import annotations


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
        return self.template.format(**self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.template, self.values)


def _rebuild(kind: type[InvalidInput], template: str, values: dict[str, object]) -> InvalidInput:
    return kind(template, **values)
