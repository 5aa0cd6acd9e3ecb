"""The one door to numba, typed: what lies behind it is loaded when first asked for."""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

_lock = threading.RLock()
_broken = False  # numba is there, but its import failed
_compiled_any = False
_folder: Path | None = None


def available() -> bool:
    """Tell whether numba is there to be imported, without importing it.

    A numba that was found not to fit this NumPy or Python counts as missing from then on.
    """
    return not _broken and importlib.util.find_spec("numba") is not None


def use_cache(folder: Path) -> None:
    """Keep compiled code in `folder`, so that only the first process on a machine compiles.

    Without it numba decides (its variable NUMBA_CACHE_DIR, else __pycache__ beside the source).
    To be called before anything is compiled, or it raises RuntimeError.
    """
    global _folder
    with _lock:
        if _compiled_any and folder != _folder:
            raise RuntimeError("the folder for compiled code is set after code was compiled")
        _folder = folder


def numba_module(name: str = "numba") -> Any:
    """Return numba or a module of it; raises ImportError where it is missing or unfit."""
    global _broken
    try:
        return importlib.import_module(name)
    except ImportError:
        _broken = True
        raise


@contextmanager
def announced(announce: Callable[[], None]) -> Iterator[None]:
    """Call `announce` once if something is compiled meanwhile that is not in the cache."""
    events = numba_module("numba.core.event")
    said = False

    class Listener(events.Listener):  # type: ignore[misc, name-defined]
        def on_start(self, event: object) -> None:
            nonlocal said
            if not said:
                said = True
                announce()

        def on_end(self, event: object) -> None:
            pass

    with events.install_listener("numba:compile", Listener()):
        yield


def helper(function: Function) -> Function:
    """Make a function that compiled code calls; it is compiled into each caller.

    Inlined before types are known: later, each array that is passed would be counted in and out,
    which costs more than the search or the look-up it is passed for.
    """
    # Without error_model="numpy" every division is guarded by a test for zero.
    njit = numba_module().njit(nogil=True, error_model="numpy", inline="always")
    return cast(Function, njit(function))


def compiled(function: Function, arguments: tuple[Any, ...]) -> Function:
    """Return `function`, compiled for arguments of the types of `arguments`, from cache if there.

    It runs without the interpreter's lock. Strict IEEE arithmetic: no sum is reordered and no
    product fused, so a result depends on nothing but the values given.
    A cache that can't be read or written (a full disk, a read-only folder) is done without.
    """
    global _compiled_any
    numba = numba_module()
    signature = tuple(numba.typeof(argument) for argument in arguments)
    with _lock:
        _compiled_any = True
        before = numba.config.CACHE_DIR
        if _folder is not None:
            numba.config.CACHE_DIR = str(_folder)
        try:
            return cast(Function, _compile(numba, function, signature, cache=True))
        except Exception:  # what cache files hold is unpickled, which can raise anything
            return cast(Function, _compile(numba, function, signature, cache=False))
        finally:
            numba.config.CACHE_DIR = before


def _compile(numba: Any, function: Any, signature: Any, cache: bool) -> Any:
    return numba.njit(signature, cache=cache, nogil=True, error_model="numpy")(function)
