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

# The end of its name tells randcc the language.  Build systems look at it too:
# cadical's configure chooses flags by *g++*.
$(foreach name,randc++ randfc randcc-gcc randcc-g++ randcc-gfortran randclang \
	randclang++,$(eval $(call link,$(name),bin,randcc)))
# The compilers that are installed by such names, as in CC=gcc-13 CXX=g++-13.
numbered := $(sort $(notdir $(wildcard $(foreach dir,$(subst :, ,$(PATH)),$(addprefix \
	$(dir)/,gcc-[1-9][0-9] g++-[1-9][0-9] gfortran-[1-9][0-9])))))
$(foreach name,$(numbered),$(eval $(call link,randcc-$(name),bin,randcc)))
numbered := $(sort $(notdir $(wildcard $(foreach dir,$(subst :, ,$(PATH)),$(addprefix \
	$(dir)/,clang-[1-9] clang++-[1-9] clang-[1-9][0-9] clang++-[1-9][0-9])))))
$(foreach name,$(numbered),$(eval $(call link,rand$(name),bin,randcc)))
# gcc -B looks here, for the name that belongs to -fuse-ld=.
$(foreach name,ld ld.bfd ld.gold ld.lld ld.mold,$(eval \
	$(call link,$(name),libexec/randcc,../../bin/randld)))
# In another folder: beside them gcc would find it even without randld.
$(eval $(call link,lto-wrapper,libexec/randcc/lto,../../../bin/randld))

# The first lines of the linkers' --version, by their sizes and times.  randld
# looks a linker up here instead of asking it at every link.
LINKER_TABLE := $(O)/lib/randcc/linkers
LINKS += $(LINKER_TABLE)
$(LINKER_TABLE): wrapper/list-linkers
	@mkdir -p $(@D)
	$(call quiet,LIST,$@)wrapper/list-linkers >$@
