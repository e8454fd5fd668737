/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: how each run is made. */
#include "harness/options/option.h"
#include "harness/study/study.h"

static void read_template(struct rcc_run_options *o,
			  const struct rcc_option *row, const char *text,
			  struct argp_state *state)
{
	rcc_option_file(o, row, text, state);
	rcc_option_set(o, "fresh-cwd", json_true(), state);
}

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
	{"tune", 0, NULL,
	 "take several executions of a short program in a row as one run, as "
	 "many as starting a process makes necessary; found once and kept",
	 rcc_option_flag, 0, 0, NULL},
	{"env", 0, "random|fixed",
	 "enlarge the environment by a random 0 to 4095 bytes each time, or "
	 "leave it (default random)",
	 rcc_option_choice, 0, 0, "random|fixed"},
	{"aslr", 0, "on|off",
	 "address space randomised by the kernel or not (default: as it is)",
	 rcc_option_choice, 0, 0, "on|off"},
	{"cpu", 0, "LIST", "the CPUs to run on, such as 0,2-3 (default: any)",
	 rcc_option_text, 0, 0, NULL},
	{"nice", 0, "N", "priority, -20 to 19 (default: as it is)",
	 rcc_option_number, -20, 19, NULL},
	{"sched", 0, "CLASS",
	 "scheduling class: other, batch, idle, fifo, rr (default: as it is)",
	 rcc_option_choice, 0, 0, "other|batch|idle|fifo|rr"},
	{"cool-down", 0, "SECONDS", "wait before each run (default 0)",
	 rcc_option_seconds, 0, 0, NULL},
	{"fresh-cwd", 0, NULL, "each run in a new, empty working directory",
	 rcc_option_flag, 0, 0, NULL},
	{"template", 0, "DIR", "the same, with a copy of what is in DIR",
	 read_template, 0, 0, NULL},
	{"prepare", 0, "COMMAND",
	 "shell command before each run; it is not measured", rcc_option_text,
	 0, 0, NULL},
	{"cleanup", 0, "COMMAND", "the same after each run", rcc_option_text, 0,
	 0, NULL},
	{"shell", 0, NULL,
	 "COMMAND is one for /bin/sh, whose time is measured too",
	 rcc_option_flag, 0, 0, NULL},
	{0},
};
