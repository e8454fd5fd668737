# SPDX-License-Identifier: GPL-3.0-or-later
# The study of a suite of programs; doc/study/run describes it.

study_dir = $(or $(STUDY_DIR),$(O)/study)

.PHONY: study study-built study-results
study: ## measure layout's effect on ten programs similar to those of SPEC CINT2006 (two hours, 7 GB, downloads 25 MB; EXPERIMENTS=…, SOURCES=DIR, NO_RUNS=1)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) study-built

study-built: all
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' doc/study/run '$(O)' \
		$(if $(NO_RUNS),--no-runs) $(EXPERIMENTS)

# A target of its own, so that a trial does not replace what is kept.
study-results: all ## keep the last study's rows and reports in doc/study (EXPERIMENTS=…)
	@doc/study/keep '$(O)' '$(study_dir)' \
		$(or $(EXPERIMENTS),lto link orders flags exact)
