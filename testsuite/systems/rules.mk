# SPDX-License-Identifier: GPL-3.0-or-later
# Try whole systems.  testsuite/systems/run describes how.

.PHONY: check-systems systems-table
check-systems: ## try the last commit on Debian 12, 13 and sid with every gcc there (root, hours, 5 GB; SYSTEMS=, STEPS=, GCC=, PROGRAMS=)
	@SYSTEMS='$(SYSTEMS)' STEPS='$(STEPS)' DIR='$(DIR)' SAMPLE='$(SAMPLE)' SOURCES='$(SOURCES)' \
		GCC='$(GCC)' PROGRAMS='$(PROGRAMS)' testsuite/systems/run '$(O)'

systems-table: ## keep the results of check-systems, check-package and check-container in doc/systems, and write doc/SYSTEMS.md
	@testsuite/systems/keep '$(O)/systems/results' doc/systems/results
	@testsuite/systems/keep '$(O)/package/results' doc/systems/results
	@testsuite/systems/table doc/systems/results >'$(O)/systems-table.md'
	@mv '$(O)/systems-table.md' doc/SYSTEMS.md
