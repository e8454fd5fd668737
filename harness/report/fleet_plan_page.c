/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/fleet_plan_page.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/progress.h"
#include "harness/report/fleet_warnings.h"
#include "harness/report/format.h"

/* A plan has at most 1000 machines, 1000 layouts and 20 rounds.  If the user
 * gives a number of machines, it takes the place of 1000. */
static const struct rcc_fleet_limits most = {1000, 1000, 20};

/* The data from which the next study is planned, for one ratio. */
struct planning {
	const struct rcc_fleet_findings *fleet;
	const struct rcc_fleet_wishes *wishes;
	double variance[RCC_N_FLEET_COMPONENTS];
	struct rcc_fleet_costs costs;
	struct rcc_fleet_limits limits;
	/* The plan whose commands are printed; n_machines is 0 if there is
	 * none. */
	struct rcc_fleet_plan chosen;
};

static struct planning planning_of(const struct rcc_fleet_findings *fleet,
				   const struct rcc_fleet_wishes *wishes,
				   const struct rcc_fleet_model *m)
{
	struct planning p = {.fleet = fleet, .wishes = wishes, .limits = most};

	for (size_t i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		p.variance[i] = m->result.component[i].estimate;
	/* If no machine ran a layout twice, the estimated variance of runs
	 * includes the variance of layouts on one machine.  Do not count that
	 * variance again. */
	if (!m->result.has_runs)
		p.variance[RCC_FLEET_LAYOUT_MACHINE] = 0;
	p.costs = wishes->has_costs
			  ? wishes->costs
			  : (struct rcc_fleet_costs){fleet->cost.machine,
						     fleet->cost.link,
						     fleet->cost.block};
	if (wishes->most_machines != 0)
		p.limits.n_machines = wishes->most_machines;
	return p;
}

/* ---- Words -------------------------------------------------------------- */

static void format_cost(const struct planning *p, double cost, char *out,
			size_t n)
{
	if (p->wishes->has_costs)
		snprintf(out, n, "%.6g", cost);
	else
		rcc_progress_duration(cost, out, n);
}

static void compose_meaning(struct rcc_document *d, const struct planning *p,
			    const char *what)
{
	char machine[48];
	char layout[48];
	char run[48];

	format_cost(p, p->costs.machine, machine, sizeof(machine));
	format_cost(p, p->costs.layout, layout, sizeof(layout));
	format_cost(p, p->costs.run, run, sizeof(run));
	rcc_document_paragraph(
		d,
		"Precision: half-width of the %.0f %% interval for %s, over "
		"machines and layouts. Costs%s: %s for a machine%s, %s for a "
		"layout (linked once, for all machines), %s for one run of "
		"every arm. All numbers assume that the next study varies as "
		"this one did; with few machines, this is uncertain.",
		100 * p->fleet->level, what,
		p->wishes->has_costs ? "" : ", as measured here", machine,
		p->wishes->has_costs ? "" : " besides its runs", layout, run);
}

static void add_plan(struct rcc_table *t, const struct planning *p,
		     const struct rcc_fleet_plan *plan)
{
	char width[48];
	char cost[48];

	rcc_table_cell(t, "%zu", plan->n_machines);
	rcc_table_cell(t, "%zu", plan->n_layouts);
	rcc_table_cell(t, "%zu", plan->n_rounds);
	rcc_format_percent(100 * plan->half_width, width, sizeof(width));
	rcc_table_cell(t, "+-%s", width);
	format_cost(p, plan->cost, cost, sizeof(cost));
	rcc_table_cell(t, "%s", cost);
}

static void add_precision(struct rcc_table *t, struct planning *p,
			  double half_width, bool is_chosen)
{
	struct rcc_fleet_plan plan;
	char precision[48];
	char *name;

	rcc_format_percent(100 * half_width, precision, sizeof(precision));
	name = rcc_mem_printf("+-%s", precision);
	rcc_table_row(t, name);
	free(name);
	if (rcc_fleet_plan(p->variance, &p->costs, &p->limits, half_width,
			   p->fleet->level, &plan) != 0) {
		name = rcc_mem_printf("more than %zu machines or %zu layouts",
				      p->limits.n_machines,
				      p->limits.n_layouts);
		rcc_table_message(t, name);
		free(name);
		return;
	}
	add_plan(t, p, &plan);
	if (is_chosen || p->chosen.n_machines == 0)
		p->chosen = plan;
}

static struct rcc_table *begin_table(struct rcc_document *d,
				     const struct planning *p,
				     const char *caption, const char *first)
{
	struct rcc_table *t = rcc_document_table(d, caption);

	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", first);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "machines");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "rounds");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "expect");
	rcc_table_column(t, RCC_ALIGN_RIGHT,
			 p->wishes->has_costs ? "cost" : "time of all");
	return t;
}

static void compose_precisions(struct rcc_document *d, struct planning *p)
{
	static const double precision[] = {0.005, 0.01, 0.015, 0.02};
	const double wanted = p->wishes->half_width;
	struct rcc_table *t = begin_table(
		d, p, "The cheapest plan for a given precision", "precision");

	if (wanted > 0) {
		add_precision(t, p, wanted, true);
		return;
	}
	for (size_t i = 0; i < sizeof(precision) / sizeof(precision[0]); i++)
		add_precision(t, p, precision[i], precision[i] == 0.01);
}

static void compose_budget(struct rcc_document *d, struct planning *p)
{
	struct rcc_fleet_plan plan;
	struct rcc_table *t;
	char budget[48];

	format_cost(p, p->wishes->budget, budget, sizeof(budget));
	if (rcc_fleet_plan_for_cost(p->variance, &p->costs, &p->limits,
				    p->wishes->budget, p->fleet->level,
				    &plan) != 0) {
		rcc_document_paragraph(
			d, "%s is not enough for two machines and two layouts.",
			budget);
		return;
	}
	t = begin_table(d, p, "The most precise plan for a given cost",
			"at most");
	rcc_table_row(t, budget);
	add_plan(t, p, &plan);
	p->chosen = plan;
}

/* State the smallest half-width that the given number of machines allows, with
 * the largest numbers of layouts and rounds that a plan may have. */
static void compose_limit(struct rcc_document *d, const struct planning *p)
{
	const size_t n = p->limits.n_machines;
	char width[48];

	if (p->variance[RCC_FLEET_MACHINES] == 0 ||
	    p->wishes->most_machines == 0)
		return;
	rcc_format_percent(100 * rcc_fleet_half_width(p->variance, n,
						      p->limits.n_layouts,
						      p->limits.n_rounds,
						      p->fleet->level, NULL),
			   width, sizeof(width));
	rcc_document_paragraph(d,
			       "With %zu machines, expect no less than +-%s "
			       "however many layouts there are: machines "
			       "differ.",
			       n, width);
}

/* Say that a plan with few machines is valid only if machines differ no more
 * than this study estimated. */
static void compose_few(struct rcc_document *d, const struct planning *p,
			const struct rcc_fleet_model *m)
{
	const struct rcc_interval it =
		rcc_fleet_model_percent(m, RCC_FLEET_MACHINES);
	struct rcc_interval_text text;

	if (p->chosen.n_machines == 0 ||
	    p->chosen.n_machines >= RCC_FLEET_FEW_MACHINES)
		return;
	rcc_format_percent_interval(&it, &text);
	rcc_document_paragraph(
		d,
		"So few machines are enough only if machines differ as little "
		"as was estimated here, by %s %% (%.0f %% interval %s to %s "
		"%%).",
		text.estimate, 100 * it.level, text.lo, text.hi);
}

/* ---- Commands ----------------------------------------------------------- */

static void compose_commands(struct rcc_document *d, const struct planning *p)
{
	const struct rcc_fleet_findings *fleet = p->fleet;
	const struct rcc_fleet_plan *plan = &p->chosen;
	char width[48];

	if (plan->n_machines == 0)
		return;
	rcc_format_percent(100 * plan->half_width, width, sizeof(width));
	rcc_document_section(d, "Commands for +-%s", width);
	rcc_document_command(d, "lay out",
			     "randstudy run -o next --no-runs --layouts %zu "
			     "--executions %zu%s",
			     plan->n_layouts, plan->n_rounds, fleet->again);
	rcc_document_command(d, "pack", "randstudy pack next next.pack");
	rcc_document_command(d, "with Slurm",
			     "randstudy cluster submit next.pack -o shards "
			     "--of %zu",
			     plan->n_machines);
	rcc_document_command(d, "or on each",
			     "randstudy worker next.pack --index K --of %zu "
			     "-o shards",
			     plan->n_machines);
	rcc_document_command(d, "then",
			     "randstudy merge -o next-merged shards");
	if (plan->n_rounds == 1)
		rcc_document_note(d, "With one round, the portable share of "
				     "the layout effect stays unknown.");
	if (fleet->other_settings != NULL)
		rcc_document_note(d,
				  "Give randstudy run the other settings of "
				  "this study too: %s.",
				  fleet->other_settings);
}

/* ---- The whole ---------------------------------------------------------- */

static void compose_one(struct rcc_document *d,
			const struct rcc_fleet_findings *fleet,
			const struct rcc_fleet_wishes *wishes,
			const struct rcc_fleet_model *m, const char *what)
{
	struct planning p;

	rcc_document_title(d, "Plan for the next study on many machines: %s",
			   what);
	if (m->error != 0) {
		rcc_document_paragraph(
			d, "None: at least two machines and two layouts with "
			   "good runs are needed.");
		return;
	}
	p = planning_of(fleet, wishes, m);
	compose_meaning(d, &p, what);
	if (wishes->half_width > 0 || !(wishes->budget > 0))
		compose_precisions(d, &p);
	if (wishes->budget > 0)
		compose_budget(d, &p);
	compose_limit(d, &p);
	compose_few(d, &p, m);
	compose_commands(d, &p);
}

void rcc_compose_fleet_plan(struct rcc_document *d,
			    const struct rcc_fleet_findings *fleet,
			    const struct rcc_fleet_wishes *wishes)
{
	struct rcc_strvec warning = {0};

	for (size_t i = 0; i < fleet->n_comparisons; i++) {
		const struct rcc_fleet_comparison *c = &fleet->comparison[i];
		char *what = rcc_mem_printf("%s / %s", c->now, c->old);

		compose_one(d, fleet, wishes, &c->model, what);
		free(what);
	}
	for (size_t i = 0; i < fleet->n_effects; i++) {
		char *what = rcc_mem_printf("%s / original layout",
					    fleet->subject[i]);

		compose_one(d, fleet, wishes, &fleet->model[i], what);
		free(what);
	}
	rcc_fleet_leading_warnings(fleet, &warning);
	for (size_t i = 0; i < warning.n; i++)
		rcc_document_warning(d, warning.item[i]);
	rcc_strvec_release(&warning);
}
