# SPDX-License-Identifier: GPL-3.0-or-later
# randcc (the compiler driver) and randld (the linker driver), under all the
# names by which compilers and build systems look for them.

# $(call wrapper_room,NAME): the objects of the folder wrapper/NAME.
wrapper_room = $(patsubst %.c,%.o,$(sort $(wildcard wrapper/$(1)/*.c)))
WRAPPER_OBJECT := $(call wrapper_room,elf)
WRAPPER_LINK := $(WRAPPER_OBJECT) $(foreach room,config line order link \
	record,$(call wrapper_room,$(room)))

$(eval $(call program,randcc,bin,wrapper/randcc.o $(call \
	wrapper_room,cc) $(call wrapper_room,config) $(COMMON),$(STATIC)))
$(eval $(call program,randld,bin,wrapper/randld.o $(WRAPPER_LINK) \
	$(COMMON),-lelf))
$(eval $(call program,randenv,bin,wrapper/randenv.o $(COMMON),))

# The end of the name by which randcc is called tells it the language.  Build
# systems look at the name too: cadical's configure chooses flags for a compiler
# whose name matches *g++*.
$(foreach name,randc++ randfc randcc-gcc randcc-g++ randcc-gfortran randclang \
	randclang++,$(eval $(call link,$(name),bin,randcc)))
# For each installed compiler with a version in its name, such as gcc-13, there
# is a name of randcc, such as randcc-gcc-13.
numbered := $(sort $(notdir $(wildcard $(foreach dir,$(subst :, ,$(PATH)),$(addprefix \
	$(dir)/,gcc-[1-9][0-9] g++-[1-9][0-9] gfortran-[1-9][0-9])))))
$(foreach name,$(numbered),$(eval $(call link,randcc-$(name),bin,randcc)))
numbered := $(sort $(notdir $(wildcard $(foreach dir,$(subst :, ,$(PATH)),$(addprefix \
	$(dir)/,clang-[1-9] clang++-[1-9] clang-[1-9][0-9] clang++-[1-9][0-9])))))
$(foreach name,$(numbered),$(eval $(call link,rand$(name),bin,randcc)))
# randcc's option -B makes gcc look here for its linker.  The linker's name depends on
# -fuse-ld=.
$(foreach name,ld ld.bfd ld.gold ld.lld ld.mold,$(eval \
	$(call link,$(name),libexec/randcc,../../bin/randld)))
# The symbolic link lto-wrapper is in a folder of its own.  If it were beside
# the linkers, gcc would find it there and use it even in links without randld.
$(eval $(call link,lto-wrapper,libexec/randcc/lto,../../../bin/randld))

# A table with the first line of each linker's --version.  The key is the size
# and the time of the linker's file.  randld looks a linker up in this table
# instead of running it with --version at every link.
LINKER_TABLE := $(O)/lib/randcc/linkers
LINKS += $(LINKER_TABLE)
$(LINKER_TABLE): wrapper/list-linkers common/elf-program.sh
	@mkdir -p $(@D)
	$(call quiet,LIST,$@)wrapper/list-linkers >$@
