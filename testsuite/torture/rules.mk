# SPDX-License-Identifier: GPL-3.0-or-later
# gcc's own tests: testsuite/torture/run tells how.  `make check` takes a sample,
# for five minutes of processor time; SAMPLE=40 is a fifth of it.

.PHONY: check-torture check-torture-built torture-table
check-torture: ## gcc's own tests, under randcc and gcc (45 minutes of CPU, no download; SOURCES=DIR, SAMPLE=N, ALL=1)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-torture-built

check-torture-built: all
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' \
		testsuite/torture/run '$(O)'

# By itself, so that a sample does not take the place of what is kept.
torture-table: ## doc/TORTURE.md from the results of check-torture and check-csmith
	@testsuite/torture/table '$(O)/torture/results' '$(O)/csmith/results' \
		>'$(O)/torture-table.md'
	@mv '$(O)/torture-table.md' doc/TORTURE.md
