# SPDX-License-Identifier: GPL-3.0-or-later
# randcc (the compiler driver) and randld (the linker driver), under all the
# names by which compilers and build systems look for them.

# One folder for each room; doc/ARCHITECTURE.md says what lives where.
wrapper_room = $(patsubst %.c,%.o,$(sort $(wildcard wrapper/$(1)/*.c)))
WRAPPER_OBJECT := $(call wrapper_room,elf)
WRAPPER_LINK := $(WRAPPER_OBJECT) $(foreach room,config line order link \
	record,$(call wrapper_room,$(room)))

$(eval $(call program,randcc,bin,wrapper/randcc.o $(call \
	wrapper_room,cc) $(call wrapper_room,config) $(COMMON),$(STATIC)))
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
