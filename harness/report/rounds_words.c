/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/rounds_words.h"

#include <stdio.h>

#include "stats/rcc_rounds.h"

/* ---- Rounds ------------------------------------------------------------ */

/* Say why runs that share a CPU had one round or two. */
static void compose_tandem(struct rcc_document *d, const struct rcc_findings *f)
{
	if (f->stored.study.n_systems > 1)
		rcc_document_paragraph(
			d, "There was one round (--executions auto): runs of "
			   "several systems that share a CPU need no second "
			   "one.");
	else if (rcc_rounds_count(&f->stored.stages.rounds, RCC_STAGE_ROUND) ==
		 0)
		rcc_document_paragraph(
			d,
			"There was one round (--executions auto). A second "
			"one, which takes %d layouts or more, would tell noise "
			"from layouts.",
			RCC_ROUNDS_FEWEST);
	else if (f->is_unfinished)
		rcc_document_paragraph(
			d, "A second round was planned, which tells noise from "
			   "layouts (--executions auto). It is not complete.");
	else
		rcc_document_paragraph(
			d, "There were two rounds (--executions auto): runs "
			   "that share a CPU have a second one, which tells "
			   "noise from layouts.");
}

static void compose_not_calm(struct rcc_document *d,
			     const struct rcc_findings *f)
{
	const struct rcc_rounds *r = &f->stored.stages.rounds;
	const bool depends = r->autocorrelation > r->bound;
	char why[160] = "";
	char far[64] = "";

	if (depends)
		snprintf(why, sizeof(why),
			 "successive runs depended on each other "
			 "(autocorrelation %.2f, limit %.2f)",
			 r->autocorrelation, r->bound);
	if (r->n_far != 0)
		snprintf(far, sizeof(far), "%s%u run%s far off",
			 depends ? ", and " : "", r->n_far,
			 r->n_far == 1 ? " was" : "s were");
	rcc_document_paragraph(
		d,
		"The first round was not calm: %s%s. So a second "
		"one %s (--executions auto).%s",
		why, far,
		f->is_unfinished ? "was planned, which is not complete"
				 : "followed",
		r->n_far != 0 ? " One round does not tell a disturbed run from "
				"a layout that is slow; two do."
			      : "");
}

static void compose_number(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_study *study = &f->stored.study;
	const struct rcc_rounds *r = &f->stored.stages.rounds;

	if (!study->chooses_rounds)
		return;
	if (f->stored.tandem.is_settled)
		compose_tandem(d, f);
	else if (!r->is_judged && study->n_layouts < RCC_ROUNDS_FEWEST)
		rcc_document_paragraph(
			d,
			"There was one round. Its runs were not tested for "
			"being calm (--executions auto), since the test "
			"requires %d layouts.",
			RCC_ROUNDS_FEWEST);
	else if (!r->is_judged)
		rcc_document_paragraph(
			d,
			"There was one round. Its runs were not tested for "
			"being calm (--executions auto), since %s.",
			f->is_unfinished ? "the study ended before"
					 : "the test requires positive values "
					   "that vary");
	else if (r->is_calm)
		rcc_document_paragraph(
			d,
			"The first round was calm, so there was no second one "
			"(--executions auto): successive runs did not depend "
			"on each other (autocorrelation %.2f, limit %.2f), and "
			"none was far off.",
			r->autocorrelation, r->bound);
	else
		compose_not_calm(d, f);
}

/* ---- Repeats ----------------------------------------------------------- */

static void compose_repeats(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	const struct rcc_stored *s = &f->stored;
	unsigned n_far = 0;
	unsigned n_torn = 0;
	unsigned n_passes = 0;
	char far[96] = "";
	char torn[80] = "";

	for (size_t i = 0; i < s->stages.rounds.n_stages; i++) {
		n_far += s->stages.rounds.stage[i].n_far;
		n_torn += s->stages.rounds.stage[i].n_torn;
		n_passes += s->stages.rounds.stage[i].kind == RCC_STAGE_REPEAT;
	}
	if (n_passes == 0)
		return;
	if (n_far != 0)
		snprintf(far, sizeof(far),
			 "of %u layout%s that differed far too much between "
			 "rounds or from the others",
			 n_far, n_far == 1 ? "" : "s");
	if (n_torn != 0)
		snprintf(torn, sizeof(torn),
			 "%sof %u layout%s that the end of a session had torn",
			 n_far != 0 ? ", and " : "", n_torn,
			 n_torn == 1 ? "" : "s");
	rcc_document_paragraph(
		d,
		"Blocks were run again in %u pass%s: %s%s. The new runs "
		"replace %zu runs in all estimates. The replaced runs stay "
		"stored, and the tests use them (--redo).",
		n_passes, n_passes == 1 ? "" : "es", far, torn, s->n_replaced);
}

void rcc_compose_rounds(struct rcc_document *d, const struct rcc_findings *f)
{
	compose_number(d, f);
	compose_repeats(d, f);
}

/* ---- JSON -------------------------------------------------------------- */

json_t *rcc_rounds_findings_json(const struct rcc_findings *f)
{
	const struct rcc_stored *s = &f->stored;
	json_t *json = rcc_rounds_json(&s->stages.rounds);

	json_object_set_new(json, "number",
			    json_integer((json_int_t)s->study.n_executions));
	json_object_set_new(json, "automatic",
			    json_boolean(s->study.chooses_rounds));
	json_object_set_new(json, "replaced-runs",
			    json_integer((json_int_t)s->n_replaced));
	json_object_set_new(json, "repeated-layouts",
			    json_integer((json_int_t)s->n_repeated));
	return json;
}
