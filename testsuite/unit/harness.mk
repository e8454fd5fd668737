# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the harness: they link all of it but its main and subcommands.
$(foreach test,harness_schedule harness_store harness_measure harness_runs \
	harness_execute harness_extract harness_report harness_growth,\
	$(eval $(call unit_test,$(test),$(HARNESS) $(STATS) $(COMMON),$$(HARNESS_LIBS))))
