/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/self_comparison.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/detectable_difference.h"
#include "harness/report/answer.h"
#include "harness/report/comparison_headline.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/scatter.h"

static void draw_ratio(FILE *out, const void *self)
{
	const struct rcc_ratio *r = rcc_comparison_ratio(self);
	const struct rcc_plot_ratio ratio = {"side b / side a", r->estimate,
					     r->lo, r->hi, false};

	rcc_plot_forest(out, "self-comparison", "Side b against side a", &ratio,
			1);
}

static void compose_answer(struct rcc_document *d,
			   const struct rcc_detectable_difference *x)
{
	struct rcc_scatter scatter;
	char width[48];

	rcc_format_percent(100 * x->half_width, width, sizeof(width));
	rcc_document_answer(d);
	rcc_document_headline(
		d,
		"Here a measured difference must exceed +-%s to be "
		"distinguished from none (%zu layouts on each side).",
		width, x->comparison.old.random->n_layouts);
	if (rcc_scatter_of_comparison(&x->comparison, &scatter))
		rcc_compose_scatter(d, &scatter, "sides",
				    "The layouts of both sides",
				    "Random layouts show noise and layout "
				    "together; original layouts show the "
				    "noise. The two sides are the same "
				    "program.");
	rcc_document_figure(d, "The ratio of two sides that are the same.",
			    draw_ratio, &x->comparison);
	rcc_document_answer_end(d);
	rcc_scatter_release(&scatter);
}

static void compose_difference(struct rcc_document *d,
			       const struct rcc_detectable_difference *x)
{
	char width[48];
	char detectable[48];

	rcc_format_percent(100 * x->half_width, width, sizeof(width));
	rcc_format_percent(100 * x->detectable, detectable, sizeof(detectable));
	rcc_compose_ratio(d, rcc_comparison_ratio(&x->comparison),
			  "Side b / side a");
	rcc_document_paragraph(
		d,
		"On this machine, for this program and with %zu layouts on "
		"each side, a measured difference must exceed +-%s to be "
		"distinguished from none. The smallest detectable difference "
		"is %s: a true difference of that size would be detected in "
		"%.0f of 100 such comparisons.",
		x->comparison.old.random->n_layouts, width, detectable,
		100 * RCC_DETECTABLE_POWER);
	if (x->is_false_alarm)
		rcc_document_paragraph(
			d, "A difference was found between two sides that "
			   "are the same. It is a false alarm, as in 5 of "
			   "100 studies, or something treats the sides "
			   "differently. Repeat the study.");
}

static void compose_alarms(struct rcc_document *d, const struct rcc_findings *f,
			   const struct rcc_detectable_difference *x)
{
	if (x->n_splits != 0)
		rcc_document_paragraph(
			d,
			"False alarms over layouts: Welch's test found a "
			"difference in %.1f %% of %zu random splits of all "
			"layouts into two sides (%.0f %% are expected).",
			100 * (double)x->n_split_alarms / (double)x->n_splits,
			x->n_splits, 100 * (1 - f->asked.level));
	if (!isnan(x->one_layout_rate))
		rcc_document_paragraph(
			d,
			"With one build on each side, run %zu times as is "
			"usual, %.0f %% of comparisons would be false alarms "
			"(simulated from the variances found).",
			x->n_runs, 100 * x->one_layout_rate);
	if (x->n_pairs != 0)
		rcc_document_paragraph(
			d,
			"With the %u runs of each layout in this study, a "
			"difference was found in %.0f %% of %zu pairs of "
			"layouts.",
			f->stored.study.n_executions,
			100 * (double)x->n_pair_alarms / (double)x->n_pairs,
			x->n_pairs);
}

/* Return why nothing can be said, as a sentence, or NULL. */
static char *why_unknown(const struct rcc_findings *f,
			 const struct rcc_detectable_difference *x)
{
	if (f->is_unfinished)
		return rcc_mem_strdup("Not known yet: the study is not "
				      "finished.");
	if (x->comparison.error != 0)
		return rcc_mem_strdup("Not known yet: at least two good "
				      "layouts of each side are needed.");
	if (!isfinite(x->half_width) &&
	    x->comparison.obstacle != RCC_OBSTACLE_NONE)
		return rcc_mem_printf("Not known: %s.",
				      rcc_comparison_obstacle(&x->comparison));
	return NULL;
}

void rcc_compose_self_comparison(struct rcc_document *d,
				 const struct rcc_findings *f)
{
	struct rcc_detectable_difference x;
	char *why;

	rcc_detectable_difference_compute(f, &x);
	why = why_unknown(f, &x);
	if (why == NULL)
		compose_answer(d, &x);
	rcc_document_section(d, "Which differences can be detected? (the "
				"program against itself)");
	if (why != NULL) {
		rcc_document_paragraph(d, "%s", why);
		free(why);
		return;
	}
	compose_difference(d, &x);
	compose_alarms(d, f, &x);
}
