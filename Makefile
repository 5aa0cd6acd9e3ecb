# The commands people and CI use. Everything runs in a virtual environment of its own, .venv.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

.PHONY: run test check bench keys clean

run: .venv/.installed
	@$(BIN)/sgns-tui $(ARGS)

test: .venv/.developing
	$(BIN)/python -m pytest -n 2 $(ARGS)

check: .venv/.developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.developing
	$(BIN)/python -m benchmarks $(ARGS)

keys: .venv/.developing
	$(BIN)/python -m sgns_tui.keys_page > docs/keys.md

clean:
	rm -rf .venv dist build .hypothesis .mypy_cache .pytest_cache .ruff_cache

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("sgns-tui needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/.installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/.developing: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
