# SPDX-License-Identifier: GPL-3.0-or-later
# ldargs.c includes ldoptions.c: its tables are private.
$(eval $(call unit_test,ldargs,wrapper/line/ldargs.o $(COMMON),))
$(eval $(call unit_test,linkorder,wrapper/order/link_order.o common/strmap.o \
	$(COMMON),))
$(eval $(call unit_test,hostile,$(WRAPPER_OBJECT) $(COMMON),-lelf))
$(eval $(call unit_test,known,wrapper/config/tool_versions.o $(COMMON),))
$(eval $(call unit_test,uniformity,wrapper/order/rerank.o wrapper/order/link_order.o \
	common/strmap.o $(WRAPPER_OBJECT) $(COMMON),-lelf -lm))
comma := ,
# text.c includes relay.c.
$(eval $(call unit_test,fuzz,testsuite/fuzz/targets.o testsuite/fuzz/elf.o \
	testsuite/fuzz/text.o $(filter-out wrapper/link/run_linker.o,$(WRAPPER_LINK)) \
	$(COMMON),-lelf -Wl$(comma)--wrap=exit))
