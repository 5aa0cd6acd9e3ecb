"""No pickle, no eval, no network: what a file or a word holds is never run, and nothing is sent."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sgns_core
import sgns_tui

FOLDERS = [Path(str(package.__file__)).parent for package in (sgns_core, sgns_tui)]
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))
MODULES = {
    "pickle", "marshal", "shelve", "dill", "joblib", "cloudpickle", "subprocess", "socket", "ssl",
    "http", "urllib", "ftplib", "smtplib", "xmlrpc", "requests", "httpx", "webbrowser", "ctypes",
}  # fmt: skip
CALLS = {"eval", "exec", "compile", "__import__"}


def faults(source: str) -> list[str]:
    """Return what a module should not do."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names if a.name.partition(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom):
            found += [node.module or ""] * ((node.module or "").partition(".")[0] in MODULES)
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            found += [name] * (name in CALLS)
            pickled = [k.value for k in node.keywords if k.arg == "allow_pickle"]
            found += ["allow_pickle" for v in pickled if not is_false(v)]
    return found


def is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_runs_what_it_reads(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    ["import pickle", "from socket import socket", "eval('1')", "load(f, allow_pickle=True)"],
)
def test_the_search_finds_what_it_looks_for(source: str) -> None:
    assert faults(source)
