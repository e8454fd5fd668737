# SPDX-License-Identifier: GPL-3.0-or-later
# gcc's own tests: testsuite/torture/run tells how.  `make check` takes a sample.

.PHONY: check-torture check-torture-built
check-torture: ## gcc's own tests, under randcc and gcc (SOURCES=DIR, ALL=1, SAMPLE=N; 30 minutes)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-torture-built

check-torture-built: all
	@JOBS='$(JOBS)' SOURCES='$(abspath $(SOURCES))' \
		testsuite/torture/run '$(O)'
