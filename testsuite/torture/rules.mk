# SPDX-License-Identifier: GPL-3.0-or-later
# Run gcc's own tests.  testsuite/torture/run describes how.  `make check` runs a sample
# in half a minute of processor time: one test in 80, or one in SAMPLE.

.PHONY: check-torture check-torture-built torture-table
check-torture: ## run gcc's own tests under randcc and gcc (45 minutes of CPU, no download; SOURCES=DIR, SAMPLE=N, ALL=1)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-torture-built

check-torture-built: all
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' \
		testsuite/torture/run '$(O)'

# This is not part of check-torture, so that a sample does not replace the page.
torture-table: ## keep the results of check-torture and check-csmith in doc/torture, and write doc/TORTURE.md
	@testsuite/keep '$(O)/torture/results' doc/torture/gcc.gz
	@testsuite/keep '$(O)/csmith/results' doc/torture/csmith.gz
	@testsuite/torture/table doc/torture/gcc.gz doc/torture/csmith.gz >'$(O)/torture-table.md'
	@mv '$(O)/torture-table.md' doc/TORTURE.md
