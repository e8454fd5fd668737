# SPDX-License-Identifier: GPL-3.0-or-later
# Test studies on many machines, under a real Slurm and under other batch systems.

.PHONY: check-slurm check-engines
check-slurm: ## run a study on ten emulated nodes of a real Slurm (root, seven minutes)
	@tools/install-deps slurm
	@$(MAKE) --no-print-directory
	@TEST_SECONDS=3600 RANDCC_BUILD='$(abspath $(O))' \
		testsuite/run testsuite/slurm/slurm.bats

check-engines: ## check the examples for Kubernetes, HTCondor and GNU parallel with their programs
	@tools/install-deps engines
	@$(MAKE) --no-print-directory
	@RANDCC_BUILD='$(abspath $(O))' \
		testsuite/run testsuite/3133-harness-engines.bats
