/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plan_page.h"

#include <math.h>

#include "common/progress.h"
#include "harness/findings/detectable_difference.h"
#include "harness/findings/plan.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

static void print_row(const struct rcc_study_plan *plan, double half_width,
		      FILE *out)
{
	const struct rcc_plan_precision p =
		rcc_study_plan_precision(plan, half_width);
	char precision[48];
	char time[48];

	rcc_format_percent(100 * half_width, precision, sizeof(precision));
	if (p.n_layouts == 0) {
		fprintf(out, "  +-%-9s%10s\n", precision, "not known");
		return;
	}
	rcc_progress_duration(p.seconds, time, sizeof(time));
	fprintf(out, "  +-%-9s%10zu%16s\n", precision, p.n_layouts, time);
}

static void print_table(const struct rcc_study_plan *plan, double half_width,
			FILE *out)
{
	static const double precision[] = {0.005, 0.01, 0.015, 0.02};

	fprintf(out, "\n  %-11s%10s%16s\n", "precision", "layouts",
		"whole study");
	if (half_width > 0) {
		print_row(plan, half_width, out);
		return;
	}
	for (size_t i = 0; i < sizeof(precision) / sizeof(precision[0]); i++)
		print_row(plan, precision[i], out);
}

static void print_budget(const struct rcc_study_plan *plan, double budget_s,
			 FILE *out)
{
	const struct rcc_plan_budget b = rcc_study_plan_budget(plan, budget_s);
	char time[48];
	char width[48];

	rcc_progress_duration(budget_s, time, sizeof(time));
	if (!b.is_enough) {
		fprintf(out, "\n  %s is too short: two layouts take longer\n",
			time);
		return;
	}
	rcc_format_percent(100 * b.half_width, width, sizeof(width));
	fprintf(out, "\n  %s buys %zu layouts: expect +-%s\n", time,
		b.n_layouts, width);
}

/* What studies of several lengths achieve. */
static void print_hours(const struct rcc_study_plan *plan, FILE *out)
{
	static const double hours[] = {0.25, 0.5, 1, 2, 3, 4, 8};

	fprintf(out, "\n  %-11s%10s%16s%22s\n", "whole study", "layouts",
		"precision", "difference seen");
	for (size_t i = 0; i < sizeof(hours) / sizeof(hours[0]); i++) {
		const struct rcc_plan_budget b =
			rcc_study_plan_budget(plan, 3600 * hours[i]);
		char time[48];
		char width[48];
		char difference[48];

		rcc_progress_duration(3600 * hours[i], time, sizeof(time));
		if (!b.is_enough) {
			fprintf(out, "  %-11s%10zu\n", time, b.n_layouts);
			continue;
		}
		rcc_format_percent(100 * b.half_width, width, sizeof(width));
		rcc_format_percent(100 * b.detectable, difference,
				   sizeof(difference));
		fprintf(out, "  %-11s%10zu%8s%-8s%22s\n", time, b.n_layouts,
			"+-", width, difference);
	}
	rcc_wrapf(out, "", 2,
		  "Difference seen: between two such programs, each with as "
		  "many layouts, %.0f of 100 times; measuring both takes twice "
		  "as long.",
		  100 * RCC_DETECTABLE_POWER);
}

static const char *level_text(size_t i, size_t n)
{
	return i == n - 2 ? "Executions of each layout"
			  : "Iterations of each execution";
}

/* The advice for a level, and the rule behind it. */
static void print_level(double confidence, const struct rcc_plan_level *level,
			const char *what, FILE *out)
{
	char hi[48] = "unbounded";

	if (isfinite(level->hi))
		snprintf(hi, sizeof(hi), "%.2g", level->hi);
	switch (level->rule) {
	case RCC_PLAN_LEVEL_REMOVED:
		rcc_wrapf(out, "", 2,
			  "%s: 1, as this study shows no variation there above "
			  "that of the level below (the level was removed).",
			  what);
		return;
	case RCC_PLAN_LEVEL_SINGLE:
		rcc_wrapf(out, "", 2,
			  "%s: not known, since there was one of each here.",
			  what);
		return;
	case RCC_PLAN_NOTHING_ABOVE:
		rcc_wrapf(out, "", 2,
			  "%s: %zu, the most that is ever advised, as the "
			  "level above shows no variation of its own (%.0f %% "
			  "interval of the optimum %.2g to %s).",
			  what, level->r, 100 * confidence, level->lo, hi);
		return;
	case RCC_PLAN_FORMULA:
	case RCC_PLAN_CAPPED:
	case RCC_PLAN_TOP:
		break;
	}
	rcc_wrapf(out, "", 2,
		  "%s: %zu (optimum %.2g; %.0f %% interval %.2g to %s%s).",
		  what, level->r, level->optimum, 100 * confidence, level->lo,
		  hi,
		  level->rule == RCC_PLAN_CAPPED ? "; more is never advised"
						 : "");
}

static void print_executions(const struct rcc_study_plan *plan, FILE *out)
{
	const size_t n = plan->cell->levels.n_levels;
	struct rcc_plan repetitions;

	fputc('\n', out);
	if (rcc_study_plan_repetitions(plan, &repetitions) != 0) {
		rcc_wrapf(
			out, "", 2,
			"Executions of each layout: not known, since each was "
			"run once here; %s",
			plan->cost.link <= plan->cost.run
				? "one is right where a link costs no more "
				  "than a run, as here."
				: "since a link costs more than a run here, "
				  "a study with --executions 2 may show that "
				  "more than one is better.");
		return;
	}
	for (size_t i = n - 1; i-- > 0;)
		print_level(plan->level, &repetitions.level[i],
			    level_text(i, n), out);
}

void rcc_report_plan(const struct rcc_findings *f, const struct rcc_effect *e,
		     double half_width, double budget_s, FILE *out)
{
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_study_plan plan;
	char link[48];
	char run[48];

	rcc_study_plan_make(f, c, &plan);
	rcc_progress_duration(plan.cost.link, link, sizeof(link));
	rcc_progress_duration(plan.cost.run, run, sizeof(run));
	fprintf(out, "Plan for the next study of %s%s%s, from %zu layouts\n\n",
		rcc_findings_system_name(f, c->system),
		f->stored.study.n_arms > 2 ? ", arm " : "",
		f->stored.study.n_arms > 2 ? f->stored.study.arm[c->arm].name
					   : "",
		c->n_layouts);
	if (c->levels_error != 0) {
		fputs("  none: at least two good layouts are needed\n", out);
		return;
	}
	rcc_wrapf(
		out, "", 2,
		"Precision: half-width of the %.0f %% interval for the mean "
		"over layouts. A link took %s, a run %s; \"whole study\" is "
		"links and runs of all arms, one after the other. If the next "
		"study varies as this one did; with few layouts that is a "
		"guess.",
		100 * f->asked.level, link, run);
	if (f->stored.tuning.executions > 1)
		rcc_wrapf(out, "", 2,
			  "A run is a sample of %u executions in a row, which "
			  "--tune chose: the next study needs --tune too.",
			  f->stored.tuning.executions);
	print_table(&plan, half_width, out);
	if (budget_s > 0)
		print_budget(&plan, budget_s, out);
	else if (!(half_width > 0))
		print_hours(&plan, out);
	print_executions(&plan, out);
}
