# Every task is one word; the steps live in .ci/bootstrap.py.
.PHONY: run test soak bench
PYTHON ?= python3
export PORT HTTPS

run: ## environment, assets, database, demo data, server
	@$(PYTHON) .ci/bootstrap.py run

test: ## what tests need, then all tests
	@$(PYTHON) .ci/bootstrap.py test $(ARGS)

soak: ## the full length of the kill, crash, fault and tamper runs: hours
	@$(PYTHON) .ci/bootstrap.py soak $(ARGS)

bench: ## timings, as a table with ratios
	@$(PYTHON) .ci/bootstrap.py bench $(ARGS)
