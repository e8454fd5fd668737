# SPDX-License-Identifier: GPL-3.0-or-later
# The statistics: a library without output, state or allocation of its own.
# A program that uses it links $(STATS) and $(STATS_LIBS), and $(COMMON_CORE).
STATS := $(patsubst %.c,%.o,$(sort $(wildcard stats/*.c)))
STATS_LIBS = $(shell $(PKG_CONFIG) --libs gsl) -lm
$(STATS:%=$(O)/obj/%): private C_WARNINGS += -Wconversion
# -O3 makes the bootstrap's inner loops a fifth faster.
$(O)/obj/stats/resample_block.o $(O)/obj/stats/bulk_random.o: private CFLAGS := \
	$(CFLAGS:-O2=-O3)

# Files for other programs that use the statistics: a library, its headers, and a file
# for pkg-config.  The library includes the objects of common/ that it needs.  The
# headers keep their paths, as in include/randcc/stats/rcc_stats.h.
STATS_ARCHIVE := $(O)/lib/librandcc-stats.a
STATS_HEADERS := $(patsubst %,$(O)/include/randcc/%,$(wildcard stats/rcc_*.h) \
	common/error.h common/random.h)
STATS_PC := $(O)/lib/pkgconfig/randcc-stats.pc
DEVELOPMENT := $(STATS_ARCHIVE) $(STATS_HEADERS) $(STATS_PC)

$(STATS_ARCHIVE): $(STATS:%=$(O)/obj/%) $(COMMON_CORE:%=$(O)/obj/%)
	@mkdir -p $(@D)
	$(call quiet,AR,$@)rm -f $@ && ar rcsD $@ $^

$(STATS_HEADERS): $(O)/include/randcc/%: %
	@mkdir -p $(@D)
	$(call quiet,CP,$@)cp $< $@

$(STATS_PC): stats/randcc-stats.pc.in GNUmakefile
	@mkdir -p $(@D)
	$(call quiet,PC,$@)sed 's/@VERSION@/$(VERSION)/' $< >$@
