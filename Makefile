# make run: set everything up and play.  make test: set up and run every test.  make check: the quick loop.
# make search: try every property on examples it was not tried on before.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test search check format lint types contracts unit bench texts wheel setup clean

run: .venv/ready
	$(BIN)/wartable run $(GAME)

test: .venv/ready-dev
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist worksteal

search: .venv/ready-dev
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist worksteal -m hypothesis --hypothesis-profile=searching

check: format-check lint types contracts unit

setup: .venv/ready-dev

.venv/ready: pyproject.toml .ci/system-packages
	PYTHON=$(PYTHON) .ci/system-packages --ask
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[desktop,assist]'
	touch $@

.venv/ready-dev: .venv/ready
	$(BIN)/python -m pip install --quiet --editable '.[desktop,assist,art]' --group dev
	touch $@

format: .venv/ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only --quiet .

format-check: .venv/ready-dev
	$(BIN)/ruff format --check --quiet .

lint: .venv/ready-dev
	$(BIN)/ruff check --quiet .

types: .venv/ready-dev
	$(BIN)/mypy

contracts: .venv/ready-dev
	$(BIN)/lint-imports

unit: .venv/ready-dev
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist worksteal -m "not journey"

bench: .venv/ready
	QT_QPA_PLATFORM=offscreen $(BIN)/wartable bench

texts: .venv/ready-dev
	$(BIN)/python -m tabletop.workshop.translation_files $(LANGUAGES)

wheel: .venv/ready-dev
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf .venv dist build
