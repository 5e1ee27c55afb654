# Zashiki: everything starts from these five commands. Only Python 3.11 or newer is needed.

PYTHON ?= python3
PORT ?= 8000
WORKERS ?= 2
DATABASE ?= zashiki.sqlite
TESTS ?= tests

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# A stamp says that the environment holds what its name says; it is renewed when the lists of packages change.
LISTS := pyproject.toml constraints.txt
PLAY_READY := .venv/.ready-to-play
TEST_READY := .venv/.ready-to-test

.DEFAULT_GOAL := help
.PHONY: help play test lint bench coverage

help: ## show this list
	@echo "Zashiki, five tabletop games. Commands:"
	@grep -E '^[a-z]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

play: $(PLAY_READY) ## serve the tables at http://127.0.0.1:8000 (PORT=… changes the port)
	@$(BIN)/zashiki serve --host 127.0.0.1 --port $(PORT) --database $(DATABASE)

test: $(TEST_READY) ## check style and types, then run every test
	@sh .ci/chromium.sh
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -m "" -n $(WORKERS) --dist loadgroup $(TESTS)

lint: $(TEST_READY) ## check style and types only
	@$(BIN)/ruff check src tests
	@$(BIN)/mypy

bench: $(TEST_READY) ## measure speed and write docs/performance.md
	@$(BIN)/python bench/run.py

coverage: $(TEST_READY) ## branch coverage of the core and the games
	@$(BIN)/python -m pytest -m "" -n $(WORKERS) --dist loadgroup --cov=zashiki.core --cov=zashiki.games --cov-branch $(TESTS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Zashiki needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Making .venv …"
	@$(PYTHON) -m venv .venv

$(PLAY_READY): $(LISTS) | $(BIN)/python
	@echo "Installing what the tables need (once) …"
	@$(PIP) install -c constraints.txt -e '.[print,server]'
	@touch $@

$(TEST_READY): $(LISTS) | $(BIN)/python
	@echo "Installing what the tests need (once) …"
	@$(PIP) install -c constraints.txt -e '.[native,print,rl,server,test]'
	@touch $@ $(PLAY_READY)
