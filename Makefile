# The commands for players and contributors. Each target first makes what it needs, and is quick the
# second time. `make help` lists them.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
STATIC := src/lutetia/server/static
CODE := $(foreach folder,src tests scripts bench examples web/dev,\
  $(if $(shell find $(folder) -name '*.py' 2>/dev/null | head -n 1),$(folder)))

# The web client is built if its sources are there.
WEB := $(wildcard web/package.json)
# The client also reads the component files of the games.
WEB_SOURCES := $(if $(WEB),$(shell find web -name node_modules -prune -o -type f -print) \
  $(shell find src \( -name '*.toml' -o -name '*.json' \) -not -path '*/static/*'))
SERVER := $(and $(WEB),$(wildcard src/lutetia/server/__init__.py))

# Many processes read the same sources, so Python keeps what it compiled of them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test long exhaustive screens ready quick check check-style check-types check-layers compile \
  format bench bench-server hostile docs rules venv web services lock upgrade dist image clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
	  | awk -F '\t' '{ printf "  make %-13s %s\n", $$1, $$2 }'

play: $(VENV)/.program web ## install what a player needs, and play
ifneq ($(SERVER),)
	@$(BIN)/lutetia serve --open
else
	@$(BIN)/lutetia play lumiere
endif

# The steps before the tests run in parallel, two more than there are processors: some steps wait for
# the network, and most use only one processor. With fewer the tools come late, and mypy runs alone at the end.
JOBS := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2)
LINES := $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)

test: ## install everything, and run every check and every test that is neither long nor exhaustive
	@$(MAKE) --no-print-directory --jobs=$(JOBS) $(LINES) ready
	@scripts/test.sh

long: ## run the long walks, which make test leaves out and continuous integration runs
	@$(MAKE) --no-print-directory --jobs=$(JOBS) $(LINES) compile venv services web
	@scripts/test.sh long

exhaustive: ## run the large samples, which make test leaves out
	@$(MAKE) --no-print-directory --jobs=$(JOBS) $(LINES) compile venv services web
	@scripts/test.sh exhaustive

screens: ## play whole games and lessons on every screen in every language
	@$(MAKE) --no-print-directory --jobs=$(JOBS) $(LINES) compile venv services web
	@$(BIN)/pytest -n auto -m exhaustive tests/browser/test_every_screen.py $(ARGS)

# The longest step comes first.
ready: compile venv services check web

compile: $(VENV)/.program ## compile the games into the cache
	@$(BIN)/python scripts/compile.py

quick: venv check ## run the checks, and the quick tests that need no browser and no database
	@$(BIN)/pytest -n auto -m "not slow and not browser and not services and not long and not exhaustive"

check: check-style check-types check-layers ## check formatting, lint, types and layers

check-style: venv
	@$(BIN)/ruff format --check --quiet $(CODE) || { echo "Run: make format"; exit 1; }
	@$(BIN)/ruff check --quiet $(CODE)

check-types: venv
	@$(BIN)/mypy $(CODE)

check-layers: venv
	@$(BIN)/lint-imports

ifneq ($(WEB),)
check: web-check
ready: web-test

.PHONY: web-check web-test
web-check: web/node_modules/.installed
	@scripts/npm.sh run --if-present check

web-test: web/node_modules/.installed
	@scripts/npm.sh run --if-present test
endif

format: venv web/node_modules/.installed ## format the sources
	@$(BIN)/ruff check --quiet --fix-only $(CODE)
	@$(BIN)/ruff format $(CODE)
	@scripts/npm.sh run format

bench: venv web ## measure the engine, other engines, the web client and more; ARGS=web chooses
	@$(BIN)/python -m bench $(ARGS)

bench-server: venv ## measure the server with many tables, beside boardgame.io, in ten minutes
	@$(BIN)/python -m bench server --rounds 1 --seconds 30 $(ARGS)

hostile: compile venv services ## attack the server for at most ten minutes, and print what was found
	@$(BIN)/python -m tests.hostile $(ARGS)

docs: venv ## make the documentation site in build/docs, with every link checked
	@$(BIN)/python scripts/docs.py

rules: venv ## write the numbered rules of both games into docs/rules
	@$(BIN)/python scripts/rules.py

venv: $(VENV)/.tools $(VENV)/.program ## make the Python environment, with pinned versions and checked hashes

# Three stamps: the interpreter with the dependencies, the program itself, the tools. Python compiles a
# module at its first import. To compile all modules of all packages here would take longer. The compiled
# requirements are complete (a test proves it), so pip looks for no further packages.
$(VENV)/.needs: requirements/run.txt scripts/venv.sh
	@scripts/venv.sh $(VENV)
	@echo "Installing what Lutetia needs (the first time takes a minute)"
	@$(PIP) install --no-compile --no-deps --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.program: pyproject.toml $(VENV)/.needs
	@$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $@

$(VENV)/.tools: requirements/dev.txt $(VENV)/.needs | $(VENV)/.program
	@echo "Installing the contributor's tools (the first time takes a minute)"
	@$(PIP) install --no-compile --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

ifneq ($(WEB),)
web: $(STATIC)/.built ## build the web client

# With Node of the system this step waits for nothing. The lock file has the hashes of all packages, so those
# in npm's own cache need no question to the registry. If that cache is too old, npm asks for everything.
NPM_CI := scripts/npm.sh ci --no-audit --no-fund --loglevel=error
web/node_modules/.installed: web/package.json web/package-lock.json scripts/npm.sh \
  | $(shell scripts/npm.sh --of-system || echo $(VENV)/.program)
	@$(NPM_CI) --prefer-offline 2>/dev/null || $(NPM_CI)
	@touch $@

$(STATIC)/.built: web/node_modules/.installed $(WEB_SOURCES)
	@scripts/npm.sh run build -- --outDir ../$(STATIC) --emptyOutDir
	@touch $@
else
web:
endif

services: venv ## check that a browser, PostgreSQL and Redis are installed for the tests
	@scripts/services.sh

UV := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# This target has no prerequisite: a new dependency is locked before it is installed.
lock: ## pin new dependencies of pyproject.toml and requirements/*.in; keep the other versions
	@test -x $(BIN)/uv || { echo "make lock needs the environment of an earlier make venv"; exit 1; }
	@$(UV) $(LOCK) --extra network pyproject.toml requirements/build.in -o requirements/run.txt
	@$(UV) $(LOCK) --extra cluster --extra network --extra plots --extra environments --extra openspiel --extra parquet --extra notebooks --extra learning pyproject.toml requirements/build.in \
	  requirements/dev.in -c requirements/run.txt -o requirements/dev.txt
	@$(UV) $(LOCK) --extra cluster --extra network pyproject.toml requirements/image.in \
	  -c requirements/dev.txt -o requirements/image.txt
	@$(UV) $(LOCK) bench/requirements.in -o bench/requirements.txt

upgrade: ## pin the newest version of every dependency
	@$(MAKE) --no-print-directory lock LOCK=--upgrade

dist: $(VENV)/.tools ## build the wheel and the source archive, with the client, into dist/
	@rm -rf dist
	@$(BIN)/uv build --quiet --no-config --out-dir dist .
	@ls dist/lutetia-*

IMAGE := lutetia:latest

image: ## build the container image; IMAGE=NAME:TAG names it
	docker build -f deploy/Dockerfile -t $(IMAGE) \
	  --label org.opencontainers.image.title=Lutetia \
	  --label org.opencontainers.image.licenses=MIT \
	  --label org.opencontainers.image.version=$(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/lutetia/__init__.py) .

clean: ## remove everything that make can build again
	rm -rf $(VENV) bench/.venv bench/boardgame/node_modules build dist $(STATIC) web/node_modules .mypy_cache .ruff_cache .pytest_cache \
	  .hypothesis .import_linter_cache src/*.egg-info
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
