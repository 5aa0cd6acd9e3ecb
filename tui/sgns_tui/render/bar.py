"""A horizontal bar in a few cells."""

from __future__ import annotations

_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float, cells: int, ascii_only: bool = False) -> str:
    """Return a bar as long as `share` (0 to 1) of `cells`, in eighths of a cell where it can."""
    share = min(1.0, max(0.0, share))
    if ascii_only:
        full = round(share * cells)
        return "#" * full + "-" * (cells - full)
    eighths = round(share * cells * 8)
    text = "█" * (eighths // 8)
    if eighths % 8:
        text += _EIGHTHS[eighths % 8]
    return text + "·" * (cells - len(text))
