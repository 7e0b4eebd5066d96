# The verbs of the project. `make demo` and `make test` need nothing but Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PROTOS := $(wildcard protos/game101/v1/*.proto)

.DEFAULT_GOAL := help
.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo 'Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11'; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	    || { echo 'Python lacks venv: install the package python3-venv of your system'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

protos/gen/.made: $(PROTOS) $(STAMP)
	$(BIN)/python setup.py --quiet --version >/dev/null
	@touch $@

.PHONY: install
install: $(STAMP) protos/gen/.made ## Set up the virtual environment and the stubs

.PHONY: protos
protos: install ## Generate the stubs from the contract
