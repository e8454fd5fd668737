# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages: man/NAME.1, with @VERSION@ filled in.  A program known by
# several names has one page and links to it.
MANPAGES := $(patsubst man/%,$(O)/share/man/man1/%,$(wildcard man/*.1))
MANLINKS := $(addprefix $(O)/share/man/man1/,randc++.1 randfc.1)

$(filter-out $(MANLINKS),$(MANPAGES)): $(O)/share/man/man1/%: man/% GNUmakefile
	@mkdir -p $(@D)
	$(call quiet,MAN,$@)sed 's/@VERSION@/$(VERSION)/' $< >$@

$(MANLINKS):
	@mkdir -p $(@D)
	$(call quiet,LN,$@)ln -sfn randcc.1 $@

MANPAGES += $(MANLINKS)
