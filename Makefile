# make run     serve the app                          make run PORT=8600 HOST=0.0.0.0 for a whole class
# make test    every test, browser tests included     make test PYTEST_ARGS='-n 0 -x tests/test_rules.py'
# make lint    style, types, import directions
# make bench   measure          make shots  renew the pictures          make clean  remove what was made
# Each sets up what it needs in .venv, once; again only when pyproject.toml or constraints.txt has changed.

HOST ?= 127.0.0.1
PORT ?= 8501
# Browser tests often wait, so four keep two processors busy.
PYTEST_ARGS ?= -n 4 --dist worksteal

VENV := .venv
BIN := $(VENV)/bin
PINS := pyproject.toml constraints.txt

# A name on PATH may be a shim that cannot run: ask each for its version.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)

# Two installs into one environment at a time would trip over each other, also under make -j.
.NOTPARALLEL:
.PHONY: help run test lint bench shots clean
help:
	@sed -n '1,/^$$/s/^# //p' Makefile

run: $(VENV)/.app
	$(BIN)/streamlit run app.py --server.address $(HOST) --server.port $(PORT)

test: $(VENV)/.test $(VENV)/.chromium
	MIDNIGHT_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python -m pytest $(PYTEST_ARGS)

# Every check runs, also after a failed one; the exit code tells whether all passed.
lint: $(VENV)/.lint
	@failed=0; for check in "ruff check" "ruff format --check" "mypy" "lint-imports"; do \
		echo "== $$check"; $(BIN)/$$check || failed=1; done; exit $$failed

bench: $(VENV)/.test $(VENV)/.chromium
	MIDNIGHT_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python -m benchmarks

shots: $(VENV)/.test $(VENV)/.chromium
	MIDNIGHT_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python -m docs.screenshots

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------------------------- set-up
$(VENV)/.made:
	@if [ -z "$(PYTHON)" ]; then echo "Midnight needs Python 3.11 or newer; none was found on PATH." >&2; exit 1; fi
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.app: EXTRAS := app
$(VENV)/.test: EXTRAS := test
$(VENV)/.lint: EXTRAS := app,lint
$(VENV)/.app $(VENV)/.test $(VENV)/.lint: $(VENV)/.made $(PINS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

# Holds the path of a Chromium that starts. Asked for anew when that one is gone.
ifneq ($(shell test -x "$$(cat $(VENV)/.chromium 2>/dev/null)" && echo yes),yes)
.PHONY: $(VENV)/.chromium
endif
$(VENV)/.chromium: $(VENV)/.test
	@$(BIN)/python scripts/chromium.py > $@.new
	@mv $@.new $@
	@echo "Chromium: $$(cat $@)"
