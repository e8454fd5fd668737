# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy cluster with a real Slurm: testsuite/slurm/slurm.bats.

.PHONY: check-slurm
check-slurm: ## run a study on ten emulated nodes of a real Slurm (root, five minutes)
	@tools/install-deps slurm
	@$(MAKE) --no-print-directory
	@RANDCC_BUILD='$(abspath $(O))' testsuite/run testsuite/slurm/slurm.bats
