# SPDX-License-Identifier: GPL-3.0-or-later
# The statistics: a library without output, state or allocation of its own.
# A program that uses it links $(STATS) and $(STATS_LIBS), and $(COMMON_CORE).
STATS := $(patsubst %.c,%.o,$(sort $(wildcard stats/*.c)))
STATS_LIBS = $(shell $(PKG_CONFIG) --libs gsl) -lm
$(STATS:%=$(O)/obj/%): private C_WARNINGS += -Wconversion
# The bootstrap's inner loops: a fifth faster.
$(O)/obj/stats/resample_block.o $(O)/obj/stats/bulk_random.o: private CFLAGS := \
	$(CFLAGS:-O2=-O3)
