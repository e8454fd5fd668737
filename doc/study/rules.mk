# SPDX-License-Identifier: GPL-3.0-or-later
# The study of a suite of programs; doc/study/run tells what it measures.

study_dir = $(or $(STUDY_DIR),$(O)/study)

.PHONY: study study-built study-results
study: ## what layout does to ten programs of the kind of SPEC CINT2006 (two hours, 7 GB, downloads 25 MB; EXPERIMENTS=…, SOURCES=DIR, NO_RUNS=1)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) study-built

study-built: all
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' doc/study/run '$(O)' \
		$(if $(NO_RUNS),--no-runs) $(EXPERIMENTS)

# By itself, so that a trial does not take the place of what is kept.
study-results: all ## keep the last study's rows and reports in doc/study (EXPERIMENTS=…)
	@doc/study/keep '$(O)' '$(study_dir)' \
		$(or $(EXPERIMENTS),lto link orders flags exact)
