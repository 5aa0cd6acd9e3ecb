"""Words as a shell takes them."""

from __future__ import annotations

import shlex


def quoted(text: str) -> str:
    """Return a word as a shell takes it; what cannot be printed as bash and zsh write it."""
    if text.isprintable():
        return shlex.quote(text)
    data = text.encode("utf-8", "surrogateescape")
    shown = "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b"'\\" else f"\\x{byte:02x}"
        for byte in data
    )
    return f"$'{shown}'"
