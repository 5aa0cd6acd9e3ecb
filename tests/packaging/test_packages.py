"""The wheel and the source archive: what they hold, and that the program runs from the wheel."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"sgns_core": ROOT / "core" / "sgns_core", "sgns_tui": ROOT / "tui" / "sgns_tui"}
GOLDEN = ROOT / "tests" / "tui" / "golden" / "step_worked.txt"


def run(*command: str | Path, environment: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, env=environment, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def source_files(package: str) -> set[str]:
    """Return every file of a package, as the archive must name it."""
    folder = PACKAGES[package]
    return {
        f"{package}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel"]
    run(*pip, "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, ROOT)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the wheel alone was installed."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    run(*pip, "--no-deps", "--no-index", "--target", folder, wheel)
    return folder


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@pytest.mark.parametrize("package", list(PACKAGES))
def test_the_wheel_holds_every_file_of_a_package(wheel: Path, package: str) -> None:
    expected = source_files(package)
    assert {f"{package}/py.typed", f"{package}/__init__.py"} <= expected
    assert {name for name in names(wheel) if name.startswith(f"{package}/")} == expected


def test_the_wheel_holds_data_and_messages_and_nothing_else(wheel: Path) -> None:
    found = names(wheel)
    assert "sgns_core/example_data/worked.json" in found
    assert "sgns_tui/locale/sgns_tui.pot" in found
    top = {name.split("/")[0] for name in found}
    assert {name for name in top if not name.endswith(".dist-info")} == set(PACKAGES)
    assert len(top) == 3
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in found)


def test_the_wheel_names_its_program(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "sgns-tui = sgns_tui.cli:main" in archive.read(name).decode()


def test_the_source_archive_holds_both_packages_and_the_tests(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        found = {name.partition("/")[2] for name in opened.getnames()}
    expected = {f"core/{name}" for name in source_files("sgns_core")}
    expected |= {f"tui/{name}" for name in source_files("sgns_tui")}
    expected |= {"tests/packaging/test_packages.py", "tests/tui/golden/step_worked.txt"}
    expected |= {"pyproject.toml", "README.md", "LICENSE", "Makefile"}
    assert expected <= found
    assert not [name for name in found if "__pycache__" in name or name.startswith(".venv")]


def test_the_installed_program_prints_the_worked_example(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONUTF8": "1"}
    where = "import sgns_core, sgns_tui; print(sgns_core.__file__); print(sgns_tui.__file__)"
    found = run(sys.executable, "-c", where, environment=environment, cwd=tmp_path)
    assert all(line.startswith(str(installed)) for line in found.splitlines())
    program = installed / "bin" / "sgns-tui"
    out = run(sys.executable, program, "step", environment=environment, cwd=tmp_path)
    assert out == GOLDEN.read_text(encoding="utf-8")
    version = run(sys.executable, program, "--version", environment=environment, cwd=tmp_path)
    assert version == "sgns-tui 0.1.0\n"
