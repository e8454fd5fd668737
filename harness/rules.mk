# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy.  The unit tests link all of its objects except main() and the
# subcommands.
HARNESS_MAIN := harness/randstudy.o $(patsubst %.c,%.o,$(sort \
	$(wildcard harness/cli/*.c analyse/*.c)))
HARNESS := $(filter-out $(HARNESS_MAIN),$(patsubst %.c,%.o,$(sort \
	$(wildcard harness/*/*.c))))
HARNESS_LIBS = $(shell $(PKG_CONFIG) --libs sqlite3 jansson yaml-0.1 libarchive nettle) $(STATS_LIBS)

$(eval $(call program,randstudy,bin,$(HARNESS_MAIN) $(HARNESS) $(STATS) \
	$(COMMON),$$(HARNESS_LIBS)))
