# Every task is one word; the steps live in .ci/bootstrap.py.
.PHONY: run test bench
PYTHON ?= python3
export PORT HTTPS

run: ## environment, assets, database, demo data, server
	@$(PYTHON) .ci/bootstrap.py run

test: ## what tests need, then all tests
	@$(PYTHON) .ci/bootstrap.py test $(ARGS)

bench: ## timings, as a table with ratios
	@$(PYTHON) .ci/bootstrap.py bench $(ARGS)
