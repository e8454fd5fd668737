/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy cluster: run a study, packed by `randstudy pack`, as jobs of
 * Slurm. */
#include <string.h>

#include "common/arguments.h"
#include "common/strvec.h"
#include "harness/cli/commands.h"
#include "harness/fleet/slurm.h"
#include "harness/study/study.h"

struct options {
	const char *action;
	/* For submit, the file that `randstudy pack` wrote.  For status and
	 * collect, the folder with the runs of all machines. */
	const char *file;
	const char *out;
	size_t n_machines;
	bool shares_nodes;
	/* The words after FILE: options of Slurm's sbatch. */
	struct rcc_strvec words;
};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_TEXT("output", 'o', "DIR", offsetof(struct options, out),
			  "submit: where the runs of all machines are "
			  "collected; collect: the merged study (default: "
			  "DIR/merged)"),
	RCC_ARGUMENT_COUNT("of", 'n', "N", offsetof(struct options, n_machines),
			   1, RCC_STUDY_MACHINES_MAX,
			   "submit: the number of machines"),
	RCC_ARGUMENT_FLAG("share-nodes", 0,
			  offsetof(struct options, shares_nodes),
			  "submit: let other jobs use the nodes meanwhile"),
	{0},
};

static void take(const char *text, const struct argp_state *state, void *values)
{
	struct options *o = values;

	(void)state;
	if (o->action == NULL)
		o->action = text;
	else if (o->file == NULL)
		o->file = text;
	else
		rcc_strvec_push(&o->words, text);
}

static void check_submit(const struct options *o,
			 const struct argp_state *state)
{
	if (o->out == NULL)
		rcc_argument_error(state, "say where the runs go: -o DIR");
	if (o->n_machines == 0)
		rcc_argument_error(state, "say how many machines: --of N");
	if (o->words.n != 0 && o->words.item[0][0] != '-')
		rcc_argument_error(state,
				   "too many arguments: \"%s\" (options of "
				   "sbatch come after --)",
				   o->words.item[0]);
}

static void check(const struct argp_state *state, void *values)
{
	const struct options *o = values;
	const bool submits =
		o->action != NULL && strcmp(o->action, "submit") == 0;

	if (!submits &&
	    (o->action == NULL || (strcmp(o->action, "status") != 0 &&
				   strcmp(o->action, "collect") != 0)))
		rcc_argument_error(state, "say submit, status or collect");
	if (o->file == NULL)
		rcc_argument_error(state, submits ? "name a file that "
						    "`randstudy pack` wrote"
						  : "name the directory of "
						    "the runs");
	if (submits)
		check_submit(o, state);
	else if (o->words.n != 0)
		rcc_argument_error(state, "too many arguments: \"%s\"",
				   o->words.item[0]);
}

static int run(const struct options *o)
{
	const struct rcc_slurm_submission submission = {
		.pack = o->file,
		.out = o->out,
		.n_machines = (unsigned)o->n_machines,
		.shares_nodes = o->shares_nodes,
		.options = o->words,
	};

	if (strcmp(o->action, "submit") == 0)
		return rcc_slurm_submit(&submission);
	if (strcmp(o->action, "status") == 0)
		return rcc_slurm_status(o->file);
	return rcc_slurm_collect(o->file, o->out);
}

int rcc_cmd_cluster(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "submit FILE [-- SBATCH-OPTION...]\n"
			    "status DIR\ncollect DIR",
		.doc = "Run the study in FILE, which `randstudy pack` wrote, "
		       "on nodes of Slurm.\v"
		       "submit makes an array job with a node for each "
		       "machine. "
		       " The same command again submits the machines that have "
		       "not made all their runs.  status says how far they "
		       "are.  collect merges what is there.",
		.argument = take,
		.check = check};
	struct options o = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy cluster", argc, argv, &o);
	status = run(&o);
	rcc_strvec_release(&o.words);
	return status;
}
