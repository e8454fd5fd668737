/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_study.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/session/best_export.h"
#include "harness/session/best_heat.h"
#include "harness/session/best_profile.h"
#include "harness/session/best_runs.h"
#include "harness/session/best_state.h"
#include "harness/session/best_targets.h"
#include "harness/session/measured_cell.h"
#include "harness/session/open_measured.h"
#include "harness/store/trials.h"

/* ---- The database ------------------------------------------------------ */

int rcc_best_store_failed(const struct rcc_best_search *s)
{
	const char *why = rcc_store_error(s->store);

	rcc_error("cannot use \"%s/%s\": %s", s->x.dir, RCC_BEST_FILE,
		  why[0] != '\0' ? why : "its runs are not those of a search");
	return RCC_EXIT_FAILED;
}

int rcc_best_store_json(struct rcc_best_search *s, const char *key,
			json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
	const int result = rcc_store_set(s->store, key, text);

	free(text);
	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : rcc_best_store_failed(s);
}

int rcc_best_read_again(struct rcc_best_search *s)
{
	rcc_best_release(&s->b);
	return rcc_best_read(s->store, s->x.study.master_seed,
			     &s->findings.asked.metric, &s->b) == 0
		       ? RCC_EXIT_OK
		       : rcc_best_store_failed(s);
}

static int open_store(struct rcc_best_search *s)
{
	char *path = rcc_experiment_path(&s->x, RCC_BEST_FILE);
	const int result = rcc_trials_open(path, RCC_STORE_CREATE, &s->store);

	free(path);
	return result == 0 ? RCC_EXIT_OK : rcc_best_store_failed(s);
}

/* ---- The settings ------------------------------------------------------ */

static bool is_text(const json_t *json, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(json, key));

	return value != NULL && strcmp(value, text) == 0;
}

static const char *system_name(const struct rcc_best_search *s)
{
	return s->findings.stored.study.system[s->cell->system].name;
}

static int check_metric(const struct rcc_best_search *s)
{
	const struct rcc_metric *metric = &s->findings.asked.metric;

	if (metric->better != RCC_BETTER_UNKNOWN)
		return RCC_EXIT_OK;
	rcc_error("it is unknown which values of \"%s\" are better",
		  metric->name);
	rcc_hint("say it: --metric %s,lower or --metric %s,higher",
		 metric->name, metric->name);
	return RCC_EXIT_USAGE;
}

/* Refuse options that contradict the settings of an earlier call.  The numbers
 * of layouts and blocks are fixed before the first run.  Otherwise a user could
 * look at the results, and then choose where the search ends. */
static int take_setup(const struct rcc_best_search *s)
{
	const struct rcc_best_options *o = s->options;
	const bool has_other_size =
		(o->n_layouts != 0 && o->n_layouts != s->b.n_layouts) ||
		(o->n_blocks != 0 && o->n_blocks != s->b.n_blocks);

	if (is_text(s->b.setup, "system", system_name(s)) &&
	    is_text(s->b.setup, "metric", s->findings.asked.metric.name) &&
	    !has_other_size)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" has a search with other settings", s->x.dir,
		  RCC_BEST_FILE);
	rcc_hint("leave out the options to go on, or remove that file to "
		 "search anew");
	return RCC_EXIT_USAGE;
}

#define DEFAULT_LAYOUTS 32
#define DEFAULT_BLOCKS 40

static int make_setup(struct rcc_best_search *s)
{
	const struct rcc_best_options *o = s->options;
	const bool is_tandem = s->runs.tandem.is_settled;
	const size_t n = o->n_layouts != 0 ? o->n_layouts : DEFAULT_LAYOUTS;
	const char *metric = s->findings.asked.metric.name;
	json_t *targets = NULL;
	json_t *setup;
	const int status = rcc_best_targets_choose(s, n, &targets);

	if (status != RCC_EXIT_OK) {
		json_decref(targets);
		return status;
	}
	/* If runs take turns, a block has only two runs: one layout and the
	 * original one.  The machine's speed changes, so runs that are compared
	 * must follow each other. */
	setup = json_pack(
		"{s:s,s:s,s:s,s:I,s:I,s:f,s:i,s:b}", "system", system_name(s),
		"metric", metric, "asked",
		o->metric != NULL ? o->metric : metric, "layouts",
		(json_int_t)n, "blocks",
		(json_int_t)(o->n_blocks != 0 ? o->n_blocks : DEFAULT_BLOCKS),
		"threshold", o->threshold, "together",
		is_tandem ? RCC_HALVING_TOGETHER_MAX : 1, "tandem", is_tandem);
	if (targets != NULL)
		json_object_set_new(setup, "targeted", targets);
	return rcc_best_store_json(s, RCC_BEST_SETUP, setup);
}

static bool has_command(const json_t *list, const char *command)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(json_string_value(json_array_get(list, i)),
			   command) == 0)
			return true;
	return false;
}

/* Add the commands that were not asked for before. */
static int settle_also(struct rcc_best_search *s)
{
	const struct rcc_strvec *also = &s->options->also;
	json_t *list =
		s->b.also != NULL ? json_deep_copy(s->b.also) : json_array();

	for (size_t i = 0; i < also->n; i++)
		if (!has_command(list, also->item[i]))
			json_array_append_new(list, json_string(also->item[i]));
	return rcc_best_store_json(s, RCC_BEST_ALSO, list);
}

/* ---- Measuring --------------------------------------------------------- */

static void clear(const struct rcc_best_search *s)
{
	char *folder = rcc_experiment_path(&s->x, "best");

	rcc_file_remove_tree(folder);
	free(folder);
}

static int measure(struct rcc_best_search *s)
{
	int status = rcc_trial_runs_begin(
		&s->runs, &s->x, &s->executor, s->cell->system,
		(unsigned)s->cell->arm, &s->findings.asked.metric);

	s->runs.work = "best";
	if (status == RCC_EXIT_OK)
		status = rcc_best_begin_runs(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_heat_settle(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_profile_settle(s);
	if (status == RCC_EXIT_OK && s->b.setup == NULL)
		status = make_setup(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_read_again(s);
	if (status == RCC_EXIT_OK) {
		s->is_linked =
			rcc_mem_calloc(s->b.n_layouts, sizeof(*s->is_linked));
		status = rcc_best_make_runs(s);
	}
	rcc_trial_runs_release(&s->runs);
	return status;
}

static int measure_unless_done(struct rcc_best_search *s, int *stop_signal)
{
	const bool lacks_profile =
		s->options->with_profile && s->b.profile == NULL;
	int status;

	if (s->b.verdict != RCC_BEST_OPEN && !lacks_profile)
		return RCC_EXIT_OK;
	if (rcc_execute_real(&s->executor) != 0) {
		rcc_error_errno("cannot prepare to run programs");
		return RCC_EXIT_FAILED;
	}
	/* A killed call may have left programs that are not complete. */
	clear(s);
	status = measure(s);
	*stop_signal = rcc_execute_stop_signal(&s->executor);
	if (*stop_signal != 0)
		rcc_hint("the runs so far are stored; to go on: randstudy best "
			 "%s",
			 s->options->dir);
	rcc_execute_real_release(&s->executor);
	clear(s);
	return status;
}

static int settle(struct rcc_best_search *s)
{
	int status = rcc_best_read_again(s);

	if (status == RCC_EXIT_OK && s->b.setup != NULL)
		status = take_setup(s);
	if (status == RCC_EXIT_OK)
		status = settle_also(s);
	return status == RCC_EXIT_OK ? rcc_best_read_again(s) : status;
}

int rcc_best_study(const struct rcc_best_options *options, int *stop_signal)
{
	struct rcc_best_search s = {.options = options, .x = {.lock_fd = -1}};
	int status = rcc_measured_cell_load(options->dir, options->metric,
					    &s.findings);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = rcc_measured_cell_find(&s.findings, options->dir,
						options->system, &s.cell);
	if (status == RCC_EXIT_OK)
		status = check_metric(&s);
	if (status == RCC_EXIT_OK)
		status = rcc_open_measured(&s.x, options->dir);
	if (status == RCC_EXIT_OK)
		status = open_store(&s);
	if (status == RCC_EXIT_OK)
		status = settle(&s);
	if (status == RCC_EXIT_OK)
		status = measure_unless_done(&s, stop_signal);
	if (status == RCC_EXIT_OK && options->export_to != NULL) {
		status = rcc_best_export(&s);
		clear(&s);
	}
	rcc_best_release(&s.b);
	rcc_store_close(s.store);
	rcc_experiment_close(&s.x);
	rcc_findings_release(&s.findings);
	free(s.is_linked);
	free(s.original);
	return status;
}
