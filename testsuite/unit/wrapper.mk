# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the wrapper.  Each test names the folders ("rooms") that it links: the
# folder that is tested, and those that this folder needs.
$(eval $(call room_test,tool_versions,wrapper/config))
# tool_versions compares the table of linkers with what the linkers print.
$(O)/test/tool_versions: | $(LINKER_TABLE)
# ldargs.c includes ldoptions.c, whose tables are private.
$(eval $(call unit_test,ldargs,$(filter-out wrapper/line/ldoptions.o,$(call \
	rooms,wrapper/line wrapper/config)) $(COMMON),))
$(eval $(call room_test,hostile,wrapper/elf))
$(eval $(call room_test,link_order,wrapper/order wrapper/elf))
$(eval $(call room_test,member_order,wrapper/order wrapper/elf))
$(eval $(call room_test,wrapper_move,wrapper/order wrapper/elf wrapper/config))
$(eval $(call room_test,uniformity,wrapper/order wrapper/elf,-lm))
$(eval $(call unit_test,fuzz,testsuite/fuzz/targets.o testsuite/fuzz/elf.o \
	testsuite/fuzz/text.o $(WRAPPER_LINK) $(COMMON),-lelf))
WRAPPER_LINK_ROOMS := wrapper/link wrapper/order wrapper/elf wrapper/line \
	wrapper/config
$(eval $(call room_test,wrapper_script,wrapper/line wrapper/config))
$(foreach test,placement inputs verify user_names stack,$(eval $(call \
	room_test,wrapper_$(test),$(WRAPPER_LINK_ROOMS))))
$(eval $(call room_test,wrapper_seed_list,wrapper/record $(WRAPPER_LINK_ROOMS)))
