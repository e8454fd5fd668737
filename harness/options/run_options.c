/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/run_options.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "harness/options/option.h"
#include "harness/study/study.h"

/* The topics, in the order of --help. */
static const struct {
	const char *heading;
	const struct rcc_option *row;
} topic[] = {
	{"The study:", rcc_options_study},
	{"The program:", rcc_options_program},
	{"What is varied:", rcc_options_arms},
	{"What is measured:", rcc_options_metric},
	{"Each run:", rcc_options_run},
	{"What counts as right:", rcc_options_right},
};

#define N_TOPICS (sizeof(topic) / sizeof(topic[0]))
#define TOPIC_ROWS_MAX 64
/* An option without a letter has this plus its place as its key. */
#define KEY_FIRST 256

static const char doc[] =
	"Build a program once, lay it out N times, run every layout and as "
	"often the original layout, interleaved in random order, and report "
	"what layout does to its run time."
	"\v"
	"{binary} in COMMAND stands for the program laid out; COMMAND is "
	"executed directly, without a shell.  A study that was interrupted "
	"goes on with `randstudy run -o DIR`.\n\n"
	"Example:\n"
	"  randstudy run -o study --build 'make CC=randcc' --program ./prog "
	"\\\n"
	"    -- {binary} input.txt";

static const char doc_aa[] =
	"Measure a program against itself, with other layouts on either side, "
	"and report what difference this machine, this program and these "
	"counts can tell apart from nothing."
	"\v"
	"A study as randstudy run makes it, with the same options; --layouts "
	"counts the layouts of each side.";

/* Whether `text` begins with the name of this system and '='. */
static const char *file_of(const json_t *system, const char *text)
{
	const char *name = json_string_value(json_object_get(system, "name"));
	const size_t len = strlen(name);

	if (strncmp(text, name, len) == 0 && text[len] == '=')
		return text + len + 1;
	return NULL;
}

/* One --program [NAME=]FILE among several systems. */
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

/* When all systems are known: which program belongs to which. */
static void settle_programs(struct rcc_run_options *o, struct argp_state *state)
{
	json_t *systems = json_object_get(o->given, "systems");

	if (systems != NULL && json_object_get(o->given, "build") != NULL)
		rcc_option_bad(state, "either --build or --system");
	for (size_t i = 0; i < o->program.n; i++) {
		if (systems == NULL)
			rcc_option_set(o, "program",
				       json_string(o->program.item[i]), state);
		else
			give_program(systems, o->program.item[i]);
	}
	rcc_strvec_release(&o->program);
}

/* The rest of the command line is the command. */
static void set_command(struct rcc_run_options *o, struct argp_state *state)
{
	json_t *command = json_array();

	for (int i = state->next - 1; i < state->argc; i++)
		if (json_array_append_new(command,
					  json_string(state->argv[i])) != 0)
			rcc_option_bad(state, "the command is not valid UTF-8");
	rcc_option_set(o, "command", command, state);
	state->next = state->argc;
}

static int key_of(size_t at, size_t row)
{
	const int letter = topic[at].row[row].letter;

	return letter != 0 ? letter
			   : KEY_FIRST + (int)(at * TOPIC_ROWS_MAX + row);
}

static const struct rcc_option *row_of(int key)
{
	for (size_t at = 0; at < N_TOPICS; at++)
		for (size_t i = 0; topic[at].row[i].name != NULL; i++)
			if (key_of(at, i) == key)
				return &topic[at].row[i];
	return NULL;
}

/* The topics' rows as one table for argp. */
static const struct argp_option *argp_table(void)
{
	static struct argp_option table[N_TOPICS * (TOPIC_ROWS_MAX + 1) + 1];
	size_t n = 0;

	for (size_t at = 0; at < N_TOPICS; at++) {
		table[n++] = (struct argp_option){
			.doc = topic[at].heading,
			.group = (int)at + 1,
		};
		for (size_t i = 0; topic[at].row[i].name != NULL; i++) {
			const struct rcc_option *row = &topic[at].row[i];

			table[n++] = (struct argp_option){
				.name = row->name,
				.key = key_of(at, i),
				.arg = row->arg,
				.doc = row->doc,
				.group = (int)at + 1,
			};
		}
	}
	table[n] = (struct argp_option){0};
	return table;
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct rcc_run_options *o = state->input;
	const struct rcc_option *row;

	if (o->where != NULL && state->next > 0)
		state->name = o->where[state->next - 1];
	switch (key) {
	case ARGP_KEY_ARG:
		set_command(o, state);
		return 0;
	case ARGP_KEY_END:
		if (o->dir == NULL && o->where == NULL)
			rcc_option_bad(state,
				       "where to keep the study? -o DIR");
		settle_programs(o, state);
		rcc_option_settle_arms(o);
		return 0;
	default:
		row = row_of(key);
		if (row == NULL)
			return ARGP_ERR_UNKNOWN;
		row->read(o, row, arg, state);
		return 0;
	}
}

static void parse_words(int argc, char **argv, char *const *where,
			const char *text, struct rcc_run_options *options)
{
	const struct argp argp = {
		argp_table(), parse, "-- COMMAND...", text, NULL, NULL, NULL};
	long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);

	*options = (struct rcc_run_options){
		.given = json_object(),
		.n_jobs = n_cpus > 0 ? (unsigned)n_cpus : 1,
		.where = where,
	};
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, options);
	options->where = NULL;
}

void rcc_run_options_parse_file(int argc, char **argv, char *const *where,
				struct rcc_run_options *options)
{
	parse_words(argc, argv, where, doc, options);
}

void rcc_run_options_parse(int argc, char **argv, bool is_aa,
			   struct rcc_run_options *options)
{
	parse_words(argc, argv, NULL, is_aa ? doc_aa : doc, options);
	if (is_aa)
		json_object_set_new(options->given, "aa", json_true());
}

const struct argp_option *rcc_run_options_table(void)
{
	return argp_table();
}

static int missing(const char *what, const char *hint)
{
	rcc_error("a new study needs %s", what);
	rcc_hint("%s", hint);
	return RCC_EXIT_USAGE;
}

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

/* A master seed that nobody chose. */
static int add_seed(json_t *given)
{
	uint64_t seed = 0;
	char text[24];

	if (json_object_get(given, "seed") != NULL)
		return RCC_EXIT_OK;
	if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed)) {
		rcc_error_errno("cannot get random bytes for a seed");
		return RCC_EXIT_USAGE;
	}
	snprintf(text, sizeof(text), "%" PRIu64, seed);
	json_object_set_new(given, "seed", json_string(text));
	return RCC_EXIT_OK;
}

static int add_directory(json_t *given)
{
	char *cwd = getcwd(NULL, 0);

	if (cwd == NULL) {
		rcc_error_errno("cannot tell the working directory");
		return RCC_EXIT_USAGE;
	}
	json_object_set_new(given, "directory", json_string(cwd));
	free(cwd);
	return RCC_EXIT_OK;
}

/* One system, from --build and --program. */
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

int rcc_run_options_complete(json_t *given)
{
	const json_t *command = json_object_get(given, "command");
	const char *variable;

	if (json_object_get(given, "directory") != NULL)
		return RCC_EXIT_OK; /* complete already */
	if (json_object_get(given, "aa") != NULL &&
	    json_object_get(given, "systems") != NULL) {
		rcc_error("randstudy aa compares one program with itself: "
			  "--build, not --system");
		return RCC_EXIT_USAGE;
	}
	if (json_object_get(given, "build") == NULL &&
	    json_object_get(given, "systems") == NULL)
		return missing("a build command (--build)",
			       "for example: --build 'make CC=randcc'");
	if (command == NULL)
		return missing("a command to run, after \"--\"",
			       "for example: -- {binary} input.txt");
	if (!has_binary(command))
		return missing("{binary} in the command",
			       "it stands for the program laid out, as in: -- "
			       "{binary} input.txt");
	if (add_seed(given) != RCC_EXIT_OK ||
	    add_directory(given) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	variable = rcc_study_add_variables(given);
	if (variable != NULL) {
		rcc_error("%s is not valid UTF-8", variable);
		return RCC_EXIT_USAGE;
	}
	if (json_object_get(given, "systems") == NULL)
		add_system(given);
	rcc_study_defaults(given);
	return RCC_EXIT_OK;
}

int rcc_run_options_study(json_t *given, struct rcc_study *study)
{
	char *problem = NULL;
	int status = rcc_run_options_complete(given);

	if (status == RCC_EXIT_OK &&
	    rcc_study_parse(given, study, &problem) != 0) {
		rcc_error("%s", problem);
		free(problem);
		status = RCC_EXIT_USAGE;
	}
	return status;
}
