# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the statistics, one program for each topic.
STATS_TESTS := $(patsubst testsuite/unit/%.c,%,\
	$(sort $(wildcard testsuite/unit/stats_*.c)))
$(foreach test,$(STATS_TESTS),$(eval $(call unit_test,$(test),\
	$(call rooms,stats) $(COMMON_CORE),$$(call room_libs,stats))))

# R is the oracle; its results are stored, so that `make check` does not need it.
R_TESTS := $(addprefix $(O)/test/,stats_reference stats_blocks stats_block_ratio)
.PHONY: check-r
check-r: $(R_TESTS) ## compare the statistics with new results of R
	@if command -v Rscript >/dev/null; then \
		Rscript testsuite/data/stats-reference.R \
			>$(O)/stats-reference.tsv && \
		Rscript testsuite/data/blocks-reference.R \
			>$(O)/blocks-reference.tsv && \
		Rscript testsuite/data/block-ratio-reference.R \
			>$(O)/block-ratio-reference.tsv && \
		export CMOCKA_MESSAGE_OUTPUT=TAP && \
		STATS_REFERENCE=$(O)/stats-reference.tsv \
			$(O)/test/stats_reference && \
		BLOCKS_REFERENCE=$(O)/blocks-reference.tsv \
			$(O)/test/stats_blocks && \
		BLOCK_RATIO_REFERENCE=$(O)/block-ratio-reference.tsv \
			$(O)/test/stats_block_ratio; \
	else \
		echo 'check-r: skipped: no Rscript (Debian: r-base-core, and' \
			'r-cran-lme4, r-cran-boot for all of it)'; \
	fi
