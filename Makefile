# The commands people and CI use. Everything runs in a virtual environment of its own, .venv.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

.PHONY: run test check soak bench messages keys clean

run: .venv/.installed
	@$(BIN)/sgns-tui $(ARGS)

test: .venv/.developing
	$(BIN)/python -m pytest -n 2 $(ARGS)

check: .venv/.developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# A monkey at the keyboard of every screen; ARGS='20000 7' says how many keys, and the seed.
soak: .venv/.developing
	$(BIN)/python -m tests.tui.monkey $(ARGS)

bench: .venv/.developing
	$(BIN)/python -m benchmarks $(ARGS)

# The template of the message catalogue: every sentence that is marked, and the engine's errors.
messages: .venv/.developing
	$(BIN)/pybabel --quiet extract --omit-header --no-wrap --add-location=file --sort-output \
		--no-default-keywords -k _ -k N_ -k ngettext:1,2 -k InvalidInput -k NonFiniteUpdate \
		-o tui/sgns_tui/locale/sgns_tui.pot core/sgns_core tui/sgns_tui

# The page of keys, made from the key table.
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
