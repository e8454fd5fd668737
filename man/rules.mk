# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages: man/NAME.1 (programs) and man/NAME.5 (files), with @VERSION@ and
# @DATE@ filled in.  A program known by several names has one page and links to it.
MANPAGES := $(patsubst man/%,$(O)/share/man/man1/%,$(wildcard man/*.1)) \
	$(patsubst man/%,$(O)/share/man/man5/%,$(wildcard man/*.5))
MANLINKS := $(sort $(patsubst $(O)/bin/%,$(O)/share/man/man1/%.1,$(filter \
	$(O)/bin/randc++ $(O)/bin/randfc $(O)/bin/randcc-% $(O)/bin/randclang%,$(LINKS))))

define make_page
@mkdir -p $(@D)
$(call quiet,MAN,$@)sed 's/@VERSION@/$(VERSION)/; s/@DATE@/$(DATE)/' $< >$@
endef

$(filter %.1,$(MANPAGES)): $(O)/share/man/man1/%: man/% GNUmakefile
	$(make_page)
$(filter %.5,$(MANPAGES)): $(O)/share/man/man5/%: man/% GNUmakefile
	$(make_page)

$(MANLINKS):
	@mkdir -p $(@D)
	$(call quiet,LN,$@)ln -sfn randcc.1 $@

MANPAGES += $(MANLINKS)

# Installed documents: the pages for users, which include all pages that the
# manual pages name; the pictures in these pages; and the examples.  They are
# installed in share/doc/randcc.
# CHANGELOG.md is installed as NEWS.md: debhelper would take its own name for that of the
# package's changelog.
installed_sources := README.md CHANGELOG.md SUPPORT.md SECURITY.md COPYING CITATION.cff \
	$(addprefix doc/,TUTORIAL.md METHOD.md LINKERS.md STATISTICS.md TANDEM.md \
	COST.md CI.md CLUSTER.md CORPUS.md COMPILERS.md TORTURE.md SYSTEMS.md \
	EDITS.md EVIDENCE.md PLANTED.md VERDICT.md \
	study/README.md evidence/README.md evidence/BUILDS.md report.schema.json) \
	$(wildcard doc/study/*.svg doc/tandem/*.svg doc/evidence/*.svg) \
	$(filter-out doc/examples/cluster doc/examples/tutorial, \
	$(wildcard doc/examples/* doc/examples/cluster/* doc/examples/tutorial/*))
documents := $(O)/share/doc/randcc
DOCS := $(documents)/NEWS.md $(patsubst %,$(documents)/%,$(filter-out \
	CHANGELOG.md,$(installed_sources:doc/%=%)))

define make_document
@mkdir -p $(@D)
$(call quiet,DOC,$@)$(if $(filter %.md,$<),tools/installed-page $< \
	$(installed_sources) >$@,cp $< $@)
endef

of_top := $(addprefix $(documents)/,$(filter-out doc/% CHANGELOG.md,$(installed_sources)))
$(documents)/NEWS.md: CHANGELOG.md tools/installed-page man/rules.mk
	$(make_document)
$(filter-out $(of_top) %/NEWS.md,$(DOCS)): $(documents)/%: doc/% tools/installed-page man/rules.mk
	$(make_document)
$(of_top): $(documents)/%: % tools/installed-page man/rules.mk
	$(make_document)
