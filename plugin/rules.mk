# SPDX-License-Identifier: GPL-3.0-or-later
# layout.so for each installed gcc that has plugin headers.  A plugin loads only
# into the gcc version whose headers it was compiled with, and only if that gcc
# compiles for the same machine.
#
# PLUGIN_GCC lists the compilers; by default $(CC), gcc, every gcc-N or gccN in PATH,
# and every cross compiler for Linux, such as aarch64-linux-gnu-gcc-N.  `PLUGIN_GCC=`
# builds randcc without a plugin.

ifeq ($(origin PLUGIN_GCC),undefined)
gcc_machine := $(shell $(CC) -dumpmachine 2>/dev/null)
# MACHINE-gcc is another name of gcc.
PLUGIN_GCC := $(sort $(filter-out $(gcc_machine)-%,$(notdir $(wildcard $(foreach \
	dir,$(subst :, ,$(PATH)),$(addprefix $(dir)/,gcc-[1-9][0-9] gcc[1-9][0-9] \
	*-linux-*-gcc *-linux-*-gcc-[1-9][0-9]))))) gcc $(CC))
plugin_is_wanted := yes
endif
PLUGIN_CXXFLAGS := -std=gnu++14 -O2 -g -fno-rtti -fno-exceptions -fPIC \
	-fvisibility=hidden -Wall -Wextra -Wno-unused-parameter \
	-Wno-literal-suffix -Wno-cast-function-type -Wno-format-diag

# $(call plugin_headers,GCC): the path of its headers; empty if it has none.
plugin_headers = $(wildcard $(shell $(1) -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h)

# $(call plugin_key,GCC): VERSION-MACHINE, the folder of its plugin; empty if GCC is
# another compiler.  clang, too, prints a path of gcc headers, but it has no option
# -dumpfullversion.
plugin_key = $(addsuffix -$(shell $(1) -dumpmachine 2>/dev/null),$(shell $(1) \
	-dumpfullversion 2>/dev/null))

PLUGINS :=
# $(call plugin,GCC,KEY,INCLUDE DIR): the rules that build the plugin for GCC.
define plugin
ifeq ($$(filter %/$(2)/layout.so,$$(PLUGINS)),)
PLUGINS += $(O)/lib/randcc/$(2)/layout.so
OBJECTS += $(O)/obj/plugin/$(2)/layout_plugin.o $(O)/obj/plugin/$(2)/rank.o
$(O)/obj/plugin/$(2)/%.o: plugin/%.c $(O)/flags $(O)/obj/plugin/$(2)/identity
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) -x c++ $$(PLUGIN_CXXFLAGS) $$(CXXFLAGS) -isystem $(3) \
		-I. -DRCC_VERSION='"$(VERSION)"' -MMD -MP -c -o $$@ $$<
# gcc refuses a plugin that was built for another build of gcc, even one of the
# same version.  A distribution's update is such a build.  These headers
# differ between builds.  Compare their contents and not their modification times,
# because the package sets the times.
$(O)/obj/plugin/$(2)/identity: force
	@mkdir -p $$(@D)
	@cat $(3)plugin-version.h $(3)configargs.h >$$@.new; \
		if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi
$(O)/obj/plugin/$(2)/%.o: common/%.c $(O)/flags
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) -x c++ $$(PLUGIN_CXXFLAGS) $$(CXXFLAGS) -I. \
		-MMD -MP -c -o $$@ $$<
$(O)/lib/randcc/$(2)/layout.so: $(O)/obj/plugin/$(2)/layout_plugin.o \
		$(O)/obj/plugin/$(2)/rank.o
	@mkdir -p $$(@D)
	$$(call quiet,LINK,$$@)$$(CXX) -shared $$(LDFLAGS) -o $$@ $$^
endif
endef
$(foreach gcc,$(PLUGIN_GCC),$(if $(and $(call plugin_headers,$(gcc)),$(call \
	plugin_key,$(gcc))),$(eval $(call plugin,$(gcc),$(call plugin_key,$(gcc)),$(dir \
	$(call plugin_headers,$(gcc)))))))

# A table of the compilers' versions.  Its key is the size and the modification time of
# a compiler's driver.  randcc looks a compiler up here instead of asking it at every
# call.
COMPILER_TABLE := $(O)/lib/randcc/compilers
LINKS += $(COMPILER_TABLE)
$(COMPILER_TABLE): $(PLUGINS) plugin/list-compilers common/elf-program.sh
	@mkdir -p $(@D)
	$(call quiet,LIST,$@)plugin/list-compilers $(PLUGIN_GCC) >$@
