"""What starting the program imports: help is quick, and the engine stands alone."""

import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core" / "sgns_core"
HEAVY = {"numpy", "numba", "rich", "textual", "plotext"}
SCREEN = {"sgns_tui", "rich", "click", "textual", "plotext", "platformdirs"}


def modules_after(script: str) -> set[str]:
    """Return the first names of all modules that a script leaves imported."""
    return {name.split(".")[0] for name in whole_names_after(script)}


def whole_names_after(script: str) -> set[str]:
    """Return the names of all modules that a script leaves imported."""
    code = f"import sys\n{script}\nprint(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


HELP = [
    ["--help"],
    ["-h"],
    *([name, "--help"] for name in ("step", "pairs", "batch", "pmi", "cost")),
    *([name, "--help"] for name in ("neighbors", "convert")),
]
RUN = (
    "from sgns_tui.cli import run\n"
    "from sgns_tui.command_group import cli\n"
    "assert run(cli, {arguments}) == 0"
)


@pytest.mark.parametrize("arguments", HELP)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    found = modules_after(RUN.format(arguments=arguments))
    assert "sgns_tui" in found
    assert not found & HEAVY


def test_a_command_imports_no_screen() -> None:
    found = modules_after(RUN.format(arguments=["step"]))
    assert {"numpy", "rich"} <= found
    assert not found & {"textual", "plotext", "numba"}


def test_the_first_picture_waits_for_nothing_that_it_does_not_show() -> None:
    found = whole_names_after("import sgns_tui.bare, sgns_tui.starting, sgns_tui.session_opening")
    assert {"sgns_tui.app", "numpy", "textual"} <= found
    late = ("session_schema", "session_file", "json_reading", "screens.train", "screens.explore")
    assert not found & {f"sgns_tui.{name}" for name in late}
    assert not found & {"plotext", "click"}


def module_names() -> list[str]:
    names = (
        ".".join(path.relative_to(CORE.parent).with_suffix("").parts)
        for path in sorted(CORE.rglob("*.py"))
    )
    return [name.removesuffix(".__init__") for name in names]


def test_every_module_of_the_engine_imports_without_the_screen() -> None:
    assert len(module_names()) > 10
    script = "import importlib\nfor name in {}: importlib.import_module(name)"
    assert not modules_after(script.format(module_names())) & SCREEN


def test_every_module_of_the_engine_can_be_the_first_that_is_imported() -> None:
    """A module that leans on another's having been imported first has a circle in its imports."""
    script = (
        "import importlib, sys\n"
        "for name in {}:\n"
        "    for known in [m for m in sys.modules if m.split('.')[0] == 'sgns_core']:\n"
        "        del sys.modules[known]\n"
        "    importlib.import_module(name)"
    )
    assert "sgns_core" in modules_after(script.format(module_names()))
