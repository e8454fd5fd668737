/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/run_here.h"

#include <fcntl.h>
#include <unistd.h>

#include "common/diag.h"
#include "harness/cli/run_suite.h"
#include "harness/session/run_study.h"
#include "harness/suite/suite.h"

int rcc_run_here(const struct rcc_run_options *options, int *stop_signal)
{
	const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status;

	if (options->study_file != NULL || options->parameters != NULL ||
	    rcc_suite_is_there(options->dir))
		status = rcc_run_suite(options, stop_signal);
	else
		status = rcc_run_study(options, stop_signal);
	if (here < 0 || fchdir(here) != 0) {
		rcc_error_errno("cannot return to the working directory");
		status = RCC_EXIT_FAILED;
	}
	if (here >= 0)
		close(here);
	return status;
}
