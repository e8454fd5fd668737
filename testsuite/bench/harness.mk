# SPDX-License-Identifier: GPL-3.0-or-later
# What testsuite/bench/harness.sh compares randstudy with.
OBJECTS += $(O)/obj/testsuite/bench/forks.o
$(O)/bench/forks: $(O)/obj/testsuite/bench/forks.o
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
bench: $(O)/bench/forks

.PHONY: bench-harness
bench-harness: all $(O)/bench/forks ## measure what randstudy adds to a run, in it and between two
	@tools/install-deps bench
	@RANDCC_BUILD='$(abspath $(O))' testsuite/bench/harness.sh
