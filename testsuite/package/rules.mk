# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages, made and tried in clean systems.
.PHONY: check-package
check-package: ## build the Debian packages on Debian 12 and 13, and try them (root, 10 minutes, 1 GB; SYSTEMS=)
	@SYSTEMS='$(SYSTEMS)' DIR='$(DIR)' testsuite/package/run '$(O)'

.PHONY: check-container
check-container: ## build the image of Containerfile on Debian, and try it (root, 10 minutes, 4 GB; SYSTEM=)
	@SYSTEM='$(SYSTEM)' DIR='$(DIR)' testsuite/package/container '$(O)'
