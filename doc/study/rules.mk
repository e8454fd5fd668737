# SPDX-License-Identifier: GPL-3.0-or-later
# The studies of programs: doc/study/run and doc/evidence/run describe them.

study_dir = $(or $(STUDY_DIR),$(O)/study)
study_experiments := lto link orders flags exact explain
evidence_experiments := remedies misleads padding code
# Without EXPERIMENTS it is the first study; what is unknown is left to its scripts.
asked_study = $(filter-out $(evidence_experiments),$(or $(EXPERIMENTS),$(study_experiments)))
asked_evidence = $(filter $(evidence_experiments),$(EXPERIMENTS))

.PHONY: study study-built study-results
study: ## measure layout's effect on ten programs similar to those of SPEC CINT2006 (two hours, 7 GB, downloads 25 MB; EXPERIMENTS=…, SOURCES=DIR, NO_RUNS=1; EXPERIMENTS="remedies misleads padding code": on programs that people ship, doc/evidence)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) study-built

study-built: all
	$(if $(asked_study),@JOBS='$(JOBS)' SOURCES='$(SOURCES)' doc/study/run '$(O)' \
		$(if $(NO_RUNS),--no-runs) $(asked_study))
	$(if $(asked_evidence),@JOBS='$(JOBS)' SOURCES='$(SOURCES)' \
		EVIDENCE='$(EVIDENCE)' doc/evidence/run '$(O)' \
		$(if $(NO_RUNS),--no-runs) $(asked_evidence))

# A target of its own, so that a trial does not replace what is kept.
study-results: all ## keep the last study's rows and reports in doc/study and doc/evidence (EXPERIMENTS=…)
	$(if $(asked_study),@doc/study/keep '$(O)' '$(study_dir)' $(asked_study))
	$(if $(asked_evidence),@EVIDENCE='$(EVIDENCE)' doc/evidence/keep '$(O)' \
		'$(study_dir)' $(asked_evidence))
