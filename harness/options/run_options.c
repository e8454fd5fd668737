/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/run_options.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/process.h"
#include "common/rank.h"
#include "common/refusal.h"
#include "harness/options/json_options.h"
#include "harness/options/parameter_systems.h"
#include "harness/options/parameters.h"
#include "harness/study/study_defaults.h"

/* ---- Parsing ----------------------------------------------------------- */

static const char doc[] =
	"Build a program once and lay it out N times; run every layout, and "
	"the original layout as often, interleaved in random order; report "
	"how layout affects its run time."
	"\v"
	"{binary} in COMMAND stands for the laid-out program.  COMMAND is "
	"executed directly, without a shell.  `randstudy run -o DIR` "
	"continues an interrupted study.\n\n"
	"Example:\n"
	"  randstudy run -o study --build 'make CC=randcc' --program ./prog "
	"\\\n"
	"    -- {binary} input.txt";

static const char doc_aa[] =
	"Measure a program against itself, with different layouts on the two "
	"sides, and report the smallest difference that this machine and "
	"these counts can detect."
	"\v"
	"The study and its options are those of randstudy run; --layouts is "
	"the number of layouts of each side.";

/* If `text` is "NAME=FILE", and NAME is the name of this system, return FILE;
 * else return NULL. */
static const char *file_of(const json_t *system, const char *text)
{
	const char *name = json_string_value(json_object_get(system, "name"));
	const size_t len = strlen(name);

	if (strncmp(text, name, len) == 0 && text[len] == '=')
		return text + len + 1;
	return NULL;
}

/* Store the argument of one --program in the systems.  "NAME=FILE" sets the
 * program of the system NAME.  FILE alone sets the program of every system that
 * has none yet. */
static void give_program(json_t *systems, const char *text)
{
	bool is_named = false;
	size_t i;
	json_t *system;

	json_array_foreach(systems, i, system)
	{
		const char *file = file_of(system, text);

		is_named |= file != NULL;
		if (file != NULL)
			json_object_set_new(system, "program",
					    json_string(file));
	}
	if (is_named)
		return;
	json_array_foreach(systems, i, system)
	{
		if (json_is_null(json_object_get(system, "program")))
			json_object_set_new(system, "program",
					    json_string(text));
	}
}

static void settle_programs(struct rcc_run_options *o,
			    const struct argp_state *state)
{
	json_t *systems = json_object_get(o->given, "systems");

	if (systems != NULL && json_object_get(o->given, "build") != NULL)
		rcc_argument_error(state,
				   "--build and --system exclude each other");
	for (size_t i = 0; i < o->program.n; i++) {
		if (systems == NULL)
			rcc_json_option_set(o->given, "program",
					    json_string(o->program.item[i]),
					    state);
		else
			give_program(systems, o->program.item[i]);
	}
	rcc_strvec_release(&o->program);
}

/* Return the key "arms", the arms of --factors.  Without --factors, set it to
 * the default arms first. */
static json_t *take_arms(json_t *given)
{
	char factors[RCC_FACTORS_TEXT_MAX];

	if (json_object_get(given, "arms") == NULL)
		json_object_set_new(given, "arms",
				    rcc_study_arms(rcc_rank_factors_text(
					    RCC_FACTORS_DEFAULT, factors)));
	return json_object_get(given, "arms");
}

/* With --no-original, remove the original layout from "arms", which must not
 * have the arms of --arm yet.  Then move the arms of --arm from the key
 * "more-arms" to the end of "arms". */
static void settle_arms(json_t *given)
{
	json_t *more = json_object_get(given, "more-arms");
	json_t *arms;

	if (json_is_true(json_object_get(given, "no-original"))) {
		arms = take_arms(given);
		for (size_t i = json_array_size(arms); i-- > 0;)
			if (!json_is_string(json_object_get(
				    json_array_get(arms, i), "factors")))
				json_array_remove(arms, i);
		json_object_del(given, "no-original");
	}
	if (more != NULL) {
		json_array_extend(take_arms(given), more);
		json_object_del(given, "more-arms");
	}
}

static void take_command(char *const *word, int n,
			 const struct argp_state *state, void *values)
{
	struct rcc_run_options *o = values;
	json_t *command = json_array();

	for (int i = 0; i < n; i++)
		if (json_array_append_new(command, json_string(word[i])) != 0)
			rcc_argument_error(state,
					   "the command is not valid UTF-8");
	rcc_json_option_set(o->given, "command", command, state);
}

/* Refuse a file of --stdin, --expect or --template that cannot be read.
 * read_file() made the name absolute if the file can be read, so a relative
 * name is an error.  A name that contains a parameter is checked later. */
static void check_files(const struct rcc_run_options *o,
			const struct argp_state *state)
{
	static const char *const key[] = {"stdin", "expect", "template"};

	/* If a file's name has a "{NAME}" that is no parameter, report the
	 * unknown parameter and not a missing file. */
	if (o->parameters != NULL)
		rcc_parameters_check_names(o->parameters, o->given, state);
	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const json_t *file = json_object_get(o->given, key[i]);

		if (file != NULL && json_string_value(file)[0] != '/' &&
		    !rcc_parameters_any_in(o->parameters, file))
			argp_failure(state, RCC_EXIT_USAGE, ENOENT,
				     "cannot read \"%s\" (--%s)",
				     json_string_value(file), key[i]);
	}
}

static void settle_parameters(struct rcc_run_options *o,
			      const struct argp_state *state)
{
	check_files(o, state);
	if (o->parameters == NULL)
		return;
	if (o->study_file != NULL)
		rcc_argument_error(state, "-P and --study exclude each other: "
					  "write the benchmarks of each value "
					  "into the study file");
	rcc_parameter_systems_make(o->parameters, o->given, state);
	if (json_object_size(o->parameters) == 0) {
		json_decref(o->parameters);
		o->parameters = NULL;
	}
}

static void settle(const struct argp_state *state, void *values)
{
	struct rcc_run_options *o = values;

	/* With --study, settle_benchmark() completes the options, together with
	 * the settings of each benchmark. */
	if (o->study_file == NULL) {
		settle_programs(o, state);
		settle_arms(o->given);
	}
	settle_parameters(o, state);
}

/* Replace the settings of a benchmark by the options of the command line.
 * settle_programs() and settle_arms() must not have run for either. */
static void replace_settings(struct rcc_run_options *o,
			     const struct rcc_run_options *by)
{
	json_t *given = json_deep_copy(by->given);

	if (json_object_get(given, "systems") != NULL)
		json_object_del(o->given, "build");
	json_object_update(o->given, given);
	json_decref(given);
	if (by->program.n == 0)
		return;
	rcc_strvec_release(&o->program);
	for (size_t i = 0; i < by->program.n; i++)
		rcc_strvec_push(&o->program, by->program.item[i]);
}

/* Complete the options of one benchmark of a study file (--study).  Refuse a
 * parameter (-P) that the benchmark's command or runs use, because each value
 * of the parameter would make another benchmark. */
static void settle_benchmark(const struct argp_state *state, void *values)
{
	struct rcc_run_options *o = values;

	replace_settings(o, o->replacing);
	settle(state, values);
	if (o->parameters != NULL)
		rcc_argument_error(
			state,
			"the parameter \"%s\" is one of the "
			"command: write a benchmark for each "
			"value",
			json_object_iter_key(json_object_iter(o->parameters)));
}

void rcc_run_options_settle(struct rcc_run_options *options,
			    const struct argp_state *state)
{
	settle(state, options);
}

void rcc_run_options_init(struct rcc_run_options *options)
{
	*options = (struct rcc_run_options){
		.given = json_object(),
		.n_jobs = rcc_process_n_cpus(),
		.load = NAN,
	};
}

void rcc_run_options_parse_file(int argc, char **argv, char *const *place,
				const struct rcc_run_options *replacing,
				struct rcc_run_options *options)
{
	const struct rcc_command_line line = {.option = rcc_study_option,
					      .args_doc = "-- COMMAND...",
					      .doc = doc,
					      .rest = take_command,
					      .check = settle_benchmark};

	rcc_run_options_init(options);
	options->replacing = replacing;
	rcc_arguments_parse_file(&line, argc, argv, place, options);
}

void rcc_run_options_parse(int argc, char **argv, bool is_aa,
			   struct rcc_run_options *options)
{
	/* `randstudy aa` measures one program, and its original layout too. */
	static const char *const not_of_aa[] = {"system", "study", "parameter",
						"no-original", NULL};
	static const char *const none[] = {NULL};
	struct rcc_argument *option = rcc_arguments_join(
		NULL, rcc_study_option, is_aa ? not_of_aa : none);
	const struct rcc_command_line line = {.option = option,
					      .args_doc = "-- COMMAND...",
					      .doc = is_aa ? doc_aa : doc,
					      .rest = take_command,
					      .check = settle};

	rcc_run_options_init(options);
	rcc_arguments_parse(&line, is_aa ? "randstudy aa" : "randstudy run",
			    argc, argv, options);
	free(option);
	if (is_aa)
		json_object_set_new(options->given, "aa", json_true());
}

void rcc_run_options_release(struct rcc_run_options *options)
{
	json_decref(options->given);
	options->given = NULL;
	json_decref(options->parameters);
	options->parameters = NULL;
	rcc_strvec_release(&options->program);
}

/* ---- A new study ------------------------------------------------------- */

static bool has_binary(const json_t *command)
{
	size_t i;
	json_t *word;

	json_array_foreach(command, i, word)
	{
		if (strstr(json_string_value(word), "{binary}") != NULL)
			return true;
	}
	return false;
}

/* Check the number of layouts at which a study that grows must end. */
static int check_most(const json_t *given, struct rcc_refusal *refusal)
{
	const json_t *most = json_object_get(given, "max-layouts");
	const json_t *layouts = json_object_get(given, "layouts");
	const bool grows = json_object_get(given, "precision") != NULL ||
			   json_object_get(given, "budget") != NULL ||
			   json_object_get(given, "decide") != NULL;

	if (most == NULL)
		return 0;
	if (!grows)
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "give one of these, or --layouts alone",
				  "--max-layouts has no effect without "
				  "--precision, --budget or --decide");
	if (layouts != NULL &&
	    json_integer_value(layouts) > json_integer_value(most))
		return rcc_refuse(refusal, RCC_EFORMAT, NULL,
				  "--layouts is larger than --max-layouts");
	return 0;
}

static int check_required(const json_t *given, struct rcc_refusal *refusal)
{
	const json_t *command = json_object_get(given, "command");
	const bool has_systems = json_object_get(given, "systems") != NULL;

	if (has_systems && json_object_get(given, "aa") != NULL)
		return rcc_refuse(refusal, RCC_EFORMAT, NULL,
				  "randstudy aa compares one program with "
				  "itself: --build, not --system");
	if (!has_systems && json_object_get(given, "build") == NULL)
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "for example: --build 'make CC=randcc'; to "
				  "resume a study, name it: -o DIR",
				  "a new study needs a build command "
				  "(--build)");
	if (command == NULL)
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "for example: -- {binary} input.txt",
				  "a new study needs a command to run, after "
				  "\"--\"");
	if (!has_binary(command))
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "it stands for the laid-out program, as in: "
				  "-- {binary} input.txt",
				  "a new study needs {binary} in the command");
	return 0;
}

/* Add a random master seed, unless one is given. */
static int add_seed(json_t *given, struct rcc_refusal *refusal)
{
	uint64_t seed = 0;
	char text[24];

	if (json_object_get(given, "seed") != NULL)
		return 0;
	if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
		return rcc_refuse(refusal, RCC_ESYS, NULL,
				  "cannot get random bytes for a seed");
	snprintf(text, sizeof(text), "%" PRIu64, seed);
	json_object_set_new(given, "seed", json_string(text));
	return 0;
}

static int add_directory(json_t *given, struct rcc_refusal *refusal)
{
	char *cwd = getcwd(NULL, 0);

	if (cwd == NULL)
		return rcc_refuse(refusal, RCC_ESYS, NULL,
				  "cannot determine the working directory");
	json_object_set_new(given, "directory", json_string(cwd));
	free(cwd);
	return 0;
}

static int add_variables(json_t *given, struct rcc_refusal *refusal)
{
	const char *variable = rcc_study_add_variables(given);

	if (variable == NULL)
		return 0;
	return rcc_refuse(refusal, RCC_EFORMAT, NULL, "%s is not valid UTF-8",
			  variable);
}

/* Add the system of --build and --program.  For `randstudy aa`, add it twice,
 * with the names "a" and "b". */
static void add_system(json_t *given)
{
	const char *build = json_string_value(json_object_get(given, "build"));
	const char *program =
		json_string_value(json_object_get(given, "program"));
	json_t *system =
		json_pack("{s:s,s:s,s:s?}", "name",
			  program != NULL ? rcc_file_base(program) : "program",
			  "build", build, "program", program);
	json_t *systems = json_pack("[o]", system);

	if (json_is_true(json_object_get(given, "aa"))) {
		json_t *other = json_deep_copy(system);

		json_object_set_new(system, "name", json_string("a"));
		json_object_set_new(other, "name", json_string("b"));
		json_array_append_new(systems, other);
	}
	json_object_set_new(given, "systems", systems);
}

static int complete(json_t *given, struct rcc_refusal *refusal)
{
	int result = check_required(given, refusal);

	if (result == 0)
		result = check_most(given, refusal);
	if (result == 0)
		result = add_seed(given, refusal);
	if (result == 0)
		result = add_directory(given, refusal);
	if (result == 0)
		result = add_variables(given, refusal);
	if (result != 0)
		return result;
	if (json_object_get(given, "systems") == NULL)
		add_system(given);
	rcc_study_defaults(given);
	return 0;
}

int rcc_run_options_study(json_t *given, struct rcc_study *study)
{
	struct rcc_refusal refusal = {0};
	char *problem = NULL;
	int status = RCC_EXIT_USAGE;

	if (complete(given, &refusal) != 0)
		rcc_refusal_print(&refusal);
	else if (rcc_study_parse(given, study, &problem) != 0)
		rcc_error("%s", problem);
	else
		status = RCC_EXIT_OK;
	free(problem);
	rcc_refusal_release(&refusal);
	return status;
}
