# SPDX-License-Identifier: GPL-3.0-or-later
# Programs for testsuite/bench/harness.sh.
OBJECTS += $(O)/obj/testsuite/bench/forks.o
$(O)/bench/forks: $(O)/obj/testsuite/bench/forks.o
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
# This library measures the waits for the disk between two runs.
$(O)/bench/syncs.so: testsuite/bench/syncs.c
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) -fPIC -shared -o $@ $<
bench: $(O)/bench/forks $(O)/bench/syncs.so

.PHONY: bench-harness
bench-harness: all $(O)/bench/forks $(O)/bench/syncs.so ## measure what randstudy adds to a run and between two runs
	@tools/install-deps bench
	@RANDCC_BUILD='$(abspath $(O))' testsuite/bench/harness.sh
