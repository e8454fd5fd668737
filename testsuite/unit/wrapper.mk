# SPDX-License-Identifier: GPL-3.0-or-later
# ldargs.c includes ldoptions.c: its tables are private.
$(eval $(call unit_test,ldargs,wrapper/ldargs.o $(COMMON),))
$(eval $(call unit_test,linkorder,wrapper/linkorder.o wrapper/strmap.o \
	$(COMMON),))
$(eval $(call unit_test,hostile,$(WRAPPER_OBJECT) $(COMMON),-lelf))
$(eval $(call unit_test,known,wrapper/known.o $(COMMON),))
$(eval $(call unit_test,uniformity,wrapper/rerank.o wrapper/linkorder.o \
	wrapper/strmap.o $(WRAPPER_OBJECT) $(COMMON),-lelf -lm))
comma := ,
# text.c includes relay.c.
$(eval $(call unit_test,fuzz,testsuite/fuzz/targets.o testsuite/fuzz/elf.o \
	testsuite/fuzz/text.o $(filter-out wrapper/relay.o,$(WRAPPER_LINK)) \
	$(COMMON),-lelf -Wl$(comma)--wrap=exit))
