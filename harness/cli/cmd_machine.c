/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy machine: measure how small a difference this machine can show. */
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/number.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_text.h"
#include "harness/findings/machine.h"
#include "harness/report/machine_page.h"
#include "harness/run/host.h"
#include "harness/run/machine.h"

struct options {
	unsigned is_json;
	double time_s;
	double run_s;
	const char *seed_text; /* NULL to choose a random seed */
	uint64_t seed;
	/* --work: number of steps of the computation that is measured.  If it
	 * is not 0, the process makes these steps, as one run, and does nothing
	 * else. */
	size_t work;
};

static void read_time(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	double seconds = 0;

	if (rcc_number_parse_time(text, &seconds) != 0 || seconds > 3600)
		rcc_argument_error(state,
				   "--%s needs a time up to 1h, such as 60 or "
				   "5m: \"%s\"",
				   row->name, text);
	*(double *)field = seconds;
}

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",
			    offsetof(struct options, is_json), rcc_text_or_json,
			    "text (default) or json"),
	RCC_ARGUMENT_ROW("time", 0, "TIME", offsetof(struct options, time_s),
			 "how long to measure, such as 60 or 5m (default: 60 "
			 "seconds)",
			 read_time),
	RCC_ARGUMENT_ROW("run-time", 0, "TIME", offsetof(struct options, run_s),
			 "the run time of the program for which differences "
			 "are printed (default: 1 second)",
			 read_time),
	RCC_ARGUMENT_TEXT("seed", 0, "SEED",
			  offsetof(struct options, seed_text),
			  "seed of the order of the runs (default: random)"),
	RCC_ARGUMENT_COUNT("work", 0, "N", offsetof(struct options, work), 1,
			   1e15,
			   "do N steps of the computation that is measured, "
			   "and nothing else"),
	{0},
};

static void print(const struct options *o, const struct rcc_machine *m,
		  const json_t *host)
{
	const struct rcc_machine_times times = {
		.n = m->n,
		.wall = m->wall,
		.cpu = m->cpu_time,
		.b_first = m->b_first,
		.tandem_cpu = m->tandem_cpu,
		.tandem_b_first = m->tandem_b_first,
	};
	struct rcc_machine_findings f;
	const struct rcc_machine_page page = {
		.findings = &f,
		.times = &times,
		.tandem_first = m->tandem_first,
		.host = host,
		.seed = o->seed,
		.steps = m->steps,
		.cpu = m->cpu,
		.elapsed_s = m->elapsed_s,
		.steal = m->steal,
	};
	struct rcc_document doc = {0};

	rcc_machine_find(&times, o->run_s, &f);
	if (o->is_json) {
		rcc_report_machine_json(&page, stdout);
	} else {
		rcc_compose_machine_noise(&doc, &page);
		rcc_render_text(&doc, stdout);
	}
	rcc_document_release(&doc);
	rcc_machine_findings_release(&f);
}

static int measure(const struct options *o, const struct rcc_executor *x)
{
	const struct rcc_machine_options wanted = {
		.seed = o->seed,
		.time_s = o->time_s,
		.program = rcc_file_self(),
		.command = "machine",
		.argument = "--work=",
	};
	json_t *host = rcc_host_describe("");
	struct rcc_machine m = {0};
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_machine_measure(x, &wanted, &m, &problem) != 0) {
		rcc_error("%s", problem);
		status = RCC_EXIT_FAILED;
	} else if (m.is_stopped) {
		rcc_error("stopped before the measurement was complete");
		status = RCC_EXIT_FAILED;
	} else {
		print(o, &m, host);
	}
	free(problem);
	rcc_machine_release(&m);
	json_decref(host);
	return status;
}

int rcc_cmd_machine(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.doc = "Measure this machine with a computation that is always "
		       "the same: how much its runs differ, in turns and in "
		       "tandem, which differences between programs it can "
		       "show, and which settings would make it quieter.\v"
		       "It changes no setting of the machine."};
	struct options o = {.time_s = 60, .run_s = 1};
	struct rcc_executor x = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy machine", argc, argv, &o);
	if (o.work > 0) {
		rcc_machine_work(o.work);
		return RCC_EXIT_OK;
	}
	if (rcc_number_seed(o.seed_text, &o.seed) != 0) {
		rcc_error("bad seed \"%s\"", o.seed_text);
		rcc_hint("a seed is a whole number from 0 to 2^64 - 1");
		return RCC_EXIT_USAGE;
	}
	if (rcc_execute_real(&x) != 0) {
		rcc_error_errno("cannot prepare to run programs");
		return RCC_EXIT_FAILED;
	}
	status = measure(&o, &x);
	rcc_execute_real_release(&x);
	return status;
}
