# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/bench/best measures whether the gain that `randstudy best` states is right.
best_results = $(or $(RESULTS),$(O)/best/results.csv)

.PHONY: bench-best
bench-best: all ## search programs whose true gain is known (hours; continues when interrupted; PROGRAMS="4 5", SETS="1 2", LAYOUTS=N, BLOCKS=N)
	@RANDCC_BUILD='$(abspath $(O))' RESULTS='$(abspath $(best_results))' \
		PROGRAMS='$(PROGRAMS)' SETS='$(SETS)' LAYOUTS='$(LAYOUTS)' \
		BLOCKS='$(BLOCKS)' WORK='$(WORK)' testsuite/bench/best
