/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plan_page.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/progress.h"
#include "harness/findings/detectable_difference.h"
#include "harness/findings/plan.h"
#include "harness/report/comparison_headline.h"
#include "harness/report/format.h"

/* ---- Layouts ----------------------------------------------------------- */

static void add_precision(struct rcc_table *t,
			  const struct rcc_study_plan *plan, double half_width)
{
	const struct rcc_plan_precision p =
		rcc_study_plan_precision(plan, half_width);
	char precision[48];
	char time[48];
	char *name;

	rcc_format_percent(100 * half_width, precision, sizeof(precision));
	name = rcc_mem_printf("+-%s", precision);
	rcc_table_row(t, name);
	free(name);
	if (p.n_layouts == 0) {
		rcc_table_message(t, "not known");
		return;
	}
	if (p.n_layouts > RCC_STUDY_MAX) {
		rcc_table_message(t, "more than a study can have");
		return;
	}
	rcc_progress_duration(p.seconds, time, sizeof(time));
	rcc_table_cell(t, "%zu", p.n_layouts);
	rcc_table_cell(t, "%s", time);
}

static void compose_precisions(struct rcc_document *d,
			       const struct rcc_study_plan *plan,
			       double half_width)
{
	static const double precision[] = {0.005, 0.01, 0.015, 0.02};
	struct rcc_table *t =
		rcc_document_table(d, "Layouts and time for a given precision");

	rcc_table_column(t, RCC_ALIGN_LEFT, "precision");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "whole study");
	if (half_width > 0) {
		add_precision(t, plan, half_width);
		return;
	}
	for (size_t i = 0; i < sizeof(precision) / sizeof(precision[0]); i++)
		add_precision(t, plan, precision[i]);
}

static void compose_budget(struct rcc_document *d,
			   const struct rcc_study_plan *plan, double budget_s)
{
	const struct rcc_plan_budget b = rcc_study_plan_budget(plan, budget_s);
	char time[48];
	char width[48];

	rcc_progress_duration(budget_s, time, sizeof(time));
	if (!b.is_enough) {
		rcc_document_paragraph(
			d, "%s is too short: two layouts take longer.", time);
		return;
	}
	rcc_format_percent(100 * b.half_width, width, sizeof(width));
	rcc_document_paragraph(d, "%s is enough for %zu layouts: expect +-%s.",
			       time, b.n_layouts, width);
}

static void add_hours(struct rcc_table *t, const struct rcc_study_plan *plan,
		      double hours)
{
	const struct rcc_plan_budget b =
		rcc_study_plan_budget(plan, 3600 * hours);
	char text[48];

	rcc_progress_duration(3600 * hours, text, sizeof(text));
	rcc_table_row(t, text);
	rcc_table_cell(t, "%zu", b.n_layouts);
	if (!b.is_enough) {
		rcc_table_message(t, "too few");
		return;
	}
	rcc_format_percent(100 * b.half_width, text, sizeof(text));
	rcc_table_cell(t, "+-%s", text);
	rcc_format_percent(100 * b.detectable, text, sizeof(text));
	rcc_table_cell(t, "%s", text);
}

static void compose_hours(struct rcc_document *d,
			  const struct rcc_study_plan *plan)
{
	static const double hours[] = {0.25, 0.5, 1, 2, 3, 4, 8};
	struct rcc_table *t =
		rcc_document_table(d, "Precision for a given time");

	rcc_table_column(t, RCC_ALIGN_LEFT, "whole study");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "precision");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "difference seen");
	for (size_t i = 0; i < sizeof(hours) / sizeof(hours[0]); i++)
		add_hours(t, plan, hours[i]);
	if (plan->quantity == RCC_PLAN_MEAN)
		rcc_document_note(
			d,
			"difference seen: the difference between two such "
			"programs, each with this number of layouts, that "
			"%.0f of 100 studies detect; measuring both takes "
			"twice as long.",
			100 * RCC_DETECTABLE_POWER);
	else
		rcc_document_note(d,
				  "difference seen: the difference of the "
				  "ratio from 1 that %.0f of 100 studies "
				  "detect.",
				  100 * RCC_DETECTABLE_POWER);
}

/* ---- Repetitions ------------------------------------------------------- */

static const char *level_name(size_t i, size_t n)
{
	return i == n - 2 ? "Executions of each layout"
			  : "Iterations of each execution";
}

/* Append the advised number of executions or of iterations, and the reason for
 * it.  `what` says which of the two it is. */
static void compose_level(struct rcc_document *d, double confidence,
			  const struct rcc_plan_level *level, const char *what)
{
	char hi[48];
	char lo[48];
	char optimum[48];

	rcc_format_digits(level->hi, 2, hi, sizeof(hi));
	rcc_format_digits(level->lo, 2, lo, sizeof(lo));
	rcc_format_digits(level->optimum, 2, optimum, sizeof(optimum));
	switch (level->rule) {
	case RCC_PLAN_LEVEL_REMOVED:
		rcc_document_paragraph(
			d,
			"%s: 1. This study detected no variation at this "
			"level and left the level out of the analysis.",
			what);
		return;
	case RCC_PLAN_LEVEL_SINGLE:
		rcc_document_paragraph(
			d,
			"%s: not known, since this study had only one of "
			"each.",
			what);
		return;
	case RCC_PLAN_UNKNOWN:
		rcc_document_paragraph(
			d,
			"%s: not known, since the variation above it is not "
			"known.",
			what);
		return;
	case RCC_PLAN_NOTHING_ABOVE:
		rcc_document_paragraph(
			d,
			"%s: %zu, the most that is ever advised, as the level "
			"above shows no variation of its own (%.0f %% interval "
			"of the optimum %s to %s).",
			what, level->r, 100 * confidence, lo, hi);
		return;
	case RCC_PLAN_FORMULA:
	case RCC_PLAN_CAPPED:
	case RCC_PLAN_TOP:
		break;
	}
	rcc_document_paragraph(
		d, "%s: %zu (optimum %s; %.0f %% interval %s to %s%s).", what,
		level->r, optimum, 100 * confidence, lo, hi,
		level->rule == RCC_PLAN_CAPPED ? "; more is never advised"
					       : "");
}

static void compose_repetitions(struct rcc_document *d,
				const struct rcc_study_plan *plan)
{
	const size_t n = plan->cell->levels.n_levels;
	struct rcc_plan repetitions;

	if (rcc_study_plan_repetitions(plan, &repetitions) != 0) {
		rcc_document_paragraph(
			d,
			"Executions of each layout: not known, since each was "
			"run once here. A link costs %s",
			plan->cost.link <= plan->cost.run
				? "no more than a run here, so one execution "
				  "is enough."
				: "more than a run here, so more executions "
				  "may be better; a study with --executions 2 "
				  "would show it.");
		return;
	}
	for (size_t i = n - 1; i-- > 0;)
		compose_level(d, plan->level, &repetitions.level[i],
			      level_name(i, n));
}

/* ---- The whole --------------------------------------------------------- */

static const char *quantity_text(const struct rcc_study_plan *plan)
{
	static const char *const text[] = {
		[RCC_PLAN_MEAN] = "the mean over layouts",
		[RCC_PLAN_SHIFT] = "the ratio of random layouts to the "
				   "original (the runs depend on when they "
				   "were made, so intervals for means are "
				   "not valid)",
		[RCC_PLAN_RATIO] = "the ratio of the two systems",
	};

	return text[plan->quantity];
}

static void compose_meaning(struct rcc_document *d,
			    const struct rcc_findings *f,
			    const struct rcc_study_plan *plan)
{
	const unsigned n_executions = f->stored.tuning.executions;
	char link[48];
	char run[48];

	rcc_progress_duration(plan->cost.link, link, sizeof(link));
	rcc_progress_duration(plan->cost.run, run, sizeof(run));
	rcc_document_paragraph(
		d,
		"Precision: half-width of the %.0f %% interval for %s. A "
		"link took %s, a run %s; \"whole study\" is links and runs "
		"of all arms, one after the other. All numbers assume that "
		"the next study varies as this one did; with few layouts, "
		"this is uncertain.",
		100 * f->asked.level, quantity_text(plan), link, run);
	if (n_executions > 1)
		rcc_document_paragraph(
			d,
			"A run is a sample of %u executions in a row, which "
			"--tune chose: the next study needs --tune too.",
			n_executions);
}

static void compose_counts(struct rcc_document *d, const struct rcc_findings *f,
			   const struct rcc_study_plan *plan, double half_width,
			   double budget_s)
{
	compose_meaning(d, f, plan);
	compose_precisions(d, plan, half_width);
	if (budget_s > 0)
		compose_budget(d, plan, budget_s);
	else if (!(half_width > 0))
		compose_hours(d, plan);
}

void rcc_compose_plan(struct rcc_document *d, const struct rcc_findings *f,
		      const struct rcc_effect *e, double half_width,
		      double budget_s)
{
	const struct rcc_study *study = &f->stored.study;
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_study_plan plan;

	rcc_study_plan_make(f, c, &plan);
	rcc_document_title(
		d,
		"Plan for the next study of %s%s%s, from %zu "
		"layouts",
		rcc_findings_system_name(f, c->system),
		study->n_arms > 2 ? ", arm " : "",
		study->n_arms > 2 ? rcc_findings_arm_text(study, c->arm) : "",
		c->n_layouts);
	if (c->levels_error != 0 || c->interval.lo == c->interval.hi) {
		rcc_document_paragraph(
			d, c->levels_error != 0
				   ? "None: at least two good layouts are "
				     "needed."
				   : "None: each layout has the same mean, so "
				     "the variation is unknown.");
		return;
	}
	compose_counts(d, f, &plan, half_width, budget_s);
	compose_repetitions(d, &plan);
}

void rcc_compose_ratio_plan(struct rcc_document *d,
			    const struct rcc_comparison *c, double half_width,
			    double budget_s)
{
	struct rcc_study_plan plan;

	rcc_document_title(d, "Plan for the next comparison of %s with %s",
			   c->now.name, c->old.name);
	if (c->error != 0 || c->obstacle != RCC_OBSTACLE_NONE) {
		rcc_document_paragraph(d, "None: %s.",
				       c->error != 0
					       ? rcc_comparison_absence(c)
					       : rcc_comparison_obstacle(c));
		return;
	}
	rcc_study_plan_make_ratio(c, &plan);
	compose_counts(d, c->now.f, &plan, half_width, budget_s);
}
