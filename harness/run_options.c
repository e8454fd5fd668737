/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run_options.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/measure.h"
#include "harness/study.h"

enum key {
	KEY_BUILD = 256,
	KEY_SYSTEM,
	KEY_PROGRAM,
	KEY_LAYOUTS,
	KEY_EXECUTIONS,
	KEY_SEED,
	KEY_FACTORS,
	KEY_STDIN,
	KEY_EXPECT,
	KEY_VERIFY,
	KEY_IGNORE_OUTPUT,
	KEY_EXIT_STATUS,
	KEY_OUTPUT_LIMIT,
	KEY_TIMEOUT,
	KEY_WARMUP,
	KEY_ON_WRONG,
	KEY_ENV,
	KEY_NO_REPORT,
};

static const struct argp_option option[] = {
	{NULL, 0, NULL, 0, "The study:", 1},
	{"output", 'o', "DIR", 0,
	 "keep the study in DIR; a study that is there already goes on", 1},
	{"layouts", KEY_LAYOUTS, "N", 0, "layouts of each arm (default 30)", 1},
	{"executions", KEY_EXECUTIONS, "N", 0,
	 "executions of each layout (default 1)", 1},
	{"seed", KEY_SEED, "SEED", 0,
	 "master seed, from which layouts, order and environment sizes follow "
	 "(default: a fresh one, stored)",
	 1},
	{"jobs", 'j', "N", 0,
	 "link N layouts at a time (default: one per CPU); runs are never "
	 "parallel",
	 1},
	{NULL, 0, NULL, 0, "The program:", 2},
	{"build", KEY_BUILD, "COMMAND", 0,
	 "shell command that builds it, with randcc as the compiler; run once",
	 2},
	{"system", KEY_SYSTEM, "NAME=COMMAND", 0,
	 "instead of --build, once for each of several programs to compare; "
	 "their runs are interleaved",
	 2},
	{"program", KEY_PROGRAM, "[NAME=]FILE", 0,
	 "which of the programs linked by the build to lay out (default: the "
	 "only one); NAME: of that system",
	 2},
	{"factors", KEY_FACTORS, "LIST", 0,
	 "what a layout varies: functions, units, program, padding (default "
	 "functions,units)",
	 2},
	{NULL, 0, NULL, 0, "Each run:", 3},
	{"stdin", KEY_STDIN, "FILE", 0, "standard input (default /dev/null)",
	 3},
	{"timeout", KEY_TIMEOUT, "SECONDS", 0,
	 "kill a run that takes longer (default: ten times the reference run, "
	 "at least 60)",
	 3},
	{"warmup", KEY_WARMUP, "N", 0,
	 "unmeasured runs whenever measuring begins, after the reference run "
	 "(default 0)",
	 3},
	{"env", KEY_ENV, "random|fixed", 0,
	 "enlarge the environment by a random 0 to 4095 bytes each time, or "
	 "leave it (default random)",
	 3},
	{NULL, 0, NULL, 0, "What counts as right:", 4},
	{"expect", KEY_EXPECT, "FILE", 0,
	 "the right standard output (default: what the original layout prints "
	 "first)",
	 4},
	{"verify", KEY_VERIFY, "COMMAND", 0,
	 "shell command that reads the output and exits with 0 if it is right, "
	 "instead of comparing",
	 4},
	{"ignore-output", KEY_IGNORE_OUTPUT, NULL, 0,
	 "any output is right: only the exit status counts", 4},
	{"exit-status", KEY_EXIT_STATUS, "N", 0,
	 "the right exit status (default 0)", 4},
	{"output-limit", KEY_OUTPUT_LIMIT, "BYTES", 0,
	 "kill a run that prints more (default 268435456)", 4},
	{"on-wrong", KEY_ON_WRONG, "stop|go-on", 0,
	 "after a run that failed (default stop); it never counts", 4},
	{NULL, 0, NULL, 0, "Others:", -1},
	{"no-report", KEY_NO_REPORT, NULL, 0, "print no report at the end", -1},
	{0},
};

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

static void set(struct rcc_run_options *o, const char *key, json_t *value,
		struct argp_state *state)
{
	if (value == NULL)
		argp_error(state, "the argument of --%s is not valid UTF-8",
			   key);
	json_object_set_new(o->given, key, value);
}

static json_int_t number(struct argp_state *state, const char *key,
			 const char *text, json_int_t min, json_int_t max)
{
	char *end = NULL;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 ||
	    value < min || value > max)
		argp_error(state,
			   "--%s needs a whole number from %lld to %lld: "
			   "\"%s\"",
			   key, (long long)min, (long long)max, text);
	return value;
}

static void set_number(struct rcc_run_options *o, const char *key,
		       const char *text, json_int_t min, json_int_t max,
		       struct argp_state *state)
{
	set(o, key, json_integer(number(state, key, text, min, max)), state);
}

static void set_seed(struct rcc_run_options *o, const char *text,
		     struct argp_state *state)
{
	uint64_t seed = 0;
	int is_none = 0;
	char canonical[24];

	if (rcc_rank_parse_seed(text, &seed, &is_none) != 0 || is_none)
		argp_error(state,
			   "bad seed \"%s\": a whole number from 0 to "
			   "18446744073709551615",
			   text);
	snprintf(canonical, sizeof(canonical), "%" PRIu64, seed);
	set(o, "seed", json_string(canonical), state);
}

static void set_factors(struct rcc_run_options *o, const char *text,
			struct argp_state *state)
{
	char canonical[RCC_FACTORS_TEXT_MAX];
	unsigned factors = 0;
	const char *word = NULL;
	size_t len = 0;

	if (rcc_rank_parse_factors(text, &factors, &word, &len) != 0)
		argp_error(state,
			   "unknown factor \"%.*s\" in \"%s\": a comma list of "
			   "functions, program, units, padding",
			   (int)len, word, text);
	if (factors == 0)
		argp_error(state, "with no factor there is nothing to vary");
	rcc_rank_factors_text(factors, canonical);
	set(o, "arms", rcc_study_arms(canonical), state);
}

/* A file that is there, by its absolute name. */
static void set_file(struct rcc_run_options *o, const char *key,
		     const char *path, struct argp_state *state)
{
	char *real = realpath(path, NULL);

	if (real == NULL || access(real, R_OK) != 0)
		argp_failure(state, RCC_EXIT_USAGE, errno,
			     "cannot read \"%s\" (--%s)", path, key);
	set(o, key, json_string(real), state);
	free(real);
}

static void set_timeout(struct rcc_run_options *o, const char *text,
			struct argp_state *state)
{
	char *end = NULL;
	double seconds = strtod(text, &end);

	if (end == text || *end != '\0' || !(seconds > 0) || seconds > 1e9)
		argp_error(state,
			   "--timeout needs a number of seconds above "
			   "0: \"%s\"",
			   text);
	set(o, "timeout", json_real(seconds), state);
}

static void set_choice(struct rcc_run_options *o, const char *key,
		       const char *text, const char *a, const char *b,
		       struct argp_state *state)
{
	if (strcmp(text, a) != 0 && strcmp(text, b) != 0)
		argp_error(state, "--%s is \"%s\" or \"%s\", not \"%s\"", key,
			   a, b, text);
	set(o, key, json_string(text), state);
}

/* NAME=COMMAND */
static void add_named_system(struct rcc_run_options *o, const char *text,
			     struct argp_state *state)
{
	const char *equals = strchr(text, '=');
	json_t *systems = json_object_get(o->given, "systems");
	json_t *system;

	if (equals == NULL || equals == text || equals[1] == '\0')
		argp_error(state, "--system is NAME=COMMAND, not \"%s\"", text);
	if (systems == NULL) {
		systems = json_array();
		json_object_set_new(o->given, "systems", systems);
	}
	system = json_pack("{s:s%,s:s,s:n}", "name", text,
			   (size_t)(equals - text), "build", equals + 1,
			   "program");
	if (system == NULL)
		argp_error(state, "--system is not valid UTF-8: \"%s\"", text);
	json_array_append_new(systems, system);
}

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
		argp_error(state, "either --build or --system");
	for (size_t i = 0; i < o->program.n; i++) {
		if (systems == NULL)
			set(o, "program", json_string(o->program.item[i]),
			    state);
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
			argp_error(state, "the command is not valid UTF-8");
	set(o, "command", command, state);
	state->next = state->argc;
}

static int parse_run(int key, char *arg, struct argp_state *state,
		     struct rcc_run_options *o)
{
	switch (key) {
	case KEY_STDIN:
		set_file(o, "stdin", arg, state);
		return 0;
	case KEY_TIMEOUT:
		set_timeout(o, arg, state);
		return 0;
	case KEY_WARMUP:
		set_number(o, "warmup", arg, 0, RCC_STUDY_MAX, state);
		return 0;
	case KEY_ENV:
		set_choice(o, "env", arg, "random", "fixed", state);
		return 0;
	case KEY_EXPECT:
		set_file(o, "expect", arg, state);
		return 0;
	case KEY_VERIFY:
		set(o, "verify", json_string(arg), state);
		return 0;
	case KEY_IGNORE_OUTPUT:
		set(o, "ignore-output", json_true(), state);
		return 0;
	case KEY_EXIT_STATUS:
		set_number(o, "exit-status", arg, 0, 255, state);
		return 0;
	case KEY_OUTPUT_LIMIT:
		set_number(o, "output-limit", arg, 0, LLONG_MAX, state);
		return 0;
	case KEY_ON_WRONG:
		set_choice(o, "on-wrong", arg, "stop", "go-on", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct rcc_run_options *o = state->input;

	switch (key) {
	case 'o':
		o->dir = arg;
		return 0;
	case 'j':
		o->n_jobs = (unsigned)number(state, "jobs", arg, 1, 1024);
		return 0;
	case KEY_NO_REPORT:
		o->is_quiet = true;
		return 0;
	case KEY_LAYOUTS:
		set_number(o, "layouts", arg, 2, RCC_STUDY_MAX, state);
		return 0;
	case KEY_EXECUTIONS:
		set_number(o, "executions", arg, 1, RCC_STUDY_MAX, state);
		return 0;
	case KEY_SEED:
		set_seed(o, arg, state);
		return 0;
	case KEY_FACTORS:
		set_factors(o, arg, state);
		return 0;
	case KEY_BUILD:
		set(o, "build", json_string(arg), state);
		return 0;
	case KEY_SYSTEM:
		add_named_system(o, arg, state);
		return 0;
	case KEY_PROGRAM:
		rcc_strvec_push(&o->program, arg);
		return 0;
	case ARGP_KEY_ARG:
		set_command(o, state);
		return 0;
	case ARGP_KEY_END:
		if (o->dir == NULL)
			argp_error(state, "where to keep the study? -o DIR");
		settle_programs(o, state);
		return 0;
	default:
		return parse_run(key, arg, state, o);
	}
}

void rcc_run_options_parse(int argc, char **argv,
			   struct rcc_run_options *options)
{
	static const struct argp argp = {
		option, parse, "-- COMMAND...", doc, NULL, NULL, NULL};
	long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);

	*options = (struct rcc_run_options){
		.given = json_object(),
		.n_jobs = n_cpus > 0 ? (unsigned)n_cpus : 1,
	};
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, options);
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

	json_object_set_new(given, "systems", json_pack("[o]", system));
}

int rcc_run_options_complete(json_t *given)
{
	const json_t *command = json_object_get(given, "command");
	const char *variable;

	if (json_object_get(given, "directory") != NULL)
		return RCC_EXIT_OK; /* complete already */
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
