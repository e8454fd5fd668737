# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/bench/best measures whether the gain that `randstudy best` states is right.
best_results = $(or $(RESULTS),$(O)/best/results.csv)

.PHONY: bench-best
bench-best: all ## search programs whose true gain is known (hours; continues when interrupted; PROGRAMS="4 5", SETS="1 2", LAYOUTS=N, BLOCKS=N, MEMORY=KIB, CONDITION=WORD)
	@RANDCC_BUILD='$(abspath $(O))' RESULTS='$(abspath $(best_results))' \
		PROGRAMS='$(PROGRAMS)' SETS='$(SETS)' LAYOUTS='$(LAYOUTS)' \
		BLOCKS='$(BLOCKS)' CONDITION='$(CONDITION)' WORK='$(WORK)' \
		MEMORY='$(MEMORY)' testsuite/bench/best

# planted-table reads the results in doc/planted.  RESULTS=doc/planted/explain.csv and
# RESULTS=doc/planted/best.csv let the benchmarks add to these results.
.PHONY: planted-table
planted-table: ## write doc/PLANTED.md from doc/planted/explain.csv and doc/planted/best.csv
	@testsuite/bench/planted-table doc/planted/explain.csv doc/planted/best.csv \
		>doc/PLANTED.md
