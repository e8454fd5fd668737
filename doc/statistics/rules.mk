# SPDX-License-Identifier: GPL-3.0-or-later
# The simulations that doc/STATISTICS.md quotes.

.PHONY: statistics-results
statistics-results: all $(addprefix $(O)/test/,harness_best stats_block_ratio stats_spread stats_unshare) ## simulate again what doc/STATISTICS.md quotes (half an hour of CPU; SIMULATIONS="study-normal …": only these)
	@doc/statistics/keep '$(O)' doc/statistics $(SIMULATIONS)
	@doc/statistics/page
