# SPDX-License-Identifier: GPL-3.0-or-later
# The demonstration and the static checks.  The fast checks (layers, headers, the
# core as C++, comments) are part of `make check` too.

.PHONY: demo
demo: ## study bzip2 and FastTree: install, build, fetch, run, report (2 minutes)
	@tools/install-deps demo
	@$(MAKE) --no-print-directory $(parallel) all
	@tools/demo '$(O)'

C_HEADERS := $(wildcard */*.h wrapper/*/*.h harness/*/*.h testsuite/unit/*.h)
C_SOURCES := $(wildcard */*.c wrapper/*/*.c harness/*/*.c testsuite/unit/*.c)
BATS_FILES := $(wildcard testsuite/*.bats testsuite/*.bash)

.PHONY: format format-check
format: ## format the C code
	clang-format -i $(C_SOURCES) $(C_HEADERS)

format-check: ## print what `make format` would change
	clang-format --dry-run --Werror $(C_SOURCES) $(C_HEADERS)

LINTS := tidy cppcheck shell layers headers comments man
.PHONY: lint lint-built $(LINTS:%=lint-%)
lint: ## install what is missing, then run every static check
	@tools/install-deps lint
	@$(MAKE) --no-print-directory --keep-going $(parallel) lint-built

lint-built: $(LINTS:%=lint-%)

# clang-tidy leaves a stamp for each source without warnings.  The first check takes
# minutes; later only files that changed are checked.
TIDY := $(C_SOURCES:%.c=$(O)/lint/%.tidy)
lint-tidy: $(TIDY)
TIDY_FLAGS := -std=c11
$(O)/lint/plugin/%.tidy: TIDY_FLAGS = -x c++ -std=gnu++14 -isystem \
	$(shell $(CC) -print-file-name=plugin)/include
$(TIDY): $(O)/lint/%.tidy: %.c .clang-tidy testsuite/unit/.clang-tidy \
		tools/tidy.off $(C_HEADERS)
	@mkdir -p $(@D)
	$(call quiet,TIDY,$@)clang-tidy --quiet --checks="$$(awk \
		'$$1 == "$<" { printf "-%s,", $$2 }' tools/tidy.off)" $< -- \
		$(ALL_CPPFLAGS) $(TIDY_FLAGS) >$@.log 2>&1 || \
		{ cat $@.log; exit 1; }
	@touch $@

lint-cppcheck:
	cppcheck --quiet --std=c11 --enable=warning,performance,portability \
		--error-exitcode=1 --library=posix --library=gnu \
		--suppressions-list=tools/cppcheck.supp $(ALL_CPPFLAGS) \
		$(filter-out plugin/%,$(C_SOURCES))

# Check the files that begin with the name of a shell, and those that such scripts read.
lint-shell:
	find .ci */ -path '$(O)/*' -prune -o -type f -exec \
		awk '/^#!.*[\/ ](ba)?sh$$/ || FILENAME ~ /\.sh$$/ { print FILENAME } \
			{ nextfile }' {} + | sort | xargs shellcheck -x
	@# bats stops at the first failure (2164), and the files that a test
	@# loads set variables (2154, 2034).
	shellcheck --severity=warning --exclude=SC2164,SC2154,SC2034 \
		$(BATS_FILES)
	@# "! command" fails a test only on its last line; use `run !`.
	shellcheck --include=SC2314,SC2315 $(BATS_FILES)

lint-layers:
	tools/check-layers

lint-headers:
	tools/check-headers

lint-comments:
	tools/check-comments

lint-man: $(MANPAGES)
	tools/check-man $(wildcard man/*.[15])
