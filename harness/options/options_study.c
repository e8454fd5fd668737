/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: the study as a whole. */
#include <inttypes.h>
#include <stdio.h>

#include "common/rank.h"
#include "common/number.h"
#include "harness/options/option.h"
#include "harness/study/study.h"

static void read_dir(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state)
{
	(void)row;
	(void)state;
	o->dir = text;
}

static void read_study(struct rcc_run_options *o, const struct rcc_option *row,
		       const char *text, struct argp_state *state)
{
	(void)row;
	(void)state;
	o->study_file = text;
}

static void read_jobs(struct rcc_run_options *o, const struct rcc_option *row,
		      const char *text, struct argp_state *state)
{
	o->n_jobs = (unsigned)rcc_option_integer(row, text, state);
}

static void read_no_report(struct rcc_run_options *o,
			   const struct rcc_option *row, const char *text,
			   struct argp_state *state)
{
	(void)row;
	(void)text;
	(void)state;
	o->is_quiet = true;
}

static void read_no_runs(struct rcc_run_options *o,
			 const struct rcc_option *row, const char *text,
			 struct argp_state *state)
{
	(void)row;
	(void)text;
	(void)state;
	o->has_no_runs = true;
}

static void read_seed(struct rcc_run_options *o, const struct rcc_option *row,
		      const char *text, struct argp_state *state)
{
	uint64_t seed = 0;
	int is_none = 0;
	char canonical[24];

	if (rcc_rank_parse_seed(text, &seed, &is_none) != 0 || is_none)
		rcc_option_bad(state,
			       "bad seed \"%s\": a whole number from 0 to "
			       "18446744073709551615",
			       text);
	snprintf(canonical, sizeof(canonical), "%" PRIu64, seed);
	rcc_option_set(o, row->name, json_string(canonical), state);
}

static void read_precision(struct rcc_run_options *o,
			   const struct rcc_option *row, const char *text,
			   struct argp_state *state)
{
	double fraction = 0;

	if (rcc_number_parse_percent(text, &fraction) != 0 || !(fraction > 0) ||
	    fraction > 10)
		rcc_option_bad(state, "--%s is a percentage above 0: \"%s\"",
			       row->name, text);
	rcc_option_set(o, row->name, json_real(fraction), state);
}

static void read_budget(struct rcc_run_options *o, const struct rcc_option *row,
			const char *text, struct argp_state *state)
{
	double seconds = 0;

	if (rcc_number_parse_time(text, &seconds) != 0)
		rcc_option_bad(state,
			       "--%s is a time such as 90m, 2h or 300: \"%s\"",
			       row->name, text);
	rcc_option_set(o, row->name, json_real(seconds), state);
}

const struct rcc_option rcc_options_study[] = {
	{"output", 'o', "DIR",
	 "keep the study in DIR; a study that is there already goes on",
	 read_dir, 0, 0, NULL},
	{"layouts", 0, "N",
	 "layouts of each arm (default 30); with --precision or --budget: to "
	 "begin with (default 10)",
	 rcc_option_number, 2, RCC_STUDY_MAX, NULL},
	{"precision", 0, "PERCENT",
	 "add layouts until the interval's half-width is that of the mean, or "
	 "of the ratio if there are several systems",
	 read_precision, 0, 0, NULL},
	{"budget", 0, "TIME",
	 "add layouts for that long in all (90m, 2h, 300), building and "
	 "linking included",
	 read_budget, 0, 0, NULL},
	{"max-layouts", 0, "N",
	 "with --precision or --budget: no more than these (default 1000)",
	 rcc_option_number, 2, RCC_STUDY_MAX, NULL},
	{"executions", 0, "N", "executions of each layout (default 1)",
	 rcc_option_number, 1, RCC_STUDY_MAX, NULL},
	{"iterations", 0, "N",
	 "numbers that each --metric finds in what a run writes (default 1)",
	 rcc_option_number, 1, RCC_STUDY_MAX, NULL},
	{"seed", 0, "SEED",
	 "master seed, from which layouts, order and environment sizes follow "
	 "(default: a fresh one, stored)",
	 read_seed, 0, 0, NULL},
	{"jobs", 'j', "N",
	 "link N layouts at a time (default: one per CPU); runs are never "
	 "parallel",
	 read_jobs, 1, 1024, NULL},
	{"keep-layouts", 0, "all|none",
	 "whether programs stay when all of their runs are done (default all); "
	 "what is needed again is linked again",
	 rcc_option_choice, 0, 0, "all|none"},
	{"study", 0, "FILE",
	 "a suite: settings for one or more programs, from FILE (YAML, "
	 "randstudy-suite(5)); each is a study of its own in DIR/NAME",
	 read_study, 0, 0, NULL},
	{"no-runs", 0, NULL,
	 "build and lay out, and measure nothing yet: `randstudy run -o DIR` "
	 "does, when the machine is quiet",
	 read_no_runs, 0, 0, NULL},
	{"no-report", 0, NULL, "print no report at the end", read_no_report, 0,
	 0, NULL},
	{0},
};
