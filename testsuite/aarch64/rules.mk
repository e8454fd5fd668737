# SPDX-License-Identifier: GPL-3.0-or-later
# Tests on programs for aarch64, which gcc's cross compiler makes and qemu runs.

$(O)/aarch64/emulate.so: testsuite/aarch64/emulate.c
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) -std=gnu11 -O2 -Wall -Wextra -fPIC -shared -o $@ $<

# Three kinds of tests are left out.  The tests of clang, rustc and lld make
# programs of the native machine.  The tests of speed would measure qemu.  gcc's own
# tests and random programs take hours.
AARCH64_BATS := $(filter-out $(wildcard $(patsubst %,testsuite/%-*.bats,2046 2047 2048 \
	2075 2095 2096 2097 2098)),$(wildcard testsuite/[12]*.bats))
AARCH64_PROGRAMS := lua zlib bzip2 sqlite3

.PHONY: check-aarch64 check-aarch64-built
check-aarch64: ## the tests of the plugin and the wrapper, and lua, zlib, bzip2 and sqlite3, for aarch64 (half an hour of CPU; installs a cross compiler and qemu, 650 MB)
	@tools/install-deps aarch64
	@$(MAKE) --no-print-directory $(parallel) check-aarch64-built

check-aarch64-built: all $(O)/test/compare-objects $(O)/aarch64/emulate.so
	@$(PROVE) RANDCC_BUILD='$(abspath $(O))' TEST_SECONDS=3600 \
		testsuite/aarch64/run '$(O)' \
		prove $(prove_args) $(AARCH64_BATS)
	@COMPILER=aarch64-linux-gnu-gcc JOBS='$(JOBS)' SOURCES='$(SOURCES)' \
		testsuite/aarch64/run '$(O)' testsuite/corpus/run '$(O)' \
		$(AARCH64_PROGRAMS)
