# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages: man/NAME.1 (programs) and man/NAME.5 (files), with @VERSION@
# filled in.  A program known by several names has one page and links to it.
MANPAGES := $(patsubst man/%,$(O)/share/man/man1/%,$(wildcard man/*.1)) \
	$(patsubst man/%,$(O)/share/man/man5/%,$(wildcard man/*.5))
MANLINKS := $(sort $(patsubst $(O)/bin/%,$(O)/share/man/man1/%.1,$(filter \
	$(O)/bin/randc++ $(O)/bin/randfc $(O)/bin/randcc-% $(O)/bin/randclang%,$(LINKS))))

define make_page
@mkdir -p $(@D)
$(call quiet,MAN,$@)sed 's/@VERSION@/$(VERSION)/' $< >$@
endef

$(filter %.1,$(MANPAGES)): $(O)/share/man/man1/%: man/% GNUmakefile
	$(make_page)
$(filter %.5,$(MANPAGES)): $(O)/share/man/man5/%: man/% GNUmakefile
	$(make_page)

$(MANLINKS):
	@mkdir -p $(@D)
	$(call quiet,LN,$@)ln -sfn randcc.1 $@

MANPAGES += $(MANLINKS)

# The pages of doc/ for users, those that the manual pages name among them, and the
# examples.
DOCS := $(addprefix $(O)/share/doc/randcc/,TUTORIAL.md METHOD.md LINKERS.md \
	STATISTICS.md TANDEM.md COST.md CI.md CLUSTER.md report.schema.json \
	$(patsubst doc/%,%,$(filter-out doc/examples/cluster doc/examples/tutorial, \
	$(wildcard doc/examples/* doc/examples/cluster/* doc/examples/tutorial/*))))
$(DOCS): $(O)/share/doc/randcc/%: doc/%
	@mkdir -p $(@D)
	$(call quiet,DOC,$@)cp $< $@
