# SPDX-License-Identifier: GPL-3.0-or-later
# Lay out programs of clang and rustc.  testsuite/compilers/run describes the steps.
# doc/COMPILERS.md is generated from the results.

.PHONY: check-compilers check-compilers-built compilers-table
check-compilers: ## lay out programs of clang and rustc (an hour of CPU; downloads sources; STEPS="corpus rust…", CLANGS, RUSTCS, MORE="bzip2…")
	@tools/install-deps compilers
	@$(MAKE) --no-print-directory $(parallel) check-compilers-built

check-compilers-built: all $(O)/test/compare-objects $(O)/bench/cost
	@CLANGS='$(CLANGS)' RUSTCS='$(RUSTCS)' MORE='$(MORE)' SAMPLE='$(SAMPLE)' \
		SOURCES='$(SOURCES)' testsuite/compilers/run '$(O)' $(STEPS)

# compilers-table is not part of check-compilers, so that a run of a few steps does not
# remove the other steps from the page.
compilers-table: ## keep the results of check-compilers and check-aarch64 in doc/compilers, and write doc/COMPILERS.md
	@testsuite/compilers/keep '$(O)' doc/compilers
	@testsuite/compilers/table doc/compilers >'$(O)/compilers-table.md'
	@mv '$(O)/compilers-table.md' doc/COMPILERS.md
