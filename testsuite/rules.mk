# SPDX-License-Identifier: GPL-3.0-or-later
# Tests: unit tests (unit/*.c, cmocka) and tests of whole programs (*.bats).
# Both print TAP; prove runs them.
#
# A unit test: $(eval $(call unit_test,NAME,OBJECTS,LIBS)) builds
# testsuite/unit/NAME.c with the objects that it tests.  Most tests name rooms
# instead.  A room is a folder of sources, such as wrapper/elf.
# $(eval $(call room_test,NAME,ROOMS,LIBS)) links every object of the ROOMS and of
# common/, and nothing else.  If a room uses a room that is not named, the test does
# not link.

UNIT_TESTS :=
define unit_test
UNIT_TESTS += $(O)/test/$(1)
OBJECTS += $(O)/obj/testsuite/unit/$(1).o $(2:%.o=$(O)/obj/%.o)
$(O)/test/$(1): $(O)/obj/testsuite/unit/$(1).o $(2:%.o=$(O)/obj/%.o)
	@mkdir -p $$(@D)
	$$(call quiet,LINK,$$@)$$(CC) $$(ALL_CFLAGS) $$(ALL_LDFLAGS) -o $$@ \
		$$(filter %.o,$$^) $(3) $$(ARGP_LIBS) -lcmocka
endef

rooms = $(foreach room,$(1),$(patsubst %.c,%.o,$(sort $(wildcard \
	$(room)/*.c))))
# The libraries of the rooms.  tools/check-layers checks which rooms use them.
room_libs = $(if $(filter stats,$(1)),$(STATS_LIBS) -pthread) \
	$(if $(filter wrapper/elf,$(1)),-lelf) \
	$(if $(filter harness/%,$(1)),$(shell $(PKG_CONFIG) --libs jansson)) \
	$(if $(filter harness/store analyse,$(1)),$(shell $(PKG_CONFIG) \
		--libs sqlite3)) \
	$(if $(filter harness/suite,$(1)),$(shell $(PKG_CONFIG) --libs \
		yaml-0.1)) \
	$(if $(filter harness/fleet,$(1)),$(shell $(PKG_CONFIG) --libs \
		libarchive nettle))
room_test = $(call unit_test,$(1),$(call rooms,$(2)) $(COMMON),$$(call \
	room_libs,$(2)) $(3))

$(eval $(call room_test,common,))
$(eval $(call room_test,number,))
# Each file testsuite/unit/*.mk lists the unit tests of one folder.  The other files
# have the targets of their own folders.
include $(wildcard testsuite/*/*.mk)

# Start the test that takes minutes first, so that no core waits for it in the end.
LONG_BATS := $(wildcard testsuite/2096-*.bats)
BATS := $(LONG_BATS) \
	$(filter-out $(LONG_BATS),$(sort $(wildcard testsuite/[0-9]*.bats)))
# `make check-quick` leaves out the tests that take ten seconds or more, and those of
# kept studies (9*).
SLOW_BATS := $(wildcard $(patsubst %,testsuite/%-*.bats, \
	0013 0014 0030 1010 2000 2010 2020 2025 2030 2040 2046 2047 2048 2050 2055 2065 \
	2075 2090 2095 2096 2098 2100 2110 2120 3010 3020 3030 3060 3065 \
	3066 3067 3070 3071 3074 3076 3078 3090 3095 3100 3102 3120 3125 3127 \
	3130 3133 3134 3145 3147 3148 3149 3155 4010 9*))
# `make check-quick` and `make check-unit` leave these unit tests out too.  They simulate
# hundreds of studies each, to count how often an interval or a claim is right.
SLOW_UNIT_TESTS := $(addprefix $(O)/test/,harness_blocks harness_coverage \
	harness_suspects stats_block_trials stats_looks)
QUICK_UNIT_TESTS = $(filter-out $(SLOW_UNIT_TESTS),$(UNIT_TESTS))
# prove runs the tests side by side: they must not depend on time or order, nor
# on what the user has set for randcc or for this make.
PROVE = env $(foreach v,MAKEFLAGS MFLAGS MAKELEVEL $(filter \
	RANDCC_%,$(.VARIABLES)),-u $(v)) CMOCKA_MESSAGE_OUTPUT=TAP
# Some tests wait for time limits, so there is one more of them than other jobs.
prove_args := -j$(shell expr $(JOBS) + 1) --timer --failures --comments --exec testsuite/run

.PHONY: check check-quick check-unit installcheck
.PHONY: check-built check-quick-built check-unit-built
check: ## install what is missing, build, run every test (under ten minutes; SAMPLE=16: more of gcc's)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-built

check-quick: ## the same without foreign programs, simulations and other slow tests (under two minutes)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-quick-built

check-unit: ## install what is missing, build and run the unit tests without simulations (seconds)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-unit-built

check-built: all $(UNIT_TESTS) $(O)/test/compare-objects
	@$(PROVE) RANDCC_BUILD='$(abspath $(O))' \
		prove $(prove_args) $(LONG_BATS) $(UNIT_TESTS) \
		$(filter-out $(LONG_BATS),$(BATS))

check-quick-built: all $(QUICK_UNIT_TESTS)
	@$(PROVE) RANDCC_BUILD='$(abspath $(O))' \
		prove $(prove_args) $(filter-out $(SLOW_BATS),$(BATS)) \
		$(QUICK_UNIT_TESTS)

check-unit-built: $(QUICK_UNIT_TESTS)
	@$(PROVE) prove $(prove_args) $(QUICK_UNIT_TESTS)

# Test the installed tree, which has the shape of the build folder.
installcheck: ## run the program tests on what `make install` put there
	@$(PROVE) RANDCC_BUILD="$$(cd '$(DESTDIR)$(prefix)' && pwd)" \
		prove $(prove_args) $(BATS)

# Each benchmark prints lines "NAME<tab>VALUE<tab>UNIT".
.PHONY: bench
bench: all ## measure the cost of randcc's compilations and links
	@for bench in testsuite/bench/*.sh; do \
		echo "# $$bench"; \
		RANDCC_BUILD='$(abspath $(O))' "$$bench" || exit 1; \
	done
