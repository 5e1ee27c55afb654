# Zashiki: everything starts from these commands. You need only Python 3.11 or newer.

PYTHON ?= python3
PORT ?= 8000
# Tests wait for browsers and servers: with two workers, two cores had nothing to do for two fifths of the time.
WORKERS ?= 3
DATABASE ?= zashiki.sqlite
TESTS ?= tests

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# A stamp file records what is installed in the environment; it is renewed when the package lists change.
LISTS := pyproject.toml constraints.txt
PLAY_READY := .venv/.ready-to-play
TEST_READY := .venv/.ready-to-test
LEARN_READY := .venv/.ready-to-learn

.DEFAULT_GOAL := help
.PHONY: help play test test-ray lint bench coverage mutate example-ppo example-ismcts example-gpu

help: ## show this list
	@echo "Zashiki: five tabletop games. Commands:"
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

play: $(PLAY_READY) ## serve the tables at http://127.0.0.1:8000 (PORT=… for another port)
	@$(BIN)/zashiki serve --host 127.0.0.1 --port $(PORT) --database $(DATABASE)

test: $(TEST_READY) ## check style and types, then run every test
	@sh .ci/chromium.sh
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -m "" -n $(WORKERS) --dist loadgroup $(TESTS)

test-ray: $(TEST_READY) ## test the lab on a Ray cluster of two nodes, one of which is killed (installs Ray: 260 MB)
	@$(PIP) install -c constraints.txt -e '.[ray]'
	@$(BIN)/python -m pytest -m "" -n0 tests/lab/test_ray.py

lint: $(TEST_READY) ## check style and types only
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check -q
	@$(BIN)/mypy

bench: $(TEST_READY) ## measure speed and update docs/performance.md
	@$(BIN)/python bench/run.py

example-ppo: $(LEARN_READY) ## train MaskablePPO to beat greedy play, in five minutes (ARGS=… is passed to the script)
	@$(BIN)/python examples/train_ppo.py $(ARGS)

example-ismcts: $(TEST_READY) ## play Idol Conclave with OpenSpiel's IS-MCTS
	@$(BIN)/python examples/ismcts_idol_conclave.py $(ARGS)

example-gpu: $(TEST_READY) ## play a million games of Akiwado on a GPU (ARGS=--cpu without one)
	@$(PIP) install -c constraints.txt -e '.[cuda]'
	@$(BIN)/python examples/akiwado_histogram.py $(ARGS)

mutate: $(TEST_READY) ## make 200 small wrong changes and list those no test notices (ARGS=… goes to the script)
	@$(BIN)/python -m tools.mutate $(ARGS)

coverage: $(TEST_READY) ## measure branch coverage of the core and the games
	@$(BIN)/python -m pytest -m "" -n $(WORKERS) --dist loadgroup --cov=zashiki.core --cov=zashiki.games --cov-branch $(TESTS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Zashiki needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Creating .venv …"
	@$(PYTHON) -m venv .venv

$(PLAY_READY): $(LISTS) | $(BIN)/python
	@echo "Installing what the tables need (once) …"
	@$(PIP) install -c constraints.txt -e '.[print,server]'
	@touch $@

$(TEST_READY): $(LISTS) | $(BIN)/python
	@echo "Installing what the tests need (once) …"
	@$(PIP) install -c constraints.txt -e '.[lab,native,print,rl,server,test]'
	@touch $@ $(PLAY_READY)

$(LEARN_READY): $(TEST_READY)
	@echo "Installing PyTorch and sb3-contrib (once) …"
	@$(PIP) install -c constraints.txt -e '.[learn]'
	@touch $@
