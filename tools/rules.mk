# SPDX-License-Identifier: GPL-3.0-or-later
# The demonstration, and the static checks.  The cheap checks (layers, headers,
# the core as C++) are part of `make check` too.

.PHONY: demo
demo: ## a whole study of bzip2: install, build, fetch, run, report (3 minutes)
	@tools/install-deps demo
	@$(MAKE) all
	@tools/demo '$(O)'

# What is checked: everything that git knows or would add, so that a new file
# is not forgotten and what was built is left out.
tracked = $(shell git ls-files --cached --others --exclude-standard -- $(1))
C_FILES = $(call tracked,'*.c' '*.h')
SHELL_FILES = $(call tracked,'*.sh' '*.bash' .ci tools plugin/list-compilers \
	':!*.mk' ':!*.md' ':!*.awk' ':!*.supp')

.PHONY: format format-check
format: ## format the C code
	clang-format -i $(C_FILES)

format-check: ## say what `make format` would change
	clang-format --dry-run --Werror $(C_FILES)

.PHONY: lint lint-built
lint: ## install what is missing, then every static check
	tools/install-deps lint
	$(MAKE) lint-built
