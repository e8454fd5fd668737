/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: how each run is made. */
#include "harness/option.h"
#include "harness/study.h"

const struct rcc_option rcc_options_run[] = {
	{"stdin", 0, "FILE", "standard input (default /dev/null)",
	 rcc_option_file, 0, 0, NULL},
	{"timeout", 0, "SECONDS",
	 "kill a run that takes longer (default: ten times the reference run, "
	 "at least 60)",
	 rcc_option_seconds, 0, 0, NULL},
	{"warmup", 0, "N",
	 "unmeasured runs whenever measuring begins, after the reference run "
	 "(default 0)",
	 rcc_option_number, 0, RCC_STUDY_MAX, NULL},
	{"env", 0, "random|fixed",
	 "enlarge the environment by a random 0 to 4095 bytes each time, or "
	 "leave it (default random)",
	 rcc_option_choice, 0, 0, "random|fixed"},
	{0},
};
