# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that nobody here wrote, built with randcc: testsuite/corpus/run tells
# how.  The table in doc/CORPUS.md is made from the results.

OBJECTS += $(O)/obj/testsuite/tools/compare-objects.o
$(O)/test/compare-objects: $(O)/obj/testsuite/tools/compare-objects.o \
		$(COMMON:%.o=$(O)/obj/%.o)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ \
		$(filter %.o,$^) -lelf

CORPUS := $(patsubst testsuite/corpus/programs/%.sh,%,\
	$(sort $(wildcard testsuite/corpus/programs/*.sh)))
PROGRAMS ?= $(CORPUS)

# Without PROGRAMS the whole table is made anew; with it, only when there are
# results for all the others.
.PHONY: check-corpus
check-corpus: all $(O)/test/compare-objects ## other people's programs, built with randcc (PROGRAMS="lua xz…", SOURCES=DIR)
	@status=0; \
	JOBS='$(JOBS)' SOURCES='$(SOURCES)' testsuite/corpus/run '$(O)' \
		$(PROGRAMS) || status=1; \
	testsuite/corpus/table '$(O)/corpus' $(CORPUS) \
		>'$(O)/corpus/table.md' && \
		mv '$(O)/corpus/table.md' doc/CORPUS.md; \
	exit $$status
