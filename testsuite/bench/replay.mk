# SPDX-License-Identifier: GPL-3.0-or-later
# A program for testsuite/bench/replay.sh.
OBJECTS += $(O)/obj/testsuite/bench/cost.o
$(O)/bench/cost: $(O)/obj/testsuite/bench/cost.o
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
bench: $(O)/bench/cost

.PHONY: bench-replay
bench-replay: all $(O)/bench/cost ## measure the cost of N layouts relative to builds and plain links
	@RANDCC_BUILD='$(abspath $(O))' testsuite/bench/replay.sh
