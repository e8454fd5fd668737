# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/bench/verdict measures how often a planted difference is found.
verdict_results = $(or $(RESULTS),$(O)/verdict/results.csv)

.PHONY: bench-verdict verdict-table
bench-verdict: all $(O)/bench/load $(O)/bench/forks ## compare programs that differ by a planted share, again and again (3 hours, 6 with a load, continues when interrupted; EFFECTS="0 2", STUDIES=5, FIRST=3, LOAD=SEED, LIMIT=SECONDS)
	@RANDCC_BUILD='$(abspath $(O))' RESULTS='$(abspath $(verdict_results))' \
		EFFECTS='$(EFFECTS)' STUDIES='$(STUDIES)' FIRST='$(FIRST)' LOAD='$(LOAD)' \
		LIMIT='$(LIMIT)' MODE='$(MODE)' WORK='$(WORK)' \
		testsuite/bench/verdict

# verdict-table is not part of bench-verdict, so that a trial run does not replace the
# kept results.
verdict-table: ## keep the results of bench-verdict in doc/verdict, and write doc/VERDICT.md
	@mkdir -p doc/verdict
	@cp -- '$(verdict_results)' doc/verdict/results.csv
	@testsuite/bench/verdict-table doc/verdict/results.csv >doc/VERDICT.md
