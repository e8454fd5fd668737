# SPDX-License-Identifier: GPL-3.0-or-later
# The code that all programs share.  The core (rank, random) allocates nothing, prints
# nothing and never exits.  The plugin uses rank.c alone.
COMMON_CORE := common/rank.o common/random.o
COMMON := $(COMMON_CORE) $(filter-out $(COMMON_CORE),$(patsubst %.c,%.o,$(sort \
	$(wildcard common/*.c))))
# These flags are private to the two objects.  Otherwise $(O)/flags, which
# records the flags and which each object depends on, would inherit them.
$(O)/obj/common/rank.o $(O)/obj/common/random.o: private C_WARNINGS += \
	-Wconversion \
	-Wc++-compat
