# SPDX-License-Identifier: GPL-3.0-or-later
# Do what a new user does, from README.md and the manuals alone, with the real
# build systems.  Also build CPython, which finds its files beside itself.

.PHONY: check-journeys check-journeys-built
check-journeys: ## repeat a new user's journeys with real build systems (JOURNEYS=WORDS selects; CPython's sources are downloaded, or SOURCES=DIR)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) check-journeys-built

journey_sources = $(or $(SOURCES),$(O)/journeys/sources)

check-journeys-built: all
	@cpython=$$(tools/fetch-source python3.11 '$(journey_sources)') || cpython=; \
	env $(foreach v,MAKEFLAGS MFLAGS MAKELEVEL,-u $(v)) \
		RANDCC_BUILD='$(abspath $(O))' CPYTHON="$$cpython" \
		bats $(if $(JOURNEYS),-f '$(JOURNEYS)') \
		testsuite/journeys/journeys.bats
