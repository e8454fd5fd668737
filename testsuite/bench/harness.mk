# SPDX-License-Identifier: GPL-3.0-or-later
# What testsuite/bench/harness.sh compares randstudy with.
OBJECTS += $(O)/obj/testsuite/bench/forks.o
$(O)/bench/forks: $(O)/obj/testsuite/bench/forks.o
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
# What of the time between two runs is waiting for the disk.
$(O)/bench/syncs.so: testsuite/bench/syncs.c
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) -fPIC -shared -o $@ $<
bench: $(O)/bench/forks $(O)/bench/syncs.so

.PHONY: bench-harness
bench-harness: all $(O)/bench/forks $(O)/bench/syncs.so ## measure what randstudy adds to a run, in it and between two
	@tools/install-deps bench
	@RANDCC_BUILD='$(abspath $(O))' testsuite/bench/harness.sh
