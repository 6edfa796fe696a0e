# Each target gets what it needs: a virtual environment in .venv, and Chromium where a browser is used (.ci/bootstrap).
# A second run finds it there. `make test ARGS="tests/unit -k verdict"` runs a part.

PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip install --disable-pip-version-check -q
ARGS ?=

.PHONY: demo test mutations lint types bench record sweep docs help browser
.NOTPARALLEL:

help:
	@echo "make demo     ask the local chat site one question in real Chromium, and print the answer"
	@echo "make test     all tests"
	@echo "make mutations  take each guard away in a copy, and see that its tests notice (ARGS=seed001)"
	@echo "make lint     ruff: rules and format"
	@echo "make types    pyright and mypy, both strict"
	@echo "make bench    measure, side by side with others"
	@echo "make record   record the traces in recordings/ anew, in real Chromium"
	@echo "make sweep    break each recorded flow at every message and task step, over all cores"
	@echo "make docs     write the generated reference in docs/"

demo: .venv/ready browser
	@.venv/bin/cdpwebai demo ask $(ARGS)

test: .venv/ready-dev browser
	@$(if $(ARGS),$(PYTHON) -m pytest $(ARGS),.ci/test)

mutations: .venv/ready-dev browser
	$(PYTHON) -m tests.mutations $(ARGS)

lint: .venv/ready-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types: .venv/ready-dev
	.venv/bin/pyright --warnings
	.venv/bin/mypy

bench: .venv/ready-dev browser
	$(PYTHON) benchmarks/run.py $(ARGS)
	$(PYTHON) benchmarks/observation.py
	$(PYTHON) benchmarks/waiting.py

record: .venv/ready-dev browser
	$(PYTHON) recordings/make.py $(ARGS)

sweep: .venv/ready-dev
	$(PYTHON) -m tests.faults.sweep $(ARGS)

docs: .venv/ready-dev
	$(PYTHON) docs/generate.py

browser: .venv/ready
	@.ci/bootstrap browser

.venv/bin/python:
	@.ci/bootstrap venv

# what a user needs, and what a developer needs on top
.venv/ready: pyproject.toml | .venv/bin/python
	@$(PIP) -e .
	@touch $@

.venv/ready-dev: pyproject.toml | .venv/ready
	@$(PIP) -e '.[dev]'
	@touch $@
