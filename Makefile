VENV := .venv

venv: $(VENV)/.dev
$(VENV)/.dev: requirements/dev.txt pyproject.toml
	test -x $(VENV)/bin/python || python3.11 -m venv $(VENV)
	$(VENV)/bin/python -m pip install -q --require-hashes -r requirements/dev.txt
	$(VENV)/bin/python -m pip install -q --no-deps --no-build-isolation -e .
	@touch $@
