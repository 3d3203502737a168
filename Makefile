# Everything happens in .venv, which the first target that needs it creates. Run `make help` for the targets.

PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test texts check cover bench soak budgets golden constraints

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile | expand -t 20

# AS is a variable that make itself has: the assembler.
ifneq ($(origin AS),default)
RUN_AS := $(if $(AS),--as "$(AS)")
endif

# Where nothing is compiled in advance, each process of the tests spends several seconds on that.
unexport PYTHONDONTWRITEBYTECODE

run: .venv/installed-run ## start the bot; without DISCORD_TOKEN the local table (AS=ann: that person's DM)
	@exec $(PY) -m bot $(RUN_AS)

# tests/conftest.py says how many processes there are, which tests go together and which begin first. ARGS="-n0" runs them in one process.
test: .venv/installed-test ## run the test suite on all cores (ARGS="tests/game -x" for a part)
	$(PY) -m pytest -n auto --no-loadscope-reorder $(ARGS)

texts: .venv/installed-test ## check the texts of all languages, and that they fit where they are shown
	$(PY) -m pytest -n auto tests/bot/texts tests/bot/screens/test_picture_words.py \
	  tests/bot/screens/test_picture_texts.py tests/bot/screens/test_profile_words.py $(ARGS)

check: .venv/installed-check ## format, lint, types, layers, tests
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m pyright
	.venv/bin/lint-imports
	$(MAKE) --no-print-directory test

cover: .venv/installed-test ## branch coverage of game/, which must be whole
	$(PY) -m pytest tests/game --cov=game --cov-branch --cov-fail-under=100 $(ARGS)

bench: .venv/installed-run ## print the measurements of rules, store and pictures
	$(PY) -m bench

# What `make test` runs with a small budget.
BUDGETED := tests/bot/whole/test_killed.py tests/bot/whole/test_killed_plans.py tests/bot/whole/test_presses_at_random.py \
  tests/bot/whole/test_plans_at_random.py tests/bot/interactions/test_router_forged.py tests/bot/tournaments/test_pairing.py \
  tests/bot/tournaments/test_grouping.py tests/bot/whole/test_tournaments.py tests/bot/tables/test_time_at_random.py \
  tests/render/test_many.py

soak: .venv/installed-test ## play a week of simulated games and print figures (ARGS="--engine postgres --processes 3 --kill"), and 1,000 at once
	$(PY) -m tests.bot.soak $(ARGS)
	SOAK=1 PRESSES=20 PLANS=500 $(PY) -m pytest -n auto $(BUDGETED)
	SOAK=1 $(PY) -m pytest tests/wire/test_load.py tests/wire/test_postgres.py tests/wire/test_shards.py

budgets: .venv/installed-test ## every death of the matrices and more presses at random: a bounded part of `make soak`
	SOAK=1 FORGED=5000 PRESSES=4 PLANS=20 $(PY) -m pytest -n auto $(BUDGETED) $(ARGS)

golden: .venv/installed-test ## draw the golden images again; look at the difference before committing it
	UPDATE_GOLDEN=1 $(PY) -m pytest tests/render tests/bot/screens/test_end_pictures.py

constraints: ## renew constraints.txt with the newest versions that the groups in pyproject.toml allow
	rm -rf .venv-constraints
	$(PYTHON) -m venv .venv-constraints
	.venv-constraints/bin/python -m pip install --quiet --upgrade pip
	.venv-constraints/bin/python -m pip install --quiet --group check
	{ echo '# Every version that `make` installs. Renewed by `make constraints`, never by hand.'; \
	  .venv-constraints/bin/python -m pip freeze --all --exclude setuptools; } > constraints.txt
	rm -rf .venv-constraints

# One stamp for each dependency group, so that a second run starts at once.
.venv/installed-%: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing into .venv what this needs: about a minute, and only once."
	@$(PIP) install --quiet --constraint constraints.txt --upgrade pip
	@$(PIP) install --quiet --constraint constraints.txt --group $*
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { rm -rf .venv; echo "Could not create .venv; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
