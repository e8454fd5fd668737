# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzz the readers of foreign input.  Each target runs FUZZ_RUNS times on one core.
# libFuzzer writes an input to $(O)/fuzz/NAME if it executes new code, or known code
# a new number of times.  `make fuzz-keep` keeps only inputs that execute new code.

FUZZ_TARGETS := object output layout arguments script recipe map user_names
FUZZ_RUNS ?= 1000000
FUZZ_SOURCES := testsuite/fuzz/targets.c testsuite/fuzz/elf.c \
	testsuite/fuzz/text.c
FUZZ_LINKED = $(WRAPPER_LINK) $(COMMON)

# libFuzzer with the options of all targets.  $(1): the target.
fuzz_run = nice env RANDCC_FUZZ=$(1) ASAN_OPTIONS=detect_leaks=0 \
	$(O)/fuzz/fuzz -close_fd_mask=3 -max_len=8192 -timeout=20 \
	-malloc_limit_mb=1024 -print_final_stats=1

$(O)/fuzz/fuzz: testsuite/fuzz/libfuzzer.c $(FUZZ_SOURCES) \
		$(FUZZ_LINKED:.o=.c) $(wildcard wrapper/*/*.h common/*.h)
	@mkdir -p $(@D)
	$(call quiet,FUZZER,$@)clang $(ALL_CPPFLAGS) -std=c11 -O1 -g -w \
		-fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=undefined \
		-o $@ $(filter %.c,$^) -lelf

.PHONY: fuzz fuzz-built fuzz-keep
fuzz: ## fuzz the readers of foreign input, FUZZ_RUNS runs each
	@tools/install-deps build fuzz
	@$(MAKE) --no-print-directory fuzz-built

fuzz-built: $(O)/fuzz/fuzz
	@for t in $(FUZZ_TARGETS); do \
		mkdir -p $(O)/fuzz/$$t; \
		$(call fuzz_run,$$t) -runs=$(FUZZ_RUNS) \
			-artifact_prefix=$(O)/fuzz/crash-$$t- \
			$(O)/fuzz/$$t testsuite/data/fuzz/$$t \
			>$(O)/fuzz/$$t.log 2>&1 || { \
			tail -n 40 $(O)/fuzz/$$t.log; exit 1; }; \
		sed -n "s/^stat::number_of_executed_units: */$$t	/p" \
			$(O)/fuzz/$$t.log; \
	done

fuzz-keep: $(O)/fuzz/fuzz ## keep the inputs that the last fuzzing found, minimised
	@for t in $(FUZZ_TARGETS); do \
		mkdir -p $(O)/fuzz/$$t $(O)/fuzz/kept-$$t; \
		$(call fuzz_run,$$t) -merge=1 -use_counters=0 $(O)/fuzz/kept-$$t \
			testsuite/data/fuzz/$$t $(O)/fuzz/$$t \
			>$(O)/fuzz/$$t.merge.log 2>&1; \
	done
