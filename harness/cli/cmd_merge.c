/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy merge: join the runs that several machines made of a packed
 * study. */
#include "common/arguments.h"
#include "common/strvec.h"
#include "harness/cli/commands.h"
#include "harness/fleet/merge.h"
#include "harness/study/study.h"

struct options {
	const char *out;
	size_t n_machines;
	struct rcc_strvec shard;
};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_TEXT("output", 'o', "DIR", offsetof(struct options, out),
			  "the directory of the merged study; an older merged "
			  "study there is replaced"),
	RCC_ARGUMENT_COUNT("of", 'n', "N", offsetof(struct options, n_machines),
			   1, RCC_STUDY_MACHINES_MAX,
			   "the number of machines (default: what the workers "
			   "were told)"),
	{0},
};

static void take(const char *text, const struct argp_state *state, void *values)
{
	struct options *o = values;

	(void)state;
	rcc_strvec_push(&o->shard, text);
}

static void check(const struct argp_state *state, void *values)
{
	const struct options *o = values;

	if (o->out == NULL)
		rcc_argument_error(state, "name the merged study: -o DIR");
	if (o->shard.n == 0)
		rcc_argument_error(state, "name the databases that `randstudy "
					  "worker` wrote, or their directory");
}

int rcc_cmd_merge(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "SHARD...",
		.doc = "Join the runs of several machines in one study.\v"
		       "SHARD is a database that `randstudy worker` wrote, or "
		       "a directory of them.  All must be of the same programs "
		       "and settings, and each of another machine.",
		.argument = take,
		.check = check};
	struct options o = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy merge", argc, argv, &o);
	status = rcc_merge(o.out, &o.shard, (unsigned)o.n_machines);
	rcc_strvec_release(&o.shard);
	return status;
}
