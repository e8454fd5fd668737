# SPDX-License-Identifier: GPL-3.0-or-later
# randcc (the compiler driver) and randld (the linker driver), under all the
# names by which compilers and build systems look for them.

# What reads objects and archives, and puts their sections in another order.
WRAPPER_OBJECT := wrapper/object.o wrapper/object_read.o \
	wrapper/object_groups.o wrapper/object_symbols.o \
	wrapper/object_order.o wrapper/object_arrange.o \
	wrapper/object_shift.o wrapper/pivots.o wrapper/radix.o \
	wrapper/archive.o

WRAPPER_LINK := wrapper/link.o wrapper/views.o wrapper/command.o \
	wrapper/padding.o wrapper/placement.o wrapper/verify.o \
	wrapper/relay.o wrapper/inputs.o \
	wrapper/script.o wrapper/named.o wrapper/ldargs.o \
	wrapper/ldoptions.o wrapper/linker.o wrapper/known.o \
	wrapper/linkorder.o wrapper/memberorder.o wrapper/rerank.o \
	wrapper/strmap.o wrapper/note.o $(WRAPPER_OBJECT) \
	wrapper/object_write.o wrapper/object_output.o wrapper/data.o wrapper/stack.o \
	wrapper/verify_data.o wrapper/settings.o \
	wrapper/recipe.o wrapper/recipe_read.o wrapper/replay.o \
	wrapper/seeds.o wrapper/content.o wrapper/ltowrap.o

$(eval $(call program,randcc,bin,wrapper/randcc.o wrapper/compiler.o wrapper/known.o \
	wrapper/settings.o wrapper/flags.o $(COMMON),$(STATIC)))
$(eval $(call program,randld,bin,wrapper/randld.o $(WRAPPER_LINK) \
	$(COMMON),-lelf))

$(eval $(call program,randenv,bin,wrapper/randenv.o $(COMMON),))

# By the end of its name randcc knows its language; build systems look at it
# too (cadical's configure chooses flags by *g++*).
$(foreach name,randc++ randfc randcc-gcc randcc-g++ randcc-gfortran,$(eval \
	$(call link,$(name),bin,randcc)))
# gcc -B looks here, by the name that goes with -fuse-ld=.
$(foreach name,ld ld.bfd ld.gold ld.lld ld.mold,$(eval \
	$(call link,$(name),libexec/randcc,../../bin/randld)))
# Not beside them: there gcc would find it by itself, without randld.
$(eval $(call link,lto-wrapper,libexec/randcc/lto,../../../bin/randld))

# What randld looks up instead of asking the linker at every link: the linkers
# by size and time, and the first lines of their --version.
LINKER_TABLE := $(O)/lib/randcc/linkers
LINKS += $(LINKER_TABLE)
$(LINKER_TABLE): wrapper/list-linkers
	@mkdir -p $(@D)
	$(call quiet,LIST,$@)wrapper/list-linkers >$@
