# SPDX-License-Identifier: GPL-3.0-or-later
# Files of more than 2^31 bytes take too long for `make check`.

.PHONY: check-large check-large-built
check-large: ## read a CSV file of more than 2 GiB (needs as much free space in $TMPDIR)
	@tools/install-deps check
	@$(MAKE) --no-print-directory $(parallel) check-large-built

check-large-built: all
	@$(PROVE) RANDCC_BUILD='$(abspath $(O))' \
		prove --failures --timer --exec testsuite/run \
		testsuite/large/analyse.bats
