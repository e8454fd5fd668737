# SPDX-License-Identifier: GPL-3.0-or-later
# The program that testsuite/bench/stats.sh times.
OBJECTS += $(O)/obj/testsuite/bench/stats.o
$(O)/bench/stats: $(O)/obj/testsuite/bench/stats.o \
		$(STATS:%=$(O)/obj/%) $(COMMON_CORE:%=$(O)/obj/%)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ \
		$(STATS_LIBS) -pthread
bench: $(O)/bench/stats
