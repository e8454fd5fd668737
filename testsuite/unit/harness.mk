# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of the harness.  Each test names the folders ("rooms") that it links: the
# folder that is tested, and those that this folder needs.
findings := harness/findings harness/suite harness/options harness/store \
	harness/study stats
measuring := harness/run harness/build harness/options harness/store \
	harness/study stats

$(eval $(call room_test,harness_schedule,harness/study))
$(eval $(call room_test,harness_settings,harness/study))
$(eval $(call room_test,harness_store,harness/store harness/study stats))
$(eval $(call room_test,harness_build_command,$(measuring)))
$(eval $(call room_test,harness_execute,$(measuring)))
$(eval $(call room_test,harness_extract,$(measuring)))
$(eval $(call room_test,harness_score,$(measuring)))
$(eval $(call room_test,harness_host,$(measuring)))
$(eval $(call room_test,harness_machine_runs,$(measuring)))
$(eval $(call room_test,harness_measure,$(measuring)))
$(eval $(call room_test,harness_runs,$(measuring)))
$(eval $(call room_test,harness_code,$(measuring),-lm))
$(eval $(call room_test,harness_hot_loop,$(measuring),-lm))
$(eval $(call room_test,harness_call_order,$(measuring),-lm))
$(eval $(call room_test,harness_tandem,$(measuring)))
$(eval $(call room_test,harness_duet,$(measuring)))
$(eval $(call room_test,harness_cell,$(findings)))
$(eval $(call room_test,harness_blocks,$(findings)))
$(eval $(call room_test,harness_tandem_advice,$(findings)))
$(eval $(call room_test,harness_comparison,$(findings)))
$(eval $(call room_test,harness_one_layout,$(findings)))
$(eval $(call room_test,harness_machine,$(findings)))
$(eval $(call room_test,harness_plan,$(findings)))
$(eval $(call room_test,harness_dose_counts,$(findings),-lm))
$(eval $(call room_test,harness_suspects,$(findings),-lm))
$(eval $(call room_test,harness_best,$(findings),-lm))
$(eval $(call room_test,harness_suite_findings,$(findings)))
$(eval $(call room_test,harness_anonymous,$(findings)))
$(eval $(call room_test,harness_document,harness/document,-lm))
$(eval $(call room_test,harness_report,harness/report harness/document $(findings)))
$(eval $(call room_test,harness_answer,harness/report harness/document $(findings)))
# These tests simulate a study, from its schedule to its findings.
simulated := harness/session $(sort $(measuring) $(findings))
$(eval $(call room_test,harness_tune,$(simulated)))
$(eval $(call room_test,harness_coverage,$(simulated)))
$(eval $(call room_test,harness_growth,$(simulated)))
$(eval $(call room_test,harness_rounds,$(simulated)))
# A worker runs a session, so this test needs all that a simulated study needs.
$(eval $(call room_test,harness_fleet,harness/fleet $(simulated)))
