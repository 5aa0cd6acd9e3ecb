"""Where the compiled stepper keeps what it compiled."""

from __future__ import annotations

import contextlib
from pathlib import Path

import platformdirs


def use_cache_folder() -> None:
    """Let it be the cache folder of the user; what is there may be removed at any time."""
    from sgns_core.kernels.stepper import use_cache

    with contextlib.suppress(RuntimeError):  # it was compiled already
        use_cache(Path(platformdirs.user_cache_dir("sgns-tui")) / "kernels")
