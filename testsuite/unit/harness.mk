# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the harness: they link all of it but its main and subcommands.
HARNESS_TESTS := $(patsubst testsuite/unit/%.c,%,\
	$(sort $(wildcard testsuite/unit/harness_*.c)))
$(foreach test,$(HARNESS_TESTS),$(eval $(call unit_test,$(test),\
	$(HARNESS) $(STATS) $(COMMON),$$(HARNESS_LIBS))))
