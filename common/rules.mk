# SPDX-License-Identifier: GPL-3.0-or-later
# What the programs share.  The core (rank, random) allocates nothing, prints
# nothing and never exits; the plugin takes rank.c alone.
COMMON_CORE := common/rank.o common/random.o
COMMON := $(COMMON_CORE) $(filter-out $(COMMON_CORE),$(patsubst %.c,%.o,$(sort \
	$(wildcard common/*.c))))
# private: the stamp of the flags would inherit them.
$(O)/obj/common/rank.o $(O)/obj/common/random.o: private C_WARNINGS += \
	-Wconversion \
	-Wc++-compat
