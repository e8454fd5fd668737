# SPDX-License-Identifier: GPL-3.0-or-later
# The program that keeps the machine busy under the condition "loaded" of tandem.sh,
# verdict and explain.
OBJECTS += $(O)/obj/testsuite/bench/load.o
$(O)/bench/load: $(O)/obj/testsuite/bench/load.o $(COMMON_CORE:%=$(O)/obj/%)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^
bench: $(O)/bench/load

.PHONY: bench-tandem
bench-tandem: all $(O)/bench/load ## measure what tandem runs are worth (12 minutes; PROGRAMS=…, LOAD=SEED, KEEP=DIR, downloads 3 MB)
	@RANDCC_BUILD='$(abspath $(O))' PROGRAMS='$(PROGRAMS)' LOAD='$(LOAD)' \
		KEEP='$(KEEP)' SOURCES='$(or $(SOURCES),$(abspath $(O))/tandem)' \
		testsuite/bench/tandem.sh

# What does a run in tandem save by ending last?
OBJECTS += $(O)/obj/testsuite/bench/ending.o
$(O)/bench/ending: $(O)/obj/testsuite/bench/ending.o $(COMMON_CORE:%=$(O)/obj/%)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ -lm
bench: $(O)/bench/ending

.PHONY: bench-ending
bench-ending: $(O)/bench/ending ## measure the CPU time of the end of a run in tandem (BLOCKS=100: two minutes)
	@$(O)/bench/ending '$(or $(BLOCKS),100)'

.PHONY: tandem-results
tandem-results: ## put tables and pictures of the rows in doc/tandem into doc/TANDEM.md
	@doc/tandem/keep
