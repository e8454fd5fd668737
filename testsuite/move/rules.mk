# SPDX-License-Identifier: GPL-3.0-or-later
# Move single functions of third-party programs.  testsuite/move/run describes the
# checks.

PLACEMENTS ?= 100
MOVED ?= lua bzip2 lemon
.PHONY: check-move check-move-built
check-move: ## move single functions of three programs (15 minutes of CPU; downloads their sources, or SOURCES=DIR; MOVED="lua…", PLACEMENTS=N)
	@tools/install-deps proof
	@$(MAKE) --no-print-directory $(parallel) check-move-built

check-move-built: all
	@JOBS='$(JOBS)' SOURCES='$(SOURCES)' testsuite/move/run \
		'$(O)' '$(PLACEMENTS)' $(MOVED)
