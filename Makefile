# Easel's commands. `make demo` shows the product, `make check` and `make test` are what CI runs.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# So many processes run tests beside each other.
TESTERS := $(shell cores=$$(getconf _NPROCESSORS_ONLN); echo $$((cores < 4 ? cores : 4)))
# What does not wait for another is done beside it.
MAKEFLAGS += --jobs=2
export PYTHONPATH := $(CURDIR):$(CURDIR)/deploy/sdk/python/src
# Empty is off: hundreds of processes that the tests start find their modules compiled.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo up check check-python check-frontend test test-all test-python test-browser test-frontend bench bench-tasks mutation install frontend system openapi optunahub wheels clean
.DEFAULT_GOAL := help

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: install frontend wheels ## Train and publish a model on real data, then leave the site running
	$(BIN)/python -m backend.demo

up: install frontend wheels ## Start web, worker and model servers on http://127.0.0.1:8000
	$(BIN)/python -m backend.up

check: check-python check-frontend ## Format, lint, types, import contracts

check-python: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy -p backend -p engine -p workers -p easel
	$(BIN)/python -m backend.manage makemigrations --check --dry-run
	$(BIN)/python -m deploy.packages check

check-frontend: frontend/node_modules/.installed
	cd frontend && npm run check

# The browser's tests come last: beside the others both took longer, 44 minutes in all for 38.
test: test-python test-frontend ## Run the tests (PostgreSQL, Redis and Chromium are started privately)
	$(MAKE) test-browser SELECTION='$(SELECTION)'

# Empty is pytest's own selection, which leaves out what is marked exhaustive (pyproject.toml).
SELECTION :=
test-all: SELECTION := -m ""
test-all: test ## Run every test, with the same code at all its sizes: before a release

# A file is run whole by one process, which makes what its tests share once.
PYTEST = $(BIN)/python -m pytest $(SELECTION) --dist loadfile --no-loadscope-reorder --durations=30

test-python: install frontend system
	$(PYTEST) --ignore=tests/end_to_end -n $(TESTERS)

# Playwright keeps an event loop running in its process, which other tests must not meet.
test-browser: install frontend system
	$(PYTEST) tests/end_to_end -n $(TESTERS)

test-frontend: frontend/node_modules/.tested

# They are not run again while nothing of the page has changed since they passed.
frontend/node_modules/.tested: frontend/node_modules/.installed $(shell find frontend/src frontend/public frontend/vite.config.ts frontend/tsconfig.json -type f 2>/dev/null)
	cd frontend && npm run test
	touch $@

bench: install frontend ## Measure speed and size; results go to tests/benchmarks/results
	$(BIN)/python -m tests.benchmarks all --record

bench-tasks: install ## Train every task on real data and hold it against its bar (hours)
	$(BIN)/python -m tests.benchmarks tasks --record

mutation: install ## Put small faults into the most important modules: would their tests notice? (half an hour)
	$(BIN)/python -m tests.mutation

openapi: install ## Write the OpenAPI document and the TypeScript client made from it
	$(BIN)/python -m backend.manage spectacular --format openapi-json --file tests/golden/openapi.json
	cd frontend && npm run generate

wheels: wheels/.built ## Build the wheels of easel and of the engine, for notebooks, into wheels/

wheels/.built: $(VENV)/.installed $(shell find deploy/wheels.py deploy/engine deploy/sdk/python engine -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' 2>/dev/null)
	$(BIN)/python -m deploy.wheels wheels
	touch $@

optunahub: install ## Put the sampler's package for OptunaHub together under var/optunahub
	rm -rf var/optunahub
	$(BIN)/python -m deploy.optunahub.build var/optunahub

install: $(VENV)/.installed

# Of tens of thousands of modules few are loaded, and compiled then: to compile all takes a minute.
$(VENV)/.installed: pyproject.toml deploy/constraints.txt deploy/sdk/python/pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed as '$(PYTHON)'. Install it, or run: make PYTHON=/path/to/python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip==$(shell sed -n 's/^# pip==//p' deploy/constraints.txt)"
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c deploy/constraints.txt --group web --group engine --group test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e deploy/sdk/python
	touch $@

frontend: frontend/dist/index.html

frontend/dist/index.html: frontend/node_modules/.installed $(shell find frontend/src frontend/public frontend/index.html frontend/vite.config.ts -type f 2>/dev/null)
	cd frontend && npm run build
	touch $@

frontend/node_modules/.installed: frontend/package.json frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund
	touch $@

system: ## Install what the tests need beside Python and Node
	@deploy/system-packages

clean: ## Remove what was built; data under var/ stays
	rm -rf $(VENV) frontend/node_modules frontend/dist
