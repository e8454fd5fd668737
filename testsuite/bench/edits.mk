# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/bench/edits measures how many layouts a comparison needs after an edit.
edits_results = $(or $(RESULTS),$(O)/edits/results.csv)

.PHONY: bench-edits edits-table
bench-edits: all ## compare versions of programs that differ by code that never runs (20 minutes, continues when interrupted; PROGRAMS="lua vm", STUDIES=3)
	@RANDCC_BUILD='$(abspath $(O))' RESULTS='$(abspath $(edits_results))' \
		PROGRAMS='$(PROGRAMS)' STUDIES='$(STUDIES)' LAYOUTS='$(LAYOUTS)' \
		SOURCES='$(SOURCES)' testsuite/bench/edits

# edits-table is not part of bench-edits, so that a trial run does not replace the kept
# results.
edits-table: ## keep the results of bench-edits in doc/edits, and write doc/EDITS.md
	@mkdir -p doc/edits
	@cp -- '$(edits_results)' doc/edits/results.csv
	@testsuite/bench/edits-table doc/edits/results.csv >doc/EDITS.md
