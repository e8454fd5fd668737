/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/further_rounds.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/findings.h"
#include "harness/findings/further_runs.h"
#include "harness/store/stages.h"

struct deciding {
	const struct rcc_experiment *x;
	const struct rcc_findings *f;
	struct rcc_stages *stages;
	bool goes_on;
};

static struct rcc_added_stage *add_stage(struct deciding *d,
					 enum rcc_stage_kind kind)
{
	struct rcc_added_stage *stage = rcc_rounds_add(&d->stages->rounds);

	stage->kind = kind;
	stage->n_batches = d->stages->n_batches;
	d->goes_on = true;
	return stage;
}

/* ---- A second round ---------------------------------------------------- */

/* Return whether the study may get a second round, in which each layout runs
 * once more. */
static bool may_get_a_round(const struct deciding *d)
{
	return d->x->study.chooses_rounds && d->stages->n_rounds == 1 &&
	       (!d->f->stored.tandem.is_settled || d->x->study.n_systems == 1);
}

static void say_round(const struct rcc_calm *calm)
{
	const bool depends = calm->autocorrelation > calm->bound;

	fprintf(stderr, "the first round was not calm (");
	if (depends)
		fprintf(stderr, "successive runs depend on each other");
	if (calm->n_far != 0)
		fprintf(stderr, "%s%zu run%s far off", depends ? ", and " : "",
			calm->n_far, calm->n_far == 1 ? " is" : "s are");
	fprintf(stderr, "): a second round follows\n");
}

/* Judge the first round of runs that took turns.  Returns whether it was not
 * calm. */
static bool needs_a_round(struct deciding *d)
{
	struct rcc_rounds *r = &d->stages->rounds;
	struct rcc_calm calm;

	if (rcc_further_judge(d->f, &calm) != 0)
		return false;
	r->is_judged = true;
	r->judged_layouts = d->x->study.n_layouts;
	r->autocorrelation = calm.autocorrelation;
	r->bound = calm.bound;
	r->n_far = (unsigned)calm.n_far;
	r->is_calm = calm.is_calm;
	if (!calm.is_calm)
		say_round(&calm);
	return !calm.is_calm;
}

static void plan_round(struct deciding *d)
{
	if (d->f->stored.tandem.is_settled)
		fprintf(stderr, "a second round follows, to tell noise from "
				"layouts\n");
	else if (!needs_a_round(d))
		return;
	add_stage(d, RCC_STAGE_ROUND)->n_layouts = d->x->study.n_layouts;
}

/* ---- Repeats ----------------------------------------------------------- */

/* If there are enough layouts and rounds, set the limits that decide which
 * blocks are run again.  The limits are set only once. */
static void fix_limits(struct deciding *d)
{
	struct rcc_rounds *r = &d->stages->rounds;

	if (r->n_limits == 0 && d->stages->n_rounds > 1 &&
	    d->x->study.n_layouts >= RCC_ROUNDS_FEWEST)
		r->n_limits = rcc_further_limits(d->f, &r->limit);
}

static void say_repeats(const struct rcc_added_stage *stage, unsigned pass)
{
	char torn[64] = "";

	if (stage->n_torn != 0)
		snprintf(torn, sizeof(torn), "%sthe end of a session tore %u",
			 stage->n_far != 0 ? ", " : "", stage->n_torn);
	fprintf(stderr, "the blocks of %u layout%s are run again (",
		stage->n_layouts, stage->n_layouts == 1 ? "" : "s");
	if (stage->n_far != 0)
		fprintf(stderr,
			"%u differ%s far too much between rounds or from the "
			"others",
			stage->n_far, stage->n_far == 1 ? "s" : "");
	fprintf(stderr, "%s; pass %u of %d)\n", torn, pass, RCC_ROUNDS_PASSES);
}

static void plan_repeats(struct deciding *d)
{
	struct rcc_rounds *r = &d->stages->rounds;
	struct rcc_further_repeats again;
	struct rcc_added_stage *stage;

	if (d->x->study.schedule < 2 ||
	    d->x->study.n_layouts < RCC_ROUNDS_FEWEST)
		return;
	fix_limits(d);
	rcc_further_find_repeats(d->f, r->limit, r->n_limits, &again);
	if (again.n == 0) {
		free(again.layout);
		return;
	}
	stage = add_stage(d, RCC_STAGE_REPEAT);
	stage->layout = again.layout;
	stage->n_layouts = again.n;
	stage->n_far = again.n_far;
	stage->n_torn = again.n_torn;
	say_repeats(stage, again.pass);
}

/* ---- Deciding ---------------------------------------------------------- */

/* Append a round or repeated blocks to the plan, if the runs so far require it.
 * *goes_on is set to whether anything was appended. */
static int decide(struct rcc_experiment *x, struct rcc_stages *stages,
		  bool *goes_on)
{
	struct rcc_findings f = {0};
	struct deciding d = {.x = x, .f = &f, .stages = stages};
	int status = rcc_findings_load(x->dir, NULL, &f);

	if (status == RCC_EXIT_OK) {
		if (may_get_a_round(&d))
			plan_round(&d);
		if (!d.goes_on && x->study.repeats_blocks)
			plan_repeats(&d);
		if (!d.goes_on)
			stages->rounds.settled_layouts = x->study.n_layouts;
		status = rcc_experiment_store_json(
			x, RCC_ROUNDS_KEY, rcc_rounds_json(&stages->rounds));
	}
	*goes_on = d.goes_on && status == RCC_EXIT_OK;
	rcc_findings_release(&f);
	return status;
}

int rcc_further_rounds_plan(struct rcc_experiment *x, bool *goes_on)
{
	struct rcc_stages stages;
	int status = RCC_EXIT_OK;

	*goes_on = false;
	if (rcc_stages_load(x->store, &x->study, &stages) != 0)
		status = rcc_experiment_store_failed(x, "read the plan");
	else if (!rcc_stages_are_settled(&stages, &x->study))
		status = decide(x, &stages, goes_on);
	rcc_stages_release(&stages);
	return status;
}
