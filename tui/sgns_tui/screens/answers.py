"""What a person may type where a value is asked for, and the ladder of learning rates."""

from __future__ import annotations

from sgns_tui.i18n import _


def number_wrong(text: str, least: float | None = 0.0) -> str | None:
    """Return why a text is no finite number of at least `least`, or None where it is one."""
    try:
        value = float(text)
    except ValueError:
        return _("This is not a number.")
    if value != value or value in (float("inf"), float("-inf")):
        return _("The number must be finite.")
    if least is not None and value < least:
        return _("The number must be at least 0.")
    return None


def whole_wrong(text: str, low: int, high: int) -> str | None:
    """Return why a text is no whole number from low to high, or None where it is one."""
    digits = text.lstrip("0")[:12]  # int refuses thousands of digits, and nobody needs them
    if not text.isdecimal() or not low <= int(digits or 0) <= high:
        return _("A whole number from {low} to {high}.").format(low=low, high=high)
    return None


def next_lr(lr: float, up: bool) -> float:
    """Return the neighbour of lr among 1, 2 and 5 times powers of ten from 1e-6 to 1e6."""
    return next_round(lr, up, range(-6, 7))


def next_round(value: float, up: bool, powers: range) -> float:
    """Return the neighbour of a value among 1, 2 and 5 times powers of ten; itself at the ends."""
    steps = [float(f"{digit}e{power}") for power in powers for digit in (1, 2, 5)]
    if up:
        return next((step for step in steps if step > value * 1.0000001), value)
    return next((step for step in reversed(steps) if step < value * 0.9999999), value)
