/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: which runs are right, and what of the others. */
#include <limits.h>

#include "harness/options/option.h"

const struct rcc_option rcc_options_right[] = {
	{"expect", 0, "FILE",
	 "the right standard output (default: what the original layout prints "
	 "first)",
	 rcc_option_file, 0, 0, NULL},
	{"verify", 0, "COMMAND",
	 "shell command that reads the output and exits with 0 if it is right, "
	 "instead of comparing",
	 rcc_option_text, 0, 0, NULL},
	{"ignore-output", 0, NULL,
	 "any output is right: only the exit status counts", rcc_option_flag, 0,
	 0, NULL},
	{"exit-status", 0, "N", "the right exit status (default 0)",
	 rcc_option_number, 0, 255, NULL},
	{"output-limit", 0, "BYTES",
	 "kill a run that prints more (default 268435456)", rcc_option_number,
	 0, LLONG_MAX, NULL},
	{"on-wrong", 0, "stop|go-on",
	 "after a run that failed (default stop); it never counts",
	 rcc_option_choice, 0, 0, "stop|go-on"},
	{0},
};
