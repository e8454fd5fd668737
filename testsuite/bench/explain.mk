# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/bench/explain measures how often `randstudy explain` names the right
# function.
explain_results = $(or $(RESULTS),$(O)/explain/results.csv)

.PHONY: bench-explain
bench-explain: all $(O)/bench/load ## explain programs with planted causes (4 hours, continues when interrupted; PROGRAMS="1 2", SETS="1 2", LOAD=SEED, CONDITION=WORD, LIMIT=SECONDS)
	@RANDCC_BUILD='$(abspath $(O))' RESULTS='$(abspath $(explain_results))' \
		PROGRAMS='$(PROGRAMS)' SETS='$(SETS)' LOAD='$(LOAD)' \
		CONDITION='$(CONDITION)' LIMIT='$(LIMIT)' WORK='$(WORK)' testsuite/bench/explain
