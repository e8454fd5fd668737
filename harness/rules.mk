# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy.  The library part (everything but its main and the subcommands)
# is what the unit tests link.
HARNESS_MAIN := harness/randstudy.o $(patsubst %.c,%.o,$(sort \
	$(wildcard harness/cmd_*.c harness/analyse*.c harness/simulate*.c)))
HARNESS := $(filter-out $(HARNESS_MAIN),$(patsubst %.c,%.o,$(sort \
	$(wildcard harness/*.c harness/report/*.c))))
HARNESS_LIBS = $(shell $(PKG_CONFIG) --libs sqlite3 jansson yaml-0.1) $(STATS_LIBS)

$(eval $(call program,randstudy,bin,$(HARNESS_MAIN) $(HARNESS) $(STATS) \
	$(COMMON),$$(HARNESS_LIBS)))
