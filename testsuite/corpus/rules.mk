# SPDX-License-Identifier: GPL-3.0-or-later
# Build third-party programs with randcc.  testsuite/corpus/run describes the checks.
# doc/CORPUS.md is generated from the results.

OBJECTS += $(O)/obj/testsuite/tools/compare-objects.o
$(O)/test/compare-objects: $(O)/obj/testsuite/tools/compare-objects.o \
		$(COMMON:%.o=$(O)/obj/%.o)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ \
		$(filter %.o,$^) -lelf

# The programs of doc/EVIDENCE.md take long to build, so they are a group of their own.
# Only redis is in CORPUS too.
EVIDENCE := calculix cc1 cc1plus cpython ffmpeg git haproxy php postgresql redis speedtest1 zstd
CORPUS := $(filter-out $(filter-out redis,$(EVIDENCE)),\
	$(patsubst testsuite/corpus/programs/%.sh,%,\
	$(sort $(wildcard testsuite/corpus/programs/*.sh))))
PROGRAMS ?= $(CORPUS)

.PHONY: check-corpus check-corpus-built check-evidence corpus-table evidence-table
check-corpus: ## build third-party programs with randcc (hours; downloads their sources, or SOURCES=DIR; PROGRAMS="lua xz…", LTO=no|only|all, CONTINUE=yes: after an interruption)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) check-corpus-built

check-corpus-built: all $(O)/test/compare-objects $(O)/bench/cost
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' testsuite/corpus/run \
		'$(O)' $(PROGRAMS)

check-evidence: ## the same for the modern programs of doc/EVIDENCE.md (hours; EVIDENCE="zstd git…", LTO=no|only|all, LAYOUT_ONLY=yes: compare the functions only, BUILDS=only: time the builds of large programs again)
	@$(MAKE) --no-print-directory check-corpus PROGRAMS='$(EVIDENCE)'

# The tables are not part of the checks, so that a run of a few programs does not
# remove the other programs from a page.
corpus-table: ## keep the finished results of check-corpus in doc/corpus, and write doc/CORPUS.md
	@testsuite/corpus/keep '$(O)/corpus' doc/corpus $(CORPUS)
	@testsuite/corpus/table doc/corpus $(CORPUS) >'$(O)/corpus/table.md'
	@mv '$(O)/corpus/table.md' doc/CORPUS.md

evidence-table: ## keep the finished results of check-evidence in doc/evidence/builds, and write doc/evidence/BUILDS.md and a table of doc/COST.md
	@testsuite/corpus/keep '$(O)/corpus' doc/evidence/builds $(EVIDENCE)
	@testsuite/corpus/table --evidence doc/evidence/builds $(EVIDENCE) >'$(O)/corpus/table.md'
	@mv '$(O)/corpus/table.md' doc/evidence/BUILDS.md
	@testsuite/corpus/limits doc/evidence/BUILDS.md | doc/put-table doc/COST.md limits
