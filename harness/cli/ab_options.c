/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/ab_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/build/baseline.h"
#include "harness/cli/ab_side.h"
#include "harness/cli/fail_on.h"
#include "harness/cli/study_arguments.h"
#include "harness/findings/comparison.h"
#include "harness/options/json_options.h"
#include "harness/options/run_options.h"
#include "harness/report/report.h"

/* The default of --budget, in seconds. */
#define BUDGET_DEFAULT 600.0

/* ---- Options of randstudy ab only -------------------------------------- */

/* Read the argument of --threshold.  It sets the same setting of the study as
 * `randstudy run --decide`. */
static void read_threshold(const struct rcc_argument *row, const char *text,
			   const struct argp_state *state, void *field)
{
	json_t **given = field;

	rcc_json_option_set(*given, "decide",
			    json_real(rcc_argument_percent(row, text, state)),
			    state);
}

#define FIELD(name) offsetof(struct rcc_ab_options, name)

static const struct rcc_argument own_option[] = {
	RCC_ARGUMENT_HEADING("The question:"),
	{.name = "threshold",
	 .letter = 't',
	 .arg = "PERCENT",
	 .read = read_threshold,
	 .field = FIELD(run) + offsetof(struct rcc_run_options, given),
	 .most = 99,
	 .doc = "measure until it is decided whether the difference is larger "
		"than this (default 1)"},
	RCC_FAIL_ON_OPTION(FIELD(fail_on)),
	RCC_ARGUMENT_TEXT("names", 0, "OLD,NEW", FIELD(names),
			  "names of the two versions in the report (default: "
			  "those on the command line)"),
	RCC_ARGUMENT_TEXT("baseline", 0, "DIR", FIELD(given_baseline),
			  "keep the builds of commits in DIR, take those that "
			  "are there, and add the result to its history"),
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT", FIELD(format),
			    rcc_report_page_formats,
			    "text (default), html, markdown or json"),
	RCC_ANONYMOUS_OPTION(FIELD(is_anonymous)),
	{0},
};

/* Return the option table of `randstudy ab`: its own rows, followed by those of
 * `randstudy run`.  The options that check_words() refuses are hidden, and so is
 * --decide, whose name is --threshold here.  The texts on the directory and on
 * --max-layouts are those of `randstudy ab`.  Caller frees. */
static struct rcc_argument *all_options(void)
{
	static const char *const hidden[] = {"system",	  "study",  "precision",
					     "parameter", "decide", NULL};
	struct rcc_argument *row =
		rcc_arguments_join(own_option, rcc_study_option, hidden);

	for (struct rcc_argument *r = row; r->name != NULL || r->doc != NULL;
	     r++)
		if (r->name != NULL && strcmp(r->name, "output") == 0)
			r->doc = "keep the study in DIR, and continue it if it "
				 "exists (default: ab-OLD-NEW-HASH, the same "
				 "for the same comparison)";
		else if (r->name != NULL && strcmp(r->name, "max-layouts") == 0)
			r->doc = "stop at N layouts (default 1000)";
	return row;
}

/* ---- Words ------------------------------------------------------------- */

/* Take one argument that is not an option.  The first two are OLD and NEW.  The
 * others are the words of the command to measure. */
static void take_word(const char *text, const struct argp_state *state,
		      void *values)
{
	struct rcc_ab_options *o = values;

	if (o->old == NULL)
		o->old = text;
	else if (o->now == NULL)
		o->now = text;
	else
		rcc_json_option_append(o->run.given, "command",
				       json_string(text), state);
}

/* ---- Checks and settings after parsing --------------------------------- */

/* Refuse a metric that valgrind counts.  The counts are made after all runs, so
 * no interim analysis could use them. */
static void check_metric(const json_t *given, const struct argp_state *state)
{
	static const char *const tool[] = {"cachegrind:", "callgrind:"};
	const char *source = json_string_value(json_object_get(
		json_array_get(json_object_get(given, "metrics"), 0),
		"source"));

	for (size_t i = 0; i < 2; i++)
		if (source != NULL &&
		    strncmp(source, tool[i], strlen(tool[i])) == 0)
			rcc_argument_error(
				state,
				"--metric %s: counts that valgrind makes are "
				"exact and need no --threshold: use randstudy "
				"run --system and randstudy compare",
				source);
}

/* Warn if it is unknown which values of the metric are better.  No difference
 * could then be called a regression. */
static void warn_about_direction(const json_t *given)
{
	const char *name = rcc_study_options_undirected(given);

	if (name == NULL)
		return;
	rcc_warn("it is not known which values of \"%s\" are better, so no "
		 "regression can be found",
		 name);
	rcc_hint("--metric '%s,higher=...' or --metric '%s,lower=...' says it",
		 name, name);
}

static void check_words(const struct rcc_ab_options *o,
			const struct argp_state *state)
{
	static const char *const no[] = {"systems", "precision"};

	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (json_object_get(o->run.given, no[i]) != NULL)
			rcc_argument_error(state,
					   "randstudy ab takes no --%s: its "
					   "systems are OLD and NEW, and it "
					   "ends when --threshold decides",
					   i == 0 ? "system" : no[i]);
	if (o->run.study_file != NULL)
		rcc_argument_error(state, "randstudy ab takes no --study: it "
					  "measures one program");
	if (o->run.parameters != NULL)
		rcc_argument_error(state, "randstudy ab takes no -P: it "
					  "measures one program");
	if (o->old == NULL && o->names != NULL)
		rcc_argument_error(state, "--names needs OLD and NEW: a stored "
					  "study has its names");
	if (o->old == NULL && o->run.dir == NULL)
		rcc_argument_error(state, "OLD and NEW are missing: what to "
					  "compare");
	if (o->old != NULL && o->now == NULL)
		rcc_argument_error(state,
				   "NEW is missing: what to compare "
				   "\"%s\" with",
				   o->old);
	if (o->now != NULL && strstr(o->now, "{binary}") != NULL)
		rcc_argument_error(state,
				   "NEW is missing: \"%s\" is a word of the "
				   "command to measure",
				   o->now);
}

/* Return the default directory of the study, "ab-OLD-NEW-HASH"; caller frees.
 * The same comparison always has the same directory, so that a later call
 * continues it. */
static char *default_dir(const struct rcc_ab_side side[2], const json_t *given)
{
	char *text = json_dumps(given, JSON_COMPACT | JSON_SORT_KEYS);
	const uint64_t hash = rcc_rank_hash(text, strlen(text), 0);
	char *dir = rcc_mem_printf("ab-%.32s-%.32s-%08" PRIx32, side[0].name,
				   side[1].name, (uint32_t)hash);

	for (char *c = dir; *c != '\0'; c++)
		if (strchr("/ \t\n'\"\\$:;=&|<>()*?[]{}~`", *c) != NULL)
			*c = '_';
	free(text);
	return dir;
}

/* Make the two sides the systems of the study.  Remove the setting of --build,
 * since each system has its own build command. */
static void set_systems(struct rcc_ab_options *o, struct rcc_ab_side side[2])
{
	json_t *given = o->run.given;

	json_object_set_new(given, "systems",
			    json_pack("[O,O]", side[0].system, side[1].system));
	json_object_del(given, "build");
}

static void name_side(struct rcc_ab_side *side, char *name)
{
	free(side->name);
	side->name = name;
	json_object_set_new(side->system, "name", json_string(name));
}

/* Give the two sides the names in --names=OLD,NEW. */
static void name_sides(const struct rcc_ab_options *o,
		       struct rcc_ab_side side[2],
		       const struct argp_state *state)
{
	const size_t n = strcspn(o->names, ",");

	if (n == 0 || o->names[n] == '\0' || o->names[n + 1] == '\0' ||
	    strchr(o->names + n + 1, ',') != NULL)
		rcc_argument_error(state,
				   "--names needs two names, OLD,NEW: \"%s\"",
				   o->names);
	name_side(&side[0], rcc_mem_strndup(o->names, n));
	name_side(&side[1], rcc_mem_strdup(o->names + n + 1));
}

static void set_defaults(json_t *given)
{
	json_t *defaults =
		json_pack("{s:f,s:f}", "decide", RCC_COMPARISON_DELTA, "budget",
			  BUDGET_DEFAULT);

	json_object_update_missing(given, defaults);
	json_decref(defaults);
}

static void settle_sides(struct rcc_ab_options *o, struct rcc_ab_side side[2],
			 const struct argp_state *state)
{
	json_t *given = o->run.given;

	if (o->names != NULL)
		name_sides(o, side, state);
	if (o->fail_on != RCC_FAIL_ON_NEVER)
		warn_about_direction(given);
	set_systems(o, side);
	set_defaults(given);
	rcc_run_options_settle(&o->run, state);
	o->run.baseline = o->baseline;
	o->run.refuses_old_build = true;
	if (o->run.dir == NULL)
		o->run.dir = o->dir = default_dir(side, given);
}

static void settle(const struct argp_state *state, void *values)
{
	struct rcc_ab_options *o = values;
	struct rcc_ab_side side[2] = {{0}};

	check_words(o, state);
	check_metric(o->run.given, state);
	if (o->given_baseline != NULL)
		o->status = rcc_baseline_open(o->given_baseline, &o->baseline);
	if (o->status != RCC_EXIT_OK)
		return;
	if (o->old == NULL) {
		rcc_run_options_settle(&o->run, state);
		return;
	}
	o->status = rcc_ab_sides_find(
		o->old, o->now,
		json_string_value(json_object_get(o->run.given, "build")),
		side);
	if (o->status == RCC_EXIT_OK)
		settle_sides(o, side, state);
	rcc_ab_side_release(&side[0]);
	rcc_ab_side_release(&side[1]);
}

/* ---- Parsing ----------------------------------------------------------- */

int rcc_ab_options_parse(int argc, char **argv, struct rcc_ab_options *options)
{
	struct rcc_argument *row = all_options();
	const struct rcc_command_line line = {
		.option = row,
		.args_doc = "OLD NEW [--] COMMAND...\n-o DIR",
		.doc = "Compare two versions of a program over their layouts, "
		       "until it is decided whether they differ by more than "
		       "the threshold."
		       "\v"
		       "OLD and NEW are git revisions, each built in a "
		       "worktree "
		       "of its own; \".\", the tree as it is; directories; or "
		       "build commands, for other flags or compilers.  "
		       "{binary} "
		       "in COMMAND stands for the program.  The options of "
		       "randstudy run apply, with a budget of 10 minutes "
		       "unless "
		       "--budget says otherwise.\n\n"
		       "The exit status is 0 if NEW is not worse by more than "
		       "the threshold, 1 if it is, 3 if that is undecided, and "
		       "2 if there is no answer because something failed.\n\n"
		       "Example:\n"
		       "  randstudy ab main . --build 'make CC=randcc' "
		       "--program "
		       "prog -- {binary} input",
		.argument = take_word,
		.check = settle,
	};

	*options = (struct rcc_ab_options){0};
	rcc_run_options_init(&options->run);
	rcc_arguments_parse(&line, "randstudy ab", argc, argv, options);
	free(row);
	return options->status;
}

void rcc_ab_options_release(struct rcc_ab_options *options)
{
	rcc_run_options_release(&options->run);
	free(options->dir);
	free(options->baseline);
}
