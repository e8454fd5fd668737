/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/explain_study.h"

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/build/moved_program.h"
#include "harness/session/explain_functions.h"
#include "harness/session/explain_state.h"
#include "harness/session/explain_trials.h"

/* ---- The setup --------------------------------------------------------- */

/* Return the layout whose mean is the median of all layouts' means.  Its
 * functions can be moved both to faster and to slower places. */
static int64_t median_layout(const struct rcc_cell *c)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		size_t n_below = 0;

		for (size_t k = 0; k < c->n_layouts; k++)
			n_below += c->layout_mean[k] < c->layout_mean[i] ||
				   (k < i &&
				    c->layout_mean[k] == c->layout_mean[i]);
		if (n_below == c->n_layouts / 2)
			return c->layout_id[i];
	}
	return c->layout_id[0];
}

static int refuse_functions(const struct rcc_explain *s)
{
	rcc_error("\"%s/%s\" moves at most %zu functions", s->search.x.dir,
		  RCC_EXPLAIN_FILE, s->e.most_functions);
	rcc_hint("leave out --functions to go on, or remove that file to begin "
		 "anew");
	return RCC_EXIT_USAGE;
}

/* Go on with the layout whose functions an earlier call has moved.  Refuse
 * options that contradict the earlier call's. */
static int take_setup(struct rcc_explain *s)
{
	const json_t *setup = s->e.setup;
	const double asked = s->options->threshold;

	if (asked != 0 && fabs(asked / s->e.threshold - 1) > 1e-9) {
		rcc_error("\"%s/%s\" has the threshold %.10g %%",
			  s->search.x.dir, RCC_EXPLAIN_FILE,
			  100 * s->e.threshold);
		rcc_hint("leave out --threshold to go on, or remove that file "
			 "to begin anew");
		return RCC_EXIT_USAGE;
	}
	if (s->options->n_functions != 0 &&
	    s->options->n_functions != s->e.most_functions)
		return refuse_functions(s);
	s->layout = json_integer_value(json_object_get(setup, "layout"));
	if (rcc_trial_search_is_about(&s->search, setup) && s->layout >= 0 &&
	    (size_t)s->layout < s->search.x.n_layouts)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" explains another system or metric",
		  s->search.x.dir, RCC_EXPLAIN_FILE);
	rcc_hint("remove that file to explain this one instead");
	return RCC_EXIT_USAGE;
}

static int make_setup(struct rcc_explain *s)
{
	s->layout = median_layout(s->search.cell);
	return rcc_trial_search_store_json(
		&s->search, RCC_EXPLAIN_SETUP,
		json_pack("{s:s,s:s,s:I,s:f,s:I}", "system",
			  rcc_trial_search_system(&s->search), "metric",
			  s->search.findings.asked.metric.name, "layout",
			  (json_int_t)s->layout, "threshold",
			  s->options->threshold != 0 ? s->options->threshold
						     : RCC_EXPLAIN_THRESHOLD,
			  "functions",
			  (json_int_t)(s->options->n_functions != 0
					       ? s->options->n_functions
					       : RCC_EXPLAIN_MOST_FUNCTIONS)));
}

static int settle_setup(struct rcc_explain *s)
{
	int status = rcc_explain_read_again(s);

	if (status != RCC_EXIT_OK)
		return status;
	if (s->e.setup != NULL) {
		status = take_setup(s);
	} else {
		status = make_setup(s);
		if (status == RCC_EXIT_OK)
			status = rcc_explain_read_again(s);
	}
	s->spent_s = s->e.spent_s;
	return status;
}

/* ---- Measuring --------------------------------------------------------- */

static int make_base(struct rcc_explain *s)
{
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	s->base = rcc_trial_search_path(&s->search, "base");
	if (rcc_moved_program_make(&s->search.x, s->layout, NULL, s->base,
				   &problem) != 0) {
		rcc_error("cannot link the layout again: %s", problem);
		status = RCC_EXIT_FAILED;
	}
	free(problem);
	return status;
}

static int measure(void *self)
{
	struct rcc_explain *s = self;
	int status;

	s->begun_ns = s->search.executor.now_ns(s->search.executor.self);
	status = make_base(s);
	if (status == RCC_EXIT_OK)
		status = rcc_explain_functions(s);
	if (status == RCC_EXIT_OK)
		status = rcc_explain_read_again(s);
	return status == RCC_EXIT_OK ? rcc_explain_trials(s) : status;
}

int rcc_explain_study(const struct rcc_explain_options *options,
		      int *stop_signal)
{
	struct rcc_explain s = {.options = options,
				.search = {.name = "explain",
					   .file = RCC_EXPLAIN_FILE,
					   .dir = options->dir}};
	int status = rcc_trial_search_find(&s.search, options->metric,
					   options->system);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = rcc_trial_search_open(&s.search);
	if (status == RCC_EXIT_OK)
		status = settle_setup(&s);
	if (status == RCC_EXIT_OK && !s.e.is_decided)
		status = rcc_trial_search_measure(&s.search, measure, &s,
						  stop_signal);
	rcc_explanation_release(&s.e);
	rcc_trial_search_close(&s.search);
	free(s.base);
	return status;
}
