# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the statistics, one program for each topic.
STATS_TESTS := $(patsubst testsuite/unit/%.c,%,\
	$(sort $(wildcard testsuite/unit/stats_*.c)))
$(foreach t,$(STATS_TESTS),$(eval $(call unit_test,$(t),\
	$(STATS) $(COMMON_CORE),$$(STATS_LIBS) -pthread)))
