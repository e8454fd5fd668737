# SPDX-License-Identifier: GPL-3.0-or-later
# Studies on a real network file system.

.PHONY: check-nfs
check-nfs: ## run the tests of network file systems on a real NFS, in a kernel of its own
	@tools/install-deps check
	@$(MAKE) --no-print-directory
	@testsuite/nfs/run '$(abspath $(O))' '$(O)/nfs'
