/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy worker: run one machine's part of a study that `randstudy pack`
 * packed. */
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/statfs.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/file.h"
#include "harness/cli/commands.h"
#include "harness/fleet/worker.h"
#include "harness/run/host.h"
#include "harness/study/study.h"

struct options {
	const char *pack;
	const char *out;
	const char *local;
	const char *name;
	size_t index;
	size_t n_machines;
};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_COUNT("index", 'k', "K", offsetof(struct options, index),
			   1, RCC_STUDY_MACHINES_MAX,
			   "the number of this machine, from 1"),
	RCC_ARGUMENT_COUNT("of", 'n', "N", offsetof(struct options, n_machines),
			   1, RCC_STUDY_MACHINES_MAX, "the number of machines"),
	RCC_ARGUMENT_TEXT("output", 'o', "DIR", offsetof(struct options, out),
			  "where the runs of all machines are collected"),
	RCC_ARGUMENT_TEXT("local", 0, "DIR", offsetof(struct options, local),
			  "a folder on a disk of this machine (default: "
			  "$TMPDIR, else /tmp)"),
	RCC_ARGUMENT_TEXT("machine", 0, "NAME", offsetof(struct options, name),
			  "what tells this machine from others (default: "
			  "Slurm's name of the node, else the host's name)"),
	{0},
};

static void take(const char *text, const struct argp_state *state, void *values)
{
	struct options *o = values;

	if (o->pack != NULL)
		rcc_argument_error(state, "too many arguments: \"%s\"", text);
	o->pack = text;
}

/* Refuse a text that is not valid UTF-8: studies store such texts as JSON. */
static void check_utf8(const struct argp_state *state, const char *name,
		       const char *text)
{
	json_t *json = text != NULL ? json_string(text) : json_null();

	if (json == NULL)
		rcc_argument_error(
			state, "the argument of --%s is not valid UTF-8", name);
	json_decref(json);
}

static void check(const struct argp_state *state, void *values)
{
	const struct options *o = values;

	check_utf8(state, "machine", o->name);
	check_utf8(state, "local", o->local);
	if (o->pack == NULL)
		rcc_argument_error(state, "name a file that `randstudy pack` "
					  "wrote");
	if (o->index == 0)
		rcc_argument_error(state, "number this machine: --index K");
	if (o->out == NULL)
		rcc_argument_error(state, "say where the runs go: -o DIR");
	if (o->n_machines != 0 && o->index > o->n_machines)
		rcc_argument_error(state,
				   "machine %zu of %zu: --index begins with 1",
				   o->index, o->n_machines);
}

/* Return the real path of the folder in which the study will be unpacked:
 * --local, $TMPDIR or /tmp; caller frees. */
static char *find_local(const char *given)
{
	const char *local = given != NULL ? given : getenv("TMPDIR");
	char *path;

	if (local == NULL || local[0] == '\0')
		local = "/tmp";
	if (rcc_file_mkdirs(local) != 0 ||
	    (path = realpath(local, NULL)) == NULL)
		rcc_die_errno("cannot use \"%s\" (--local)", local);
	return path;
}

int rcc_cmd_worker(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "FILE",
		.doc = "Make the runs of machine K of the study in FILE, which "
		       "`randstudy pack` wrote.\v"
		       "All machines run the same programs, each in an order "
		       "of its own.  The same command goes on where a worker "
		       "was interrupted.  `randstudy merge` joins the runs of "
		       "all machines.",
		.argument = take,
		.check = check};
	struct options o = {0};
	struct rcc_worker worker;
	char *local;
	char *name;
	int stop_signal = 0;
	int status;

	rcc_arguments_parse(&line, "randstudy worker", argc, argv, &o);
	local = find_local(o.local);
	name = o.name == NULL ? rcc_worker_machine_name() : NULL;
	worker = (struct rcc_worker){
		.pack = o.pack,
		.out = o.out,
		.local = local,
		.name = name != NULL ? name : o.name,
		.machine = (unsigned)o.index,
		.n_machines = (unsigned)o.n_machines,
		.load = rcc_host_load(""),
		.examine = statfs,
	};
	status = rcc_worker_run(&worker, &stop_signal);
	free(name);
	free(local);
	/* Raise again the signal that stopped the runs, so that the batch
	 * system sees it. */
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}
