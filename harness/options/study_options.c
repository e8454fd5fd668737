/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/study_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/mem.h"
#include "common/rank.h"
#include "harness/options/json_options.h"
#include "harness/options/parameters.h"
#include "harness/study/metric_spec.h"
#include "harness/study/study.h"
#include "harness/study/study_defaults.h"

/* ---- The study --------------------------------------------------------- */

static void read_jobs(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	*(unsigned *)field = (unsigned)rcc_json_option_parse(row, text, state);
}

static void read_seed(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	json_t **given = field;
	uint64_t seed = 0;
	int is_none = 0;
	char canonical[24];

	if (rcc_rank_parse_seed(text, &seed, &is_none) != 0 || is_none)
		rcc_argument_error(state,
				   "bad seed \"%s\": a whole number from 0 to "
				   "18446744073709551615",
				   text);
	snprintf(canonical, sizeof(canonical), "%" PRIu64, seed);
	rcc_json_option_set(*given, row->name, json_string(canonical), state);
}

static void read_executions(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field)
{
	json_t **given = field;

	if (strcmp(text, "auto") == 0)
		rcc_json_option_set(*given, row->name, json_string(text),
				    state);
	else if (text[0] < '0' || text[0] > '9')
		rcc_argument_error(state,
				   "--%s needs auto or a whole number from "
				   "%.0f to %.0f: \"%s\"",
				   row->name, row->least, row->most, text);
	else
		rcc_json_option_integer(row, text, state, field);
}

/* ---- The program ------------------------------------------------------- */

/* Parse the argument of --system: NAME=COMMAND. */
static void read_system(const struct rcc_argument *row, const char *text,
			const struct argp_state *state, void *field)
{
	json_t **given = field;
	const char *equals = strchr(text, '=');

	(void)row;
	if (equals == NULL || equals == text || equals[1] == '\0')
		rcc_argument_error(
			state, "--system needs NAME=COMMAND, not \"%s\"", text);
	if ((size_t)(equals - text) > strcspn(text, " \t\r\n"))
		rcc_argument_error(state,
				   "--system needs NAME=COMMAND, and \"%.*s\" "
				   "is no name: it has a blank; for example: "
				   "--system 'old=%s'",
				   (int)(equals - text), text, text);
	rcc_json_option_append(*given, "systems",
			       json_pack("{s:s%,s:s,s:n}", "name", text,
					 (size_t)(equals - text), "build",
					 equals + 1, "program"),
			       state);
}

static void read_program(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	(void)row;
	(void)state;
	rcc_strvec_push(field, text);
}

/* Store the argument of --library, [NAME=]LIBRARY, as it is.  rcc_study_parse()
 * splits it. */
static void read_library(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	json_t **given = field;

	rcc_json_option_append(*given, row->name, json_string(text), state);
}

/* ---- Factors ----------------------------------------------------------- */

static void parse_factors(const char *text,
			  char canonical[RCC_FACTORS_TEXT_MAX],
			  const struct argp_state *state)
{
	unsigned factors = 0;
	const char *word = NULL;
	size_t len = 0;

	if (rcc_rank_parse_factors(text, &factors, &word, &len) != 0)
		rcc_argument_error(
			state,
			"unknown factor \"%.*s\" in \"%s\": a comma list of "
			"%s",
			(int)len, word, text,
			rcc_rank_factors_text(RCC_FACTORS_ALL, canonical));
	if (factors == 0)
		rcc_argument_error(state,
				   "without a factor there is nothing to vary");
	rcc_rank_factors_text(factors, canonical);
}

static void read_factors(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	json_t **given = field;
	char canonical[RCC_FACTORS_TEXT_MAX];

	(void)row;
	parse_factors(text, canonical, state);
	rcc_json_option_set(*given, "arms", rcc_study_arms(canonical), state);
}

/* Return the end of the setting of --arm that begins at `text`.  Lists of
 * factors contain commas too.  A comma therefore ends the setting only if
 * another "key:" follows. */
static const char *setting_end(const char *text)
{
	static const char *const key[] = {"factors:", "seed:", "env:"};

	for (const char *at = text; *at != '\0'; at++)
		for (size_t i = 0; *at == ',' && i < 3; i++)
			if (strncmp(at + 1, key[i], strlen(key[i])) == 0)
				return at;
	return text + strlen(text);
}

/* Parse a setting of --arm: "factors:LIST", "seed:none", "env:random" or
 * "env:fixed". */
static void read_setting(json_t *arm, const char *text,
			 const struct argp_state *state)
{
	static const char factors[] = "factors:";
	char canonical[RCC_FACTORS_TEXT_MAX];

	if (strncmp(text, factors, sizeof(factors) - 1) == 0) {
		parse_factors(text + sizeof(factors) - 1, canonical, state);
		json_object_set_new(arm, "factors", json_string(canonical));
	} else if (strcmp(text, "seed:none") == 0) {
		json_object_set_new(arm, "factors", json_null());
	} else if (strcmp(text, "env:random") == 0 ||
		   strcmp(text, "env:fixed") == 0) {
		json_object_set_new(arm, "env", json_string(text + 4));
	} else {
		rcc_argument_error(state,
				   "--arm: \"%s\" is not one of factors:LIST, "
				   "seed:none, env:random, env:fixed",
				   text);
	}
}

/* Parse the argument of --arm: NAME=SETTING,... */
static void read_arm(const struct rcc_argument *row, const char *text,
		     const struct argp_state *state, void *field)
{
	json_t **given = field;
	const char *equals = strchr(text, '=');
	json_t *arm;

	if (equals == NULL || equals == text)
		rcc_argument_error(state,
				   "--%s needs NAME=SETTING,..., not \"%s\"",
				   row->name, text);
	arm = json_pack("{s:s%}", "name", text, (size_t)(equals - text));
	for (const char *at = equals; *at != '\0';) {
		const char *end = setting_end(at + 1);
		char *one = rcc_mem_printf("%.*s", (int)(end - at - 1), at + 1);

		read_setting(arm, one, state);
		free(one);
		at = end;
	}
	if (json_object_get(arm, "factors") == NULL)
		rcc_argument_error(state,
				   "--%s: \"%s\" has neither factors:LIST nor "
				   "seed:none",
				   row->name, text);
	rcc_json_option_append(*given, "more-arms", arm, state);
}

/* ---- Runs and metrics -------------------------------------------------- */

static void read_metric(const struct rcc_argument *row, const char *text,
			const struct argp_state *state, void *field)
{
	json_t **given = field;
	char *problem = NULL;
	json_t *metric = rcc_metric_spec_parse(text, &problem);

	(void)row;
	if (metric == NULL)
		rcc_argument_error(state, "--metric %s: %s", text, problem);
	rcc_json_option_append(*given, "metrics", metric, state);
}

const char *rcc_study_options_undirected(const json_t *given)
{
	const json_t *json =
		json_array_get(json_object_get(given, "metrics"), 0);
	struct rcc_metric_spec spec;
	const char *name = NULL;
	char *problem = NULL;

	if (json == NULL)
		return NULL; /* the default is a time: smaller is better */
	if (rcc_metric_spec_read(json, &spec, &problem) != 0) {
		free(problem);
		return NULL; /* a later check reports the bad metric */
	}
	if (rcc_metric_from_spec(&spec, 0).better == RCC_BETTER_UNKNOWN)
		name = spec.name;
	rcc_metric_spec_release(&spec);
	return name;
}

/* Set how runs share the machine.  --duet and --tandem exclude each other.
 * --turns, the default, overrides an earlier --duet or --tandem. */
static void set_runs(const struct rcc_argument *row, const char *text,
		     const struct argp_state *state, void *field)
{
	json_t **given = field;
	const char *was = json_string_value(json_object_get(*given, "runs"));

	(void)text;
	if (was != NULL && strcmp(was, "turns") != 0 &&
	    (strcmp(was, "duet") == 0) != (strcmp(row->name, "duet") == 0) &&
	    strcmp(row->name, "turns") != 0)
		rcc_argument_error(state, "--%s and --%s exclude each other",
				   was, row->name);
	rcc_json_option_set(*given, "runs", json_string(row->name), state);
}

/* Store the name of a file that the runs use.  A name that contains a parameter
 * ("{NAME}") is stored as it is; the parameter is replaced later. */
static void read_file(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	if (strchr(text, '{') != NULL && access(text, F_OK) != 0)
		rcc_json_option_text(row, text, state, field);
	else
		rcc_json_option_file(row, text, state, field);
}

static void read_stdin(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *field)
{
	struct stat st;
	const bool exists = stat(text, &st) == 0;

	if (exists && S_ISDIR(st.st_mode))
		rcc_argument_error(state, "--%s: \"%s\" is a folder", row->name,
				   text);
	if (exists && !S_ISREG(st.st_mode) && !S_ISCHR(st.st_mode))
		rcc_argument_error(state,
				   "--%s: \"%s\" can be read only once, but "
				   "every run reads it: store it in a file",
				   row->name, text);
	read_file(row, text, state, field);
}

static void read_expect(const struct rcc_argument *row, const char *text,
			const struct argp_state *state, void *field)
{
	struct stat st;

	if (stat(text, &st) == 0 && !S_ISREG(st.st_mode))
		rcc_argument_error(state,
				   "--%s: \"%s\" is not a regular file (for no "
				   "output, name an empty file)",
				   row->name, text);
	read_file(row, text, state, field);
}

static void read_template(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	json_t **given = field;

	read_file(row, text, state, field);
	rcc_json_option_set(*given, "fresh-cwd", json_true(), state);
}

/* ---- The table --------------------------------------------------------- */

#define FIELD(name) offsetof(struct rcc_run_options, name)

/* Rows for options that set a key in `given`.  The key is the option's name. */
#define GIVEN(name_, arg_, how, doc_)                                          \
	{                                                                      \
		.name = (name_), .arg = (arg_), .read = (how),                 \
		.field = FIELD(given), .doc = (doc_)                           \
	}
#define GIVEN_INTEGER(name_, letter_, arg_, lo, hi, doc_)                      \
	{                                                                      \
		.name = (name_), .letter = (letter_), .arg = (arg_),           \
		.field = FIELD(given), .read = rcc_json_option_integer,        \
		.least = (lo), .most = (hi), .doc = (doc_)                     \
	}
#define GIVEN_PERCENT(name_, hi, doc_)                                         \
	{                                                                      \
		.name = (name_), .arg = "PERCENT", .field = FIELD(given),      \
		.read = rcc_json_option_percent, .most = (hi), .doc = (doc_)   \
	}
#define GIVEN_SECONDS(name_, lo, doc_)                                         \
	{                                                                      \
		.name = (name_), .arg = "SECONDS", .field = FIELD(given),      \
		.read = rcc_json_option_seconds, .least = (lo), .most = 1e9,   \
		.doc = (doc_)                                                  \
	}
#define GIVEN_CHOICE(name_, arg_, words, doc_)                                 \
	{                                                                      \
		.name = (name_), .arg = (arg_), .field = FIELD(given),         \
		.read = rcc_json_option_choice, .choice = (words),             \
		.doc = (doc_)                                                  \
	}
#define GIVEN_FLAG(name_, doc_) GIVEN(name_, NULL, rcc_json_option_flag, doc_)
#define GIVEN_COMMAND(name_, letter_, doc_)                                    \
	{                                                                      \
		.name = (name_), .letter = (letter_), .arg = "COMMAND",        \
		.field = FIELD(given), .read = rcc_json_option_text,           \
		.doc = (doc_)                                                  \
	}

static const char *const keep[] = {"all", "none", NULL};
static const char *const environment[] = {"random", "fixed", NULL};
static const char *const on_off[] = {"on", "off", NULL};
static const char *const sched[] = {"other", "batch", "idle",
				    "fifo",  "rr",    NULL};
static const char *const on_wrong[] = {"stop", "go-on", NULL};

const struct rcc_argument rcc_study_option[] = {
	RCC_ARGUMENT_HEADING("The study:"),
	RCC_ARGUMENT_TEXT("output", 'o', "DIR", FIELD(dir),
			  "keep the study in DIR, and continue it if it exists "
			  "(default: a new directory randstudy-N)"),
	GIVEN_INTEGER("layouts", 'r', "N", 2, RCC_STUDY_MAX,
		      "layouts of each arm (default 30); where the study "
		      "adds layouts itself, the initial number (default 10)"),
	GIVEN_PERCENT("precision", 1000,
		      "add layouts until the half-width of the interval for "
		      "the mean is PERCENT or less; with several systems, of "
		      "the interval for their ratio"),
	GIVEN("budget", "TIME", rcc_json_option_time,
	      "add layouts until TIME is spent (90m, 2h, 300), building and "
	      "linking included"),
	GIVEN_PERCENT("decide", 99,
		      "add layouts until it is decided for each system whether "
		      "it differs from the first by more than PERCENT"),
	GIVEN_FLAG("may-grow",
		   "layouts may be added after a report was read: the first "
		   "report's intervals are wider, later ones narrower than "
		   "without this"),
	GIVEN_INTEGER("max-layouts", 0, "N", 2, RCC_STUDY_MAX,
		      "with --precision, --budget or --decide: stop at N "
		      "layouts (default 1000)"),
	{.name = "executions",
	 .arg = "N|auto",
	 .read = read_executions,
	 .field = FIELD(given),
	 .least = 1,
	 .most = RCC_STUDY_MAX,
	 .doc = "executions of each layout (default auto: one, and a second "
		"if the runs of the first round are not calm; with --tandem "
		"2 for one system, 1 for several)"},
	GIVEN_CHOICE("redo", "on|off", on_off,
		     "run the blocks of a layout again if they differ far too "
		     "much between rounds or were torn (default on; off "
		     "with --executions 1 and with several systems)"),
	GIVEN_INTEGER("iterations", 0, "N", 1, RCC_STUDY_MAX,
		      "values that each --metric finds in a run's "
		      "output (default 1)"),
	GIVEN_INTEGER("skip-iterations", 0, "K", 0, RCC_STUDY_MAX,
		      "leave out the first K iterations of each run (default "
		      "0); they stay stored"),
	GIVEN_INTEGER("only-iteration", 0, "K", 0, RCC_STUDY_MAX,
		      "use iteration K of each run alone (default 0: all)"),
	GIVEN("seed", "SEED", read_seed,
	      "master seed, which determines the layouts, the order of runs "
	      "and the environment sizes (default: a new one, stored)"),
	{.name = "jobs",
	 .letter = 'j',
	 .arg = "N",
	 .read = read_jobs,
	 .field = FIELD(n_jobs),
	 .least = 1,
	 .most = 1024,
	 .doc = "link N layouts at a time (default: one per CPU)"},
	GIVEN_CHOICE("keep-layouts", "all|none", keep,
		     "keep or remove programs after their last run (default "
		     "all); removed ones are linked again when needed"),
	{.name = "parameter",
	 .letter = 'P',
	 .arg = "NAME=VALUES",
	 .read = rcc_parameters_read,
	 .field = FIELD(parameters),
	 .doc = "for {NAME} in other settings: a,b,c or FIRST..LAST[..STEP]; "
		"in the build command each value is a system of one study, "
		"elsewhere a benchmark of a suite; repeatable"},
	RCC_ARGUMENT_TEXT("study", 0, "FILE", FIELD(study_file),
			  "run the suite of benchmarks in FILE (YAML, see "
			  "randstudy-suite(5)); each is a study in DIR/NAME"),
	RCC_ARGUMENT_FLAG("no-runs", 0, FIELD(has_no_runs),
			  "build and lay out only; `randstudy run -o DIR` "
			  "measures later, when the machine is quiet"),
	RCC_ARGUMENT_FLAG("no-report", 0, FIELD(is_quiet),
			  "do not print a report at the end"),

	RCC_ARGUMENT_HEADING("The program:"),
	GIVEN("build", "COMMAND", rcc_json_option_text,
	      "shell command that builds the program, with randcc as the "
	      "compiler; run once"),
	GIVEN("system", "NAME=COMMAND", read_system,
	      "build command of one of several programs to compare, instead "
	      "of --build; repeatable; their runs are interleaved"),
	RCC_ARGUMENT_ROW("program", 0, "[NAME=]FILE", FIELD(program),
			 "which program of the build to lay out (default: the "
			 "only program that the build links); NAME: of that "
			 "system",
			 read_program),
	GIVEN("library", "[NAME=]LIBRARY", read_library,
	      "lay out this shared library of the build, with the program's "
	      "seed: a file or a soname; repeatable; NAME: of that system; "
	      "\"none\": no library (default: those that the program needs)"),
	GIVEN_FLAG("rebuild",
		   "run the build command for each layout, not once; the "
		   "command must clean first"),

	RCC_ARGUMENT_HEADING("Factors:"),
	GIVEN("factors", "LIST", read_factors,
	      "factors that a layout varies: functions, units, program, "
	      "padding, offset, data, stack (default functions,units)"),
	GIVEN_FLAG("no-original",
		   "with several systems: do not run the original layouts; "
		   "this takes half of the runs, but the report cannot say "
		   "what one build of each would have shown"),
	GIVEN_FLAG("independent-layouts",
		   "with several systems: give each system layouts of its "
		   "own (default: layout N of all systems has the same seed, "
		   "so that its effect on all of them cancels)"),
	GIVEN("arm", "NAME=SETTING,...", read_arm,
	      "add an arm to \"random\" (--factors) and \"fixed\" (the "
	      "original layout); settings: factors:LIST or seed:none, "
	      "env:random|fixed"),

	RCC_ARGUMENT_HEADING("Metrics:"),
	GIVEN("metric", "[NAME[/UNIT][,lower|,higher]=]SOURCE", read_metric,
	      "measure SOURCE; lower or higher says which values are better, "
	      "where the unit does not.  SOURCE is stdout:REGEX, stderr:REGEX, "
	      "file:PATH:REGEX "
	      "(one group, the number; each match is an iteration, or, with "
	      "\"once:\" before it, the run's only value); perf:EVENT, "
	      "cachegrind:EVENT, callgrind:EVENT; wall, user, ...; "
	      "repeatable, the first one is reported"),

	RCC_ARGUMENT_HEADING("Each run:"),
	GIVEN("stdin", "FILE", read_stdin,
	      "standard input (default /dev/null)"),
	GIVEN_SECONDS("timeout", 0.001,
		      "kill a run that takes longer (default: ten times the "
		      "reference "
		      "run, at least 60)"),
	GIVEN_INTEGER("warmup", 'w', "N", 0, RCC_STUDY_MAX,
		      "unmeasured runs at the start of each session, after "
		      "the reference run (default 0)"),
	GIVEN_FLAG("tune",
		   "execute a short program several times in a row per run, "
		   "so that starting a process does not distort the time; "
		   "the number is computed once and stored"),
	GIVEN("tandem", NULL, set_runs,
	      "let the runs of a block share one CPU, alternated by the "
	      "kernel, and compare their CPU time: for programs that compute "
	      "all the time and have no threads, on machines that are not "
	      "quiet"),
	GIVEN("tandem-if-possible", NULL, set_runs,
	      "as --tandem, or one run at a time if the program waits or has "
	      "threads, or prints a metric that may be a time or a rate"),
	GIVEN("duet", NULL, set_runs,
	      "run the programs of a block at once, each on cores of its own, "
	      "and compare wall times: for programs with threads, on machines "
	      "whose cores are disturbed alike"),
	GIVEN("turns", NULL, set_runs, "one run at a time (the default)"),
	GIVEN_CHOICE("env", "random|fixed", environment,
		     "enlarge the environment of each run by 0 to 4095 random "
		     "bytes, or do not (default random)"),
	GIVEN_CHOICE("aslr", "on|off", on_off,
		     "turn the kernel's address space randomisation on or off "
		     "(default: unchanged)"),
	GIVEN("cpu", "LIST", rcc_json_option_text,
	      "CPUs to run on, such as 0,2-3 (default: any)"),
	GIVEN_INTEGER("nice", 0, "N", -20, 19,
		      "priority, -20 to 19 (default: unchanged)"),
	GIVEN_CHOICE("sched", "CLASS", sched,
		     "scheduling class: other, batch, idle, fifo, rr "
		     "(default: unchanged)"),
	GIVEN_SECONDS("cool-down", 0, "wait before each run (default 0)"),
	GIVEN_FLAG("fresh-cwd", "run in a new, empty working directory"),
	GIVEN("template", "DIR", read_template,
	      "run in a new working directory with a copy of DIR's contents"),
	GIVEN_COMMAND("setup", 's',
		      "shell command once, before the first run of the study"),
	GIVEN_COMMAND("conclude", 'C',
		      "shell command once, after the last run of the study"),
	GIVEN_COMMAND("prepare", 'p',
		      "shell command before each run; not measured"),
	GIVEN_COMMAND("cleanup", 'c',
		      "shell command after each run; not measured"),
	GIVEN_FLAG("in-place",
		   "run each layout at the path where the build links the "
		   "program, beside its own files (default: only if it fails "
		   "elsewhere and works there)"),
	GIVEN_FLAG("shell",
		   "COMMAND is a command for /bin/sh, whose time is measured "
		   "too"),

	RCC_ARGUMENT_HEADING("Validity of runs:"),
	GIVEN("expect", "FILE", read_expect,
	      "expected standard output (default: that of the original "
	      "layout's first run)"),
	GIVEN("verify", "COMMAND", rcc_json_option_text,
	      "instead of comparing: shell command that reads the output and "
	      "exits with 0 if it is right"),
	GIVEN_FLAG("ignore-output",
		   "accept any output and check only the exit status"),
	GIVEN_INTEGER("exit-status", 0, "N", 0, 255,
		      "expected exit status (default 0)"),
	GIVEN_INTEGER("output-limit", 0, "BYTES", 0, 9e18,
		      "kill a run that prints more (default 268435456)"),
	GIVEN_CHOICE("on-wrong", "stop|go-on", on_wrong,
		     "stop or continue after a failed run (default stop); a "
		     "failed run is never counted"),
	{0},
};
