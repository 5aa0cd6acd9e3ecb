"""Every module of the engine can be imported alone, and brings in no library for a screen."""

import pkgutil
import subprocess
import sys

import pytest

import sgns_core

FOUND = [module.name for module in pkgutil.walk_packages(sgns_core.__path__, "sgns_core.")]
# The loops themselves are numba's; what runs them imports them when a run asks for them.
LOOPS = {f"sgns_core.kernels.{name}" for name in ("loops", "band", "chance", "ordered", "vectors")}
MODULES = [name for name in FOUND if name not in LOOPS]


def test_modules_are_found() -> None:
    assert "sgns_core.step" in MODULES


@pytest.mark.parametrize("module", ["sgns_core", *MODULES])
def test_brings_in_no_screen(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        "foreign = {'textual', 'rich', 'click', 'plotext', 'platformdirs', 'numba', 'sgns_tui'}\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & foreign))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
