/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/open_measured.h"

#include "common/diag.h"
#include "harness/build/build.h"
#include "harness/build/design.h"
#include "harness/build/layout_table.h"
#include "harness/options/study_options.h"

int rcc_open_measured(struct rcc_experiment *x, const char *dir)
{
	struct rcc_run_options options = {.dir = dir, .given = json_object()};
	int status = rcc_experiment_open(x, dir, false);

	if (status == RCC_EXIT_OK)
		status = rcc_design_load(x, &options);
	if (status == RCC_EXIT_OK)
		status = rcc_layout_table_load(x);
	if (status == RCC_EXIT_OK)
		status = rcc_build_all(x);
	json_decref(options.given);
	return status;
}
