# The verbs of the project. `make demo` and `make test` need nothing but Python 3.11 or newer and make.

VENV := .venv
BIN := $(VENV)/bin
PROTOS := $(wildcard protos/game101/v1/*.proto)
KERNEL := engine/okey/kernel.py $(wildcard engine/okey/kernel.pxd)

ifndef PYTHON
PYTHON := $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
    $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
endif

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Set up ------------------------------------------------------------------------------------------

$(VENV)/.python:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    || { echo 'Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11'; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	    || { echo "$(PYTHON) lacks venv: install your system's package python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# pip builds the stubs and, where there is a C compiler, the kernel.
$(VENV)/.installed: pyproject.toml setup.py $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@mkdir -p build
	@touch $@ build/.stubs build/.kernel

build/.stubs: $(PROTOS) $(VENV)/.installed
	$(BIN)/python setup.py --quiet stubs
	@touch $@

build/.kernel: $(KERNEL) $(VENV)/.installed
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

.PHONY: install
install: $(VENV)/.installed build/.stubs build/.kernel ## Set up the environment, the stubs and the kernel

.PHONY: protos
protos: $(VENV)/.installed ## Generate the stubs and the reference from the contract
	$(BIN)/python setup.py --quiet stubs
	$(BIN)/python protos/reference.py
	@touch build/.stubs

# Run ---------------------------------------------------------------------------------------------

option = $(if $($(1)),--$(2) $($(1)))

.PHONY: demo
demo: install ## Watch bots play a match (GAME= PRESET= HANDS= SEED= LEVEL= SPEED=)
	@$(BIN)/python -m services.cluster demo $(call option,GAME,game) $(call option,PRESET,preset) \
	    $(call option,HANDS,hands) $(call option,SEED,seed) $(call option,LEVEL,level) $(call option,SPEED,speed)

# LANGUAGE is a variable of every shell too, where it may hold more than a language.
.PHONY: play
play: install ## Sit down with three bots (GAME= LANGUAGE=en|tr|ru PRESET= HANDS= LEVEL= REPLAY=record CONNECT=1)
	@$(BIN)/python -m services.cluster.play $(call option,GAME,game) $(call option,PRESET,preset) \
	    $(call option,HANDS,hands) $(call option,LEVEL,level) $(call option,REPLAY,replay) \
	    $(if $(CONNECT),--connect) \
	    $(if $(filter command%,$(origin LANGUAGE)),--language $(LANGUAGE))

.PHONY: up
up: install ## Run the cluster on this machine until Ctrl-C
	@$(BIN)/python -m services.cluster up

# Test --------------------------------------------------------------------------------------------

.PHONY: test
test: install ## Run the tests (REQUIRE=cc,node: a test that lacks one of them fails)
	TEST_REQUIRE=$(REQUIRE) $(BIN)/python -m pytest

.PHONY: long
long: install ## Run the tests at full length (SECTION=kills: only those whose file or name has it)
	TEST_LONG=1 $(BIN)/python -m pytest -o timeout=1800 $(if $(SECTION),-k '$(SECTION)')

.PHONY: check
check: install ## Check style, types and the contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/buf lint protos

$(VENV)/.bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]' \
	    || echo 'Some baselines cannot be installed here; their figures are left out.'
	@touch $@

.PHONY: bench
bench: install $(VENV)/.bench ## Measure against baselines (QUICK=1: short, unjudged; AREAS=names)
	$(BIN)/python -m tests.bench $(if $(QUICK),--quick) $(AREAS)

.PHONY: tournament
tournament: install ## Play the bots against each other (ONLY=words of a pairing, DEALS=the most of each)
	$(BIN)/python -m tests.tournament $(call option,DEALS,deals) $(ONLY)

.PHONY: golden
golden: install ## Write the golden games anew; read the diff
	$(BIN)/python -m tests.golden

$(VENV)/.audit: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[audit]'
	@touch $@

.PHONY: rng-audit
rng-audit: install $(VENV)/.audit ## Put the shuffle to the test, bad ones beside it (DEALS=1000000)
	$(BIN)/python -m tests.audit $(call option,DEALS,deals)

# Deploy ------------------------------------------------------------------------------------------

.PHONY: image
image: install ## Build the images and try them (TAG=local BUILD_FLAGS= RUN_FLAGS=)
	TAG=$(TAG) BUILD_FLAGS="$(BUILD_FLAGS)" deploy/build-images.sh
	TEST_IMAGE_TAG=$(or $(TAG),local) TEST_RUN_FLAGS="$(RUN_FLAGS)" \
	    TEST_REQUIRE=$(if $(shell command -v docker || command -v podman),image) \
	    $(BIN)/python -m pytest tests/deploy/test_image.py

.PHONY: manifests
manifests: install ## Write the dashboards and Prometheus rules of the deployment anew
	$(BIN)/python deploy/monitoring/dashboards.py
	$(BIN)/python deploy/components/monitoring/wrap.py

.PHONY: pins
pins: $(VENV)/.installed ## Pin what goes into the images, by hash (UPGRADE=1: the newest that fit)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[pins]'
	PATH="$(abspath $(BIN)):$$PATH" UPGRADE=$(UPGRADE) deploy/pin.sh
