/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/session/best_export.h"
#include "harness/session/best_heat.h"
#include "harness/session/best_profile.h"
#include "harness/session/best_runs.h"
#include "harness/session/best_state.h"
#include "harness/session/best_targets.h"

/* ---- The settings ------------------------------------------------------ */

static int check_metric(const struct rcc_best_search *s)
{
	const struct rcc_metric *metric = &s->search.findings.asked.metric;

	if (metric->better != RCC_BETTER_UNKNOWN)
		return RCC_EXIT_OK;
	rcc_error("it is unknown which values of \"%s\" are better",
		  metric->name);
	rcc_hint("say it: --metric %s,lower or --metric %s,higher",
		 metric->name, metric->name);
	return RCC_EXIT_USAGE;
}

/* Refuse options that contradict the settings of an earlier call.  The numbers
 * of layouts and blocks are fixed before the first run, so that no user can
 * look at results and then choose where the search ends. */
static int take_setup(const struct rcc_best_search *s)
{
	const struct rcc_best_options *o = s->options;
	const bool has_other_size =
		(o->n_layouts != 0 && o->n_layouts != s->b.n_layouts) ||
		(o->n_blocks != 0 && o->n_blocks != s->b.n_blocks);
	const bool has_other_threshold =
		o->threshold != 0 &&
		fabs(o->threshold / s->b.threshold - 1) > 1e-9;

	if (rcc_trial_search_is_about(&s->search, s->b.setup) &&
	    !has_other_size && !has_other_threshold)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" has a search with other settings", s->search.x.dir,
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
	const bool is_tandem = s->search.runs.tandem.is_settled;
	const size_t n = o->n_layouts != 0 ? o->n_layouts : DEFAULT_LAYOUTS;
	const char *metric = s->search.findings.asked.metric.name;
	json_t *targets = NULL;
	json_t *setup;
	const int status = rcc_best_targets_choose(s, n, &targets);

	if (status != RCC_EXIT_OK) {
		json_decref(targets);
		return status;
	}
	/* If runs take turns, a block has only two runs: one of a random layout
	 * and one of the original layout.  The machine's speed changes, so runs
	 * that are compared must follow each other. */
	setup = json_pack(
		"{s:s,s:s,s:s,s:I,s:I,s:f,s:i,s:b}", "system",
		rcc_trial_search_system(&s->search), "metric", metric, "asked",
		o->metric != NULL ? o->metric : metric, "layouts",
		(json_int_t)n, "blocks",
		(json_int_t)(o->n_blocks != 0 ? o->n_blocks : DEFAULT_BLOCKS),
		"threshold",
		o->threshold != 0 ? o->threshold : RCC_BEST_THRESHOLD,
		"together", is_tandem ? RCC_HALVING_TOGETHER_MAX : 1, "tandem",
		is_tandem);
	if (targets != NULL)
		json_object_set_new(setup, "targeted", targets);
	return rcc_trial_search_store_json(&s->search, RCC_BEST_SETUP, setup);
}

static bool has_command(const json_t *list, const char *command)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(json_string_value(json_array_get(list, i)),
			   command) == 0)
			return true;
	return false;
}

/* Return whether a command of --also is not stored yet. */
static bool has_new_also(const struct rcc_best_search *s)
{
	const struct rcc_strvec *also = &s->options->also;

	for (size_t i = 0; i < also->n; i++)
		if (!has_command(s->b.also, also->item[i]))
			return true;
	return false;
}

/* Run each command of --also once, unless an earlier call has stored it.  Then
 * store the new commands too.  If a command fails, no new command is stored,
 * because the winner is measured with every stored command. */
static int settle_also(struct rcc_best_search *s)
{
	const struct rcc_strvec *also = &s->options->also;
	json_t *list =
		s->b.also != NULL ? json_deep_copy(s->b.also) : json_array();
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < also->n && status == RCC_EXIT_OK; i++) {
		if (has_command(list, also->item[i]))
			continue;
		status = rcc_best_try_command(s, also->item[i]);
		json_array_append_new(list, json_string(also->item[i]));
	}
	if (status != RCC_EXIT_OK) {
		json_decref(list);
		return status;
	}
	return rcc_trial_search_store_json(&s->search, RCC_BEST_ALSO, list);
}

/* ---- Measuring --------------------------------------------------------- */

/* Make all blocks of a search in the same way, in tandem or in turns.  The
 * settings of a search that an older randstudy began do not name the way.  The
 * first run of this call then decides. */
static void keep_tandem(struct rcc_best_search *s)
{
	const json_t *is_tandem = json_object_get(s->b.setup, "tandem");

	if (json_is_boolean(is_tandem))
		rcc_trial_runs_keep_tandem(&s->search.runs,
					   json_is_true(is_tandem));
}

static int measure(void *self)
{
	struct rcc_best_search *s = self;
	int status = rcc_best_begin_runs(s);

	if (status == RCC_EXIT_OK)
		status = settle_also(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_heat_settle(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_profile_settle(s);
	if (status == RCC_EXIT_OK && s->b.setup == NULL)
		status = make_setup(s);
	if (status == RCC_EXIT_OK)
		status = rcc_best_read_again(s);
	if (status == RCC_EXIT_OK) {
		keep_tandem(s);
		s->is_linked =
			rcc_mem_calloc(s->b.n_layouts, sizeof(*s->is_linked));
		status = rcc_best_make_runs(s);
	}
	return status;
}

static bool is_done(const struct rcc_best_search *s)
{
	return s->b.verdict != RCC_BEST_OPEN && !has_new_also(s) &&
	       (!s->options->with_profile || s->b.profile != NULL);
}

static int settle(struct rcc_best_search *s)
{
	int status = rcc_best_read_again(s);

	if (status == RCC_EXIT_OK && s->b.setup != NULL)
		status = take_setup(s);
	return status == RCC_EXIT_OK ? rcc_best_read_again(s) : status;
}

int rcc_best_study(const struct rcc_best_options *options, int *stop_signal)
{
	struct rcc_best_search s = {.options = options,
				    .search = {.name = "best",
					       .file = RCC_BEST_FILE,
					       .dir = options->dir}};
	int status = rcc_trial_search_find(&s.search, options->metric,
					   options->system);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = check_metric(&s);
	if (status == RCC_EXIT_OK)
		status = rcc_trial_search_open(&s.search);
	if (status == RCC_EXIT_OK) {
		rcc_best_profile_clear(&s);
		status = settle(&s);
	}
	if (status == RCC_EXIT_OK && !is_done(&s))
		status = rcc_trial_search_measure(&s.search, measure, &s,
						  stop_signal);
	if (status == RCC_EXIT_OK && options->export_to != NULL) {
		status = rcc_best_export(&s);
		rcc_trial_search_clear(&s.search);
	}
	rcc_best_release(&s.b);
	rcc_trial_search_close(&s.search);
	free(s.is_linked);
	free(s.original);
	return status;
}
