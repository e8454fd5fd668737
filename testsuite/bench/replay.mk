# SPDX-License-Identifier: GPL-3.0-or-later
# A program for testsuite/bench/replay.sh.
OBJECTS += $(O)/obj/testsuite/bench/cost.o
$(O)/bench/cost: $(O)/obj/testsuite/bench/cost.o
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
bench: $(O)/bench/cost

cost_results = $(or $(RESULTS),$(O)/cost/replay.tsv)

.PHONY: bench-replay cost-table
bench-replay: all $(O)/bench/cost ## measure the cost of N layouts relative to builds and plain links (REPLAY_PARTS="sqlite link", REPLAY_REPEAT=1)
	@mkdir -p '$(dir $(cost_results))'
	@RANDCC_BUILD='$(abspath $(O))' testsuite/bench/replay.sh >'$(cost_results).new'
	@mv -- '$(cost_results).new' '$(cost_results)'
	@testsuite/bench/cost-table '$(cost_results)'

# cost-table is not part of bench-replay, so that a trial run does not replace the kept
# results.
cost-table: ## keep the results of bench-replay in doc/cost, and put its tables into doc/COST.md
	@mkdir -p doc/cost
	@cp -- '$(cost_results)' doc/cost/replay.tsv
	@testsuite/bench/cost-table doc/cost/replay.tsv | doc/put-table doc/COST.md replay
