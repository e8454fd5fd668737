# SPDX-License-Identifier: GPL-3.0-or-later
# Run random programs.  testsuite/csmith/run describes how.

N ?= 1000
FIRST ?= 1
.PHONY: check-csmith check-csmith-built
check-csmith: ## run random programs by csmith (20 minutes of CPU, no download; N=1000, FIRST=1)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) check-csmith-built

check-csmith-built: all
	@JOBS='$(JOBS)' testsuite/csmith/run '$(O)' '$(N)' '$(FIRST)'
