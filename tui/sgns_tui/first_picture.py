"""What is done otherwise until the first picture is there, so that it comes sooner."""

from __future__ import annotations

import gc
import os
import sys

_SWITCHING = 0.0003  # seconds until the thread that sends may go on beside the one that draws
_usual = sys.getswitchinterval()


def hurry() -> None:
    """Begin: nothing of what is loaded now is garbage; to be called before NumPy is loaded."""
    gc.disable()
    sys.setswitchinterval(_SWITCHING)
    # A session's arithmetic asks nothing of BLAS, whose threads would wait busily beside the start
    # for work that never comes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def calm_down() -> None:
    """End; what was loaded for good is looked through no more."""
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_usual)
