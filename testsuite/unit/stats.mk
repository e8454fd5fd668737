# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the statistics, one program for each topic.
STATS_TESTS := $(patsubst testsuite/unit/%.c,%,\
	$(sort $(wildcard testsuite/unit/stats_*.c)))
$(foreach test,$(STATS_TESTS),$(eval $(call unit_test,$(test),\
	$(call rooms,stats) $(COMMON_CORE),$$(call room_libs,stats))))

# R is the oracle; its results are stored, so that `make check` does not need it.
# NAME:TEST for each testsuite/data/NAME-reference.R
R_REFERENCES := stats:stats_reference blocks:stats_blocks \
	block-ratio:stats_block_ratio claims:stats_claims \
	fleet:stats_fleet unshare:stats_unshare
R_TESTS := $(foreach r,$(R_REFERENCES),$(O)/test/$(lastword $(subst :, ,$(r))))
.PHONY: check-r
check-r: $(R_TESTS) ## compare the statistics with new results of R
	@if command -v Rscript >/dev/null; then \
		for r in $(R_REFERENCES); do \
			new=$(O)/$${r%:*}-reference.tsv; \
			Rscript testsuite/data/$${r%:*}-reference.R >$$new && \
			STATS_REFERENCE=$$new CMOCKA_MESSAGE_OUTPUT=TAP \
				$(O)/test/$${r#*:} || exit 1; \
		done; \
	else \
		echo 'check-r: skipped: no Rscript (Debian: r-base-core, and' \
			'r-cran-lme4, r-cran-boot for all of it)'; \
	fi
