# Everything below needs Python 3.11, 3.12 or 3.13 and make; the rest is installed into .venv, once.
# Another interpreter: make test PYTHON=/path/to/python3.12        More arguments: make test ARGS="-n 2 -k loader"

PYTHON ?= $(shell for name in python3.11 python3 python3.12 python3.13 python; do \
	if $$name -c '$(SUPPORTED)' >/dev/null 2>&1; then echo $$name; break; fi; done)
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
LATEST := .venv-latest
SITE := .venv-docs
LOCK := requirements.lock
SITE_LOCK := requirements-docs.lock
DEMO := scenarios/until-dawn/demo.toml

.DEFAULT_GOAL := help
.PHONY: help install demo test test-long test-latest bench lint lock docs reports played clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 20

install: $(INSTALLED) ## install Daybreak and its development tools into .venv

demo: $(INSTALLED) ## solve a seeded Until Dawn deal: the best line, the board after each event, the proof
	@$(BIN)/daybreak solve $(DEMO) --board $(ARGS)

test: $(INSTALLED) ## the tests that every change must pass
	$(BIN)/python -m pytest -n auto $(ARGS)

test-long: $(INSTALLED) ## bulk agreement, deep searches, fuzzing with large counts
	HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-long} $(BIN)/python -m pytest -m long $(ARGS)

test-latest: ## the tests with the newest versions of everything, in .venv-latest
	@$(call new-venv,--clear $(LATEST))
	@$(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(LATEST)/bin/python -m pip freeze --disable-pip-version-check --exclude-editable
	$(LATEST)/bin/python -m pytest -n auto $(ARGS)

bench: $(INSTALLED) ## print the measured rates and ratios
	$(BIN)/python -m tests.bench $(ARGS)

lint: $(INSTALLED) ## ruff, and mypy --strict on verifier and models
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy --strict verifier models

# Every file that an installation may take is named by its digest, for each Python and system; where it lies is pip's business.
lock: ## write requirements.lock and requirements-docs.lock anew, with the newest versions that pyproject.toml allows
	@$(call new-venv,--clear $(LATEST))
	@$(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(COMPILE) --extra dev pyproject.toml --output-file $(LOCK)
	@$(LATEST)/bin/python -c '$(DOCS_EXTRA)' | $(COMPILE) - --output-file $(SITE_LOCK)

COMPILE = $(LATEST)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'
DOCS_EXTRA := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"], sep="\n")

docs: $(INSTALLED) $(SITE)/.installed ## build the site of docs/ into docs/_build, its pages made from the source first
	@$(BIN)/python docs/generated.py
	@$(SITE)/bin/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs docs/_build
	@echo "docs/_build/index.html"

$(SITE)/.installed: $(SITE_LOCK)
	@$(call new-venv,$(SITE))
	@$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement $(SITE_LOCK)
	@touch $@

# Of each game: the tests whose counts belong to its coverage, and how much its reports look at.
GAMES := until-dawn dawn-of-the-zeds survive-until-daylight until-daylight dead-til-dawn
RULE_TESTS_until-dawn := tests/contract/test_until_dawn.py
RULE_TESTS_dawn-of-the-zeds := $(sort $(wildcard tests/contract/test_dawn_of_the_zeds*.py))
RULE_TESTS_survive-until-daylight := $(sort $(wildcard tests/contract/test_survive_until_daylight*.py))
RULE_TESTS_until-daylight := $(sort $(wildcard tests/contract/test_until_daylight*.py))
RULE_TESTS_dead-til-dawn := $(sort $(wildcard tests/contract/test_dead_til_dawn*.py))
# Who sees the table alone: who plays (the last one plays readings, too), games in the mind for a decision, and on how many deals.
# Until Dawn, Until Daylight and Dawn of the Zeds are played by somebody who goes on learning under each choice: two hours of CPU
# time for the readings of Until Dawn, and one for those of Dawn of the Zeds and of Until Daylight each.  Games of Survive Until
# Daylight are long, and those of Dead 'til Dawn take a second or two, since seats do not see all: both are played on fewer deals, and
# the readings of the latter still take two to three hours.  Dead 'til Dawn is won by one seat and lost by another: there each seat
# plays for itself, by uct.  Each value that is varied in Until Dawn and in Until Daylight is learned first, in as many rounds as a
# choice, from the nearest one.
PLAYED := --player random --player greedy --player estimate-uct --play-deals 200 --simulations 400 --budget-deals 50 \
  --readings-played 200 --readings-simulations 200
PLAYED_until-dawn := --play-deals 1000 --simulations 2000 --budget-deals 300 --readings-played 1100 --readings-simulations 500 \
  --train-varied
PLAYED_until-daylight := --player random --player greedy --player estimate-uct --player learned-uct --play-deals 200 \
  --simulations 400 --budget-deals 50 --readings-played 300 --readings-simulations 100 --rounds 60 --rounds-again 4 --train-varied
PLAYED_dawn-of-the-zeds := --player random --player greedy --player estimate-uct --player learned-uct --play-deals 200 \
  --simulations 400 --budget-deals 100 --readings-played 300 --readings-simulations 100 --rounds 40 --rounds-again 4
PLAYED_dead-til-dawn := $(PLAYED) --play-deals 100 --by-seat --budget-deals 100 --readings-played 100 --readings-simulations 50
PLAYED_survive-until-daylight := $(PLAYED) --play-deals 50 --readings-played 50
SIZES_until-dawn := --vary last_space=12..40..4
SIZES_dawn-of-the-zeds := --games 20000 --deals 25 --deal-states 4000000 --decision-states 1000 --reading-deals 1000 --reading-states 1 \
  --mutant-states 0 --mutant-lines 4000 --mutant-games 60 --work 100000000
SIZES_survive-until-daylight := --games 20000 --deals 25 --deal-states 6000000 --decision-states 1000 --reading-deals 1000 \
  --reading-states 1 --mutant-states 0 --mutant-lines 4000 --mutant-games 60 --work 600000000 --vary players=1..6
SIZES_until-daylight := --edition short --games 20000 --deals 25 --deal-states 6000000 --decision-states 1000 --reading-deals 1000 \
  --reading-states 1 --mutant-states 0 --mutant-lines 4000 --mutant-games 60 --work 600000000 --vary places=2..6..2
SIZES_dead-til-dawn := --edition short --games 20000 --deals 25 --deal-states 6000000 --decision-states 1000 --reading-deals 1000 \
  --reading-states 1 --mutant-states 0 --mutant-lines 4000 --mutant-games 60 --work 600000000 --vary start=1..4

# Deals that are shown move by move: by their best lines, and lost as quickly as can be.
SOLVED := until-dawn/small-perfect until-dawn/small-lost survive-until-daylight/delayed survive-until-daylight/lost-night \
  until-daylight/short
LOST := until-dawn/reshuffle survive-until-daylight/delayed

reports: reports-of-games $(GAMES:%=reports-%) $(GAMES:%=rules-%) pages-of-deals reports-index ## write the generated reports into reports/

played: $(GAMES:%=played-%) reports-index ## of these reports those of players: what they win, and what readings do to a good one

# What is up to date is kept, and what was learned and played for readings is kept in the cache: interrupted, it goes on from there.
# A quick try, four minutes: make played-until-dawn REPORTS=/tmp/try ARGS="--deals 5 --play-deals 20 --simulations 20
# --readings-played 20 --readings-simulations 20 --rounds 2 --rounds-again 1 --round-positions 2000"
REPORTS ?= reports
.PHONY: $(GAMES:%=played-%)
$(GAMES:%=played-%): played-%: $(INSTALLED)
	@$(BIN)/daybreak reports $* $(REPORTS)/$* --only winnability --only players --only readings-played \
	  $(if $(findstring --vary,$(SIZES_$*)),--only winnability-varied) $(SIZES_$*) $(or $(PLAYED_$*),$(PLAYED)) $(ARGS)

# Written beside its place and then moved there: an interrupted run leaves the old report, never half a new one.
.PHONY: reports-of-games pages-of-deals reports-index $(GAMES:%=reports-%) $(GAMES:%=rules-%)
reports-of-games: $(INSTALLED)
	@$(BIN)/daybreak games --json > reports/games.json.part || { code=$$?; rm -f reports/games.json.part; exit $$code; }
	@mv reports/games.json.part reports/games.json
	@echo "reports/games.json"

$(GAMES:%=reports-%): reports-%: $(INSTALLED)
	@counts="$$(mktemp -d)" && trap 'rm -rf "$$counts"' EXIT && \
	DAYBREAK_COUNTS="$$counts" $(BIN)/python -m pytest -q $(RULE_TESTS_$*) >/dev/null || \
	  { echo "The rule tests fail: make test ARGS='$(RULE_TESTS_$*)'" >&2; exit 1; }; \
	$(BIN)/daybreak reports $* reports/$* $(wildcard scenarios/$*/*.toml) --counts "$$counts" \
	  $(foreach file,$(wildcard scenarios/$*/positions/*.toml scenarios/$*/clauses/*.toml),--position $(file)) \
	  $(foreach file,$(sort $(wildcard scenarios/$*/readings/*.toml)),--readings-from $(file)) $(SIZES_$*) $(or $(PLAYED_$*),$(PLAYED)) $(ARGS)

$(GAMES:%=rules-%): rules-%: $(INSTALLED)
	@$(BIN)/daybreak games $* --rules --force --html reports/$*/rules.html >/dev/null
	@echo "reports/$*/rules.html"

pages-of-deals: $(INSTALLED)
	@for deal in $(SOLVED); do \
	  $(BIN)/daybreak solve scenarios/$$deal.toml --alternatives --force --html reports/$$deal.html >/dev/null || exit $$?; \
	  echo "reports/$$deal.html"; done
	@for deal in $(LOST); do \
	  $(BIN)/daybreak solve scenarios/$$deal.toml --goal lose --alternatives --force --html reports/$$deal-lost.html >/dev/null || \
	    exit $$?; \
	  echo "reports/$$deal-lost.html"; done

reports-index: $(INSTALLED)
	@$(BIN)/python docs/reports_index.py

clean: ## remove .venv, caches and builds; reports and scenarios stay
	rm -rf $(VENV) $(LATEST) $(SITE) docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	@for folder in verifier models tests; do \
	  if [ -d $$folder ]; then find $$folder -type d -name __pycache__ -prune -exec rm -rf {} +; fi; done

# A virtual environment in a folder, with options.
define new-venv
python="$(PYTHON)"; \
	if [ -z "$$python" ] || ! "$$python" -c '$(SUPPORTED)'; then \
	  echo "Daybreak needs Python 3.11, 3.12 or 3.13; say which: make PYTHON=/path/to/python3.11" >&2; exit 1; fi; \
	"$$python" -m venv $(1) || { \
	  echo "No virtual environment could be made; on Debian and Ubuntu, install python3-venv first." >&2; exit 1; }
endef

# The stamp is written last, so an install that failed or was interrupted is taken up again.  pip takes only files whose digest is
# in the lock, and nothing that it would have to build, but for Daybreak itself, which is built with what the lock brought.
$(INSTALLED): pyproject.toml $(LOCK)
	@$(call new-venv,$(VENV))
	@echo "Installing Daybreak and its development tools into $(VENV) (once)..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement $(LOCK)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m pip check --quiet --disable-pip-version-check || { \
	  echo "requirements.lock does not bring what pyproject.toml asks for: make lock" >&2; exit 1; }
	@touch $@
