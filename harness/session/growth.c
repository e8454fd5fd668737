/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/growth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/shell_words.h"
#include "harness/build/design.h"
#include "harness/findings/comparison.h"
#include "harness/findings/decision.h"
#include "harness/findings/measuring_time.h"
#include "harness/findings/plan.h"
#include "harness/study/simulation.h"

/* ---- Deciding ---------------------------------------------------------- */

static bool has_all(const struct rcc_growth_state *s)
{
	if (!(s->wanted > 0) && !s->wants_decision)
		return false;
	return !(s->wanted > 0 && !(s->half_width <= s->wanted)) &&
	       !(s->wants_decision && !s->is_decided);
}

enum rcc_interim_decision rcc_growth_decide(const struct rcc_growth_state *s,
					    unsigned *next)
{
	size_t n = rcc_stopping_next(s->n_layouts, RCC_STOPPING_GROWTH);
	const double fits = floor(s->left_s / s->layout_s);

	/* Check the goal before the time.  If a study has reached its goal, the
	 * goal is the reason why it ends, even if no time is left for another
	 * layout. */
	if (!s->is_out_of_time && has_all(s))
		return s->wants_decision ? RCC_INTERIM_DECIDED
					 : RCC_INTERIM_PRECISE;
	if (s->is_out_of_time || !(fits >= 1))
		return RCC_INTERIM_TIME;
	if (s->n_layouts >= s->max_layouts)
		return RCC_INTERIM_MOST;
	if (n > s->max_layouts)
		n = s->max_layouts;
	if ((double)(n - s->n_layouts) > fits)
		n = s->n_layouts + (size_t)fits;
	*next = (unsigned)n;
	return RCC_INTERIM_CONTINUE;
}

static double half_width_of(double estimate, double lo, double hi)
{
	const double width = (hi - lo) / 2 / fabs(estimate);

	return isfinite(width) ? width : INFINITY;
}

/* Return half the width of an arm's interval, divided by the estimate.  If
 * reports compare runs within blocks (by_blocks), it is the interval of the
 * arm's ratio to the original layout.  Otherwise it is the interval of the
 * arm's mean. */
static double half_width_of_arm(const struct rcc_findings *f, size_t cell)
{
	const struct rcc_cell *c = &f->cell[cell];

	for (size_t i = 0; i < f->n_effects; i++) {
		const struct rcc_effect *e = &f->effect[i];
		const struct rcc_ratio *shift = rcc_effect_shift(e);

		if (e->random == cell && e->by_blocks)
			return half_width_of(shift->estimate, shift->lo,
					     shift->hi);
	}
	/* Values that are all equal leave their variation unknown. */
	if (c->interval_error != 0 ||
	    (!(c->interval.hi > c->interval.lo) &&
	     !rcc_metric_is_simulated(&f->asked.metric)))
		return INFINITY;
	return half_width_of(c->interval.estimate, c->interval.lo,
			     c->interval.hi);
}

double rcc_growth_half_width(const struct rcc_findings *f)
{
	double widest = 0;

	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_comparison c;
		const struct rcc_ratio *ratio;

		rcc_comparison_of_systems(f, 0, i, rcc_comparison_delta(f), &c);
		ratio = rcc_comparison_ratio(&c);
		widest = fmax(widest,
			      c.error != 0
				      ? INFINITY
				      : half_width_of(ratio->estimate,
						      ratio->lo, ratio->hi));
	}
	for (size_t i = 0; f->stored.study.n_systems == 1 && i < f->n_cells;
	     i++)
		if (!f->cell[i].is_original)
			widest = fmax(widest, half_width_of_arm(f, i));
	return widest;
}

/* ---- The store --------------------------------------------------------- */

static json_t *load_analyses(struct rcc_experiment *x)
{
	char *text = NULL;
	json_t *array = NULL;

	if (rcc_store_get(x->store, RCC_INTERIM_KEY, &text) == 0 &&
	    text != NULL)
		array = json_loads(text, 0, NULL);
	free(text);
	return array != NULL ? array : json_array();
}

/* Convert an analysis to JSON.  Include the goal, so that the study continues
 * if the user sets a stricter goal later. */
static json_t *to_json(const struct rcc_experiment *x,
		       const struct rcc_interim *interim)
{
	json_t *json = json_pack(
		"{s:i,s:o,s:s,s:f,s:f,s:i}", "layouts", (int)interim->n_layouts,
		"half-width",
		isfinite(interim->half_width) ? json_real(interim->half_width)
					      : json_null(),
		"then", rcc_interim_text(interim->decision), "precision",
		x->study.precision, "budget", x->study.budget, "max-layouts",
		(int)x->study.max_layouts);

	if (interim->n_measured != 0)
		json_object_set_new(json, "measured",
				    json_integer(interim->n_measured));
	if (interim->n_runs != 0)
		json_object_set_new(json, "runs",
				    json_integer((json_int_t)interim->n_runs));
	/* Without --decide, leave the key out, as older versions did.
	 * rcc_growth_is_over() then finds their analyses equal to new ones. */
	if (x->study.decide > 0)
		json_object_set_new(json, "decide", json_real(x->study.decide));
	return json;
}

/* Return whether two values of a key are equal.  NULL means that the key is
 * missing. */
static bool are_equal(const json_t *a, const json_t *b)
{
	return a == NULL || b == NULL ? a == b
				      : json_equal((json_t *)a, (json_t *)b);
}

bool rcc_growth_is_over(struct rcc_experiment *x)
{
	static const char *const key[] = {"layouts", "precision", "budget",
					  "max-layouts", "decide"};
	const struct rcc_interim interim = {.n_layouts = x->study.n_layouts};
	json_t *array = load_analyses(x);
	const size_t n = json_array_size(array);
	const json_t *last = n != 0 ? json_array_get(array, n - 1) : NULL;
	const char *then = json_string_value(json_object_get(last, "then"));
	json_t *now = to_json(x, &interim);
	bool is_over =
		last != NULL && rcc_interim_parse(then) != RCC_INTERIM_CONTINUE;

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++)
		is_over &= are_equal(json_object_get(last, key[i]),
				     json_object_get(now, key[i]));
	json_decref(now);
	json_decref(array);
	return is_over && rcc_study_grows(&x->study);
}

/* ---- Analysing --------------------------------------------------------- */

static void format_percent(double fraction, char *out, size_t n)
{
	if (isfinite(fraction))
		snprintf(out, n, fraction < 0.1 ? "%.2f %%" : "%.0f %%",
			 100 * fraction);
	else
		snprintf(out, n, "unknown");
}

static void say(const struct rcc_experiment *x,
		const struct rcc_interim *interim, bool is_decided,
		unsigned next)
{
	char width[48];
	char wanted[48];

	format_percent(interim->half_width, width, sizeof(width));
	fprintf(stderr, "%u layouts: half-width %s",
		interim->n_measured != 0 ? interim->n_measured
					 : interim->n_layouts,
		width);
	if (x->study.precision > 0) {
		format_percent(x->study.precision, wanted, sizeof(wanted));
		fprintf(stderr, " (wanted: %s)", wanted);
	}
	if (x->study.decide > 0 && !is_decided)
		fprintf(stderr, "; undecided");
	if (interim->decision == RCC_INTERIM_CONTINUE)
		fprintf(stderr, "; continuing to %u\n", next);
	else
		fprintf(stderr, "; %s\n", rcc_interim_text(interim->decision));
}

static int store_analysis(struct rcc_experiment *x,
			  const struct rcc_interim *interim, unsigned next)
{
	json_t *array = load_analyses(x);
	char *text;
	int status;

	json_array_append_new(array, to_json(x, interim));
	text = json_dumps(array, JSON_COMPACT);
	status = rcc_design_extend(x, next, RCC_INTERIM_KEY, text);
	free(text);
	json_decref(array);
	return status;
}

/* Return the time from the first run of each session to the end of its last run,
 * in seconds. */
static double measuring_s(const struct rcc_stored *s)
{
	double sum = 0;
	size_t first = 0;

	for (size_t i = 1; i <= s->n_runs; i++) {
		if (i < s->n_runs && s->run[i].session == s->run[first].session)
			continue;
		sum += rcc_measuring_s(&s->run[first], i - first);
		first = i;
	}
	return sum;
}

/* Return the time that one more layout takes: its links and runs, and what is
 * done between runs. */
static double layout_s(const struct rcc_findings *f)
{
	const double n = (double)rcc_looks_measured(&f->stored);
	const double runs_s = (double)f->n_cells * f->stored.study.n_executions;
	struct rcc_cost cost = {0};

	rcc_cost_compute(f, 0, &cost);
	return cost.layout - runs_s * cost.run +
	       fmax(runs_s * cost.run, measuring_s(&f->stored) / n);
}

/* Estimate how many layouts the study will have at its end, and store this
 * number.  It depends on the time that runs take, and not on which system is
 * ahead. */
static int plan_end(struct rcc_experiment *x, double left_s)
{
	struct rcc_findings f = {0};
	int status = rcc_findings_load(x->dir, NULL, &f);
	char text[32];
	double n = 0;

	if (status == RCC_EXIT_OK)
		n = (double)rcc_looks_measured(&f.stored);
	if (n > 0) {
		n += floor(fmax(0, left_s / layout_s(&f)));
		n = fmax(fmin(n, x->study.max_layouts), x->study.n_layouts);
		snprintf(text, sizeof(text), "%.0f", n);
		if (rcc_store_set(x->store, RCC_INTERIM_END_KEY, text) != 0)
			status = rcc_experiment_store_failed(
				x, "store the expected end");
	}
	rcc_findings_release(&f);
	return status;
}

/* Return whether the study awaits its first analysis, which plans its end. */
static bool awaits_end(struct rcc_experiment *x)
{
	char *text = NULL;
	bool awaits;

	awaits = rcc_store_get(x->store, RCC_INTERIM_END_KEY, &text) == 0 &&
		 text != NULL && !(strtod(text, NULL) > 0);
	free(text);
	return awaits;
}

/* Set the members of *s and *interim that follow from the measured runs. */
static int read_state(const struct rcc_experiment *x,
		      struct rcc_growth_state *s, struct rcc_interim *interim)
{
	struct rcc_findings f = {0};
	int status = rcc_findings_load(x->dir, NULL, &f);

	if (status == RCC_EXIT_OK) {
		s->half_width = rcc_growth_half_width(&f);
		s->is_decided = s->wants_decision &&
				rcc_all_decided(&f, x->study.decide);
		s->layout_s = layout_s(&f);
		interim->n_measured = (unsigned)rcc_looks_measured(&f.stored);
		interim->n_runs = f.stored.n_runs;
	}
	rcc_findings_release(&f);
	return status;
}

int rcc_growth_analyse(struct rcc_experiment *x, bool is_out_of_time,
		       double left_s, bool *goes_on)
{
	struct rcc_growth_state s = {
		.n_layouts = x->study.n_layouts,
		.max_layouts = x->study.max_layouts,
		.wanted = x->study.precision,
		.wants_decision = x->study.decide > 0,
		.left_s = left_s,
		.is_out_of_time = is_out_of_time,
	};
	struct rcc_interim interim = {.n_layouts = s.n_layouts};
	unsigned next = s.n_layouts;
	char *quoted;
	int status = RCC_EXIT_OK;

	*goes_on = false;
	if (awaits_end(x))
		status = plan_end(x, left_s);
	if (status == RCC_EXIT_OK)
		status = read_state(x, &s, &interim);
	if (status != RCC_EXIT_OK)
		return status;
	if (interim.n_measured == 0) {
		quoted = rcc_shell_quote(x->dir);
		rcc_error("the budget was spent before anything was measured");
		rcc_hint("to resume, give a larger one: randstudy run -o %s "
			 "--budget TIME",
			 quoted);
		free(quoted);
		return RCC_EXIT_FAILED;
	}
	interim.half_width = s.half_width;
	interim.decision = rcc_growth_decide(&s, &next);
	say(x, &interim, s.is_decided, next);
	*goes_on = interim.decision == RCC_INTERIM_CONTINUE;
	return store_analysis(x, &interim, next);
}
