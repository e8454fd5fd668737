/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text output of `randstudy analyse` for many machines. */
#include "analyse/fleet_result.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/analyse_print.h"
#include "common/mem.h"

/* Name at most this many of the machines that differ from the others. */
enum { MOST_NAMED = 10 };

/* ---- Numbers ----------------------------------------------------------- */

/* Print the limits of an interval as "A to B".  The limits are rounded to the
 * second digit of the half-width. */
static void print_limits(FILE *out, double lo, double hi)
{
	if (isnan(lo) || isnan(hi)) {
		fputs("undefined", out);
		return;
	}
	rcc_analyse_print_rounded(out, lo, (hi - lo) / 2);
	fputs(" to ", out);
	rcc_analyse_print_rounded(out, hi, (hi - lo) / 2);
}

/* Print e to the power of a mean of logarithms, with its interval. */
static void print_mean(FILE *out, const struct rcc_interval *mean)
{
	const double lo = exp(mean->lo);
	const double hi = exp(mean->hi);

	rcc_analyse_print_rounded(out, exp(mean->estimate), (hi - lo) / 2);
	fprintf(out, ", %g %% interval ", 100 * mean->level);
	print_limits(out, lo, hi);
}

/* Print a p-value. */
static void print_p(FILE *out, double p)
{
	if (isnan(p))
		fputs("p undefined", out);
	else if (p < 0.0001)
		fputs("p < 0.0001", out);
	else
		fprintf(out, "p = %.2g", p);
}

/* Return a standard deviation in percent, from the variance of logarithms. */
static double percent_of(double variance)
{
	return 100 * sqrt(variance);
}

/* Return a difference of logarithms in percent. */
static double percent_change(double difference)
{
	return 100 * expm1(difference);
}

/* ---- Variances --------------------------------------------------------- */

static void print_component(FILE *out, const struct rcc_fleet *f,
			    enum rcc_fleet_component i)
{
	const struct rcc_interval *it = &f->component[i];
	const char *name = rcc_fleet_component_name(i);

	if (!f->has_runs && i == RCC_FLEET_RUNS)
		name = "runs, with layouts x machines";
	if (!f->has_runs && i == RCC_FLEET_LAYOUT_MACHINE)
		return;
	fprintf(out, "  %-30s %8.3g   ", name, percent_of(it->estimate));
	print_limits(out, percent_of(it->lo), percent_of(it->hi));
	fputc('\n', out);
}

static void print_share(FILE *out, const struct rcc_fleet *f)
{
	fputs("  portable share of the layout effect: ", out);
	if (!f->has_runs) {
		fputs("unknown, since no machine ran a layout twice\n", out);
		return;
	}
	if (isnan(f->share.estimate))
		fputs("no effect of layouts was seen", out);
	else
		rcc_analyse_print_rounded(out, f->share.estimate,
					  (f->share.hi - f->share.lo) / 2);
	fprintf(out, ", %g %% interval ", 100 * f->share.level);
	print_limits(out, f->share.lo, f->share.hi);
	fputc('\n', out);
}

static void print_test(FILE *out, const char *text,
		       const struct rcc_fleet_test *test)
{
	if (isnan(test->p))
		return;
	fprintf(out, "  %s: ", text);
	print_p(out, test->p);
	fputc('\n', out);
}

/* ---- Machines and kinds ------------------------------------------------ */

static void print_machine(FILE *out, const struct rcc_fleet_analysis *a,
			  const struct rcc_fleet_part *part, size_t m)
{
	const struct rcc_fleet_machine *it = &part->machine[m];
	const size_t number = part->machine_number[m];
	const double se = 100 * it->se;

	fprintf(out, "    \"%s\"", a->rows->machine.item[number]);
	if (a->rows->has_kinds)
		fprintf(out, " (%s)",
			a->rows->kind.item[a->rows->kind_of[number]]);
	fputs(": ", out);
	rcc_analyse_print_rounded(out, percent_change(it->effect), se);
	fputs(" %, shrunken ", out);
	rcc_analyse_print_rounded(out, percent_change(it->shrunken), se);
	fputs(" %, ", out);
	print_p(out, it->p_holm);
	fputc('\n', out);
}

/* Return the index of the machine to print after the machine `last`, or
 * n_machines if `last` is the last one.  To get the first machine, set `last`
 * to n_machines.  Machines are sorted by the p-value of the test whether they
 * differ from the others, and then by index. */
static size_t next_machine(const struct rcc_fleet_part *part, size_t last)
{
	const size_t n = part->fleet.n_machines;
	size_t best = n;

	for (size_t m = 0; m < n; m++) {
		const double p = part->machine[m].p;

		if (isnan(p))
			continue;
		if (last < n && (p < part->machine[last].p ||
				 (p == part->machine[last].p && m <= last)))
			continue;
		if (best == n || p < part->machine[best].p)
			best = m;
	}
	return best;
}

static void print_machines(FILE *out, const struct rcc_fleet_analysis *a,
			   const struct rcc_fleet_part *part)
{
	const double alpha = 1 - a->options->confidence / 100;
	const size_t n = part->fleet.n_machines;
	size_t n_differ = 0;
	size_t m = n;

	for (size_t i = 0; i < n; i++)
		n_differ += part->machine[i].p_holm <= alpha;
	fprintf(out,
		"  machines that differ from the others%s, all tests together "
		"(Holm, %g %%): %zu of %zu\n",
		a->rows->has_kinds ? " of their kind" : "", 100 * alpha,
		n_differ, n);
	for (size_t i = 0; i < n_differ && i < MOST_NAMED; i++) {
		m = next_machine(part, m);
		print_machine(out, a, part, m);
	}
	if (n_differ > MOST_NAMED)
		fprintf(out, "    and %zu more (--format json names all)\n",
			n_differ - MOST_NAMED);
}

static void print_kinds(FILE *out, const struct rcc_fleet_analysis *a,
			const struct rcc_fleet_part *part)
{
	const struct rcc_fleet *f = &part->fleet;

	if (f->n_kinds < 2)
		return;
	fputs("  kinds of machines", out);
	if (!isnan(f->kinds_differ.p)) {
		fputs(" (whether they differ: ", out);
		print_p(out, f->kinds_differ.p);
		fputc(')', out);
	}
	fputc('\n', out);
	for (size_t k = 0; k < f->n_kinds; k++) {
		const struct rcc_fleet_kind *it = &part->kind[k];

		fprintf(out, "    \"%s\", %zu machine%s: ",
			a->rows->kind.item[part->kind_number[k]],
			it->n_machines, it->n_machines > 1 ? "s" : "");
		print_mean(out, &it->mean);
		if (k > 0) {
			fputs("; to the first ", out);
			print_limits(out, percent_change(it->difference.lo),
				     percent_change(it->difference.hi));
			fputs(" %", out);
		}
		fputc('\n', out);
	}
}

/* ---- The plan ---------------------------------------------------------- */

static void print_plan(FILE *out, const struct rcc_fleet_analysis *a,
		       const struct rcc_fleet_part *part)
{
	fprintf(out, "  cheapest plan (costs: machine %g, layout %g, run %g)\n",
		a->costs.machine, a->costs.layout, a->costs.run);
	for (size_t i = 0; i < RCC_FLEET_N_PRECISIONS; i++) {
		const struct rcc_fleet_plan *it = &part->plan[i];

		fprintf(out, "    ± %g %%: ", rcc_fleet_precision[i]);
		if (it->n_machines == 0)
			fputs("more than 1000 machines or layouts\n", out);
		else
			fprintf(out,
				"%zu machines × %zu layouts × %zu run%s, "
				"cost %.6g\n",
				it->n_machines, it->n_layouts, it->n_rounds,
				it->n_rounds > 1 ? "s" : "", it->cost);
	}
}

/* ---- A system, or the ratio -------------------------------------------- */

static void print_counts(FILE *out, const struct rcc_fleet *f)
{
	const size_t n_cells = f->n_machines * f->n_layouts;
	const size_t n_empty = n_cells - f->n_cells;

	fprintf(out, "%zu machine%s × %zu layout%s, ", f->n_machines,
		f->n_machines == 1 ? "" : "s", f->n_layouts,
		f->n_layouts == 1 ? "" : "s");
	if (f->fewest_runs == f->most_runs)
		fprintf(out, "%zu run%s of each", f->most_runs,
			f->most_runs > 1 ? "s" : "");
	else
		fprintf(out, "%zu to %zu runs of each", f->fewest_runs,
			f->most_runs);
	fprintf(out, ", %zu runs", f->n_runs);
	if (n_empty > 0)
		fprintf(out, "; %zu of %zu cells %s no run", n_empty, n_cells,
			n_empty > 1 ? "have" : "has");
	fputc('\n', out);
}

/* Print why the results about machines may be wrong, if they may. */
static void print_cautions(FILE *out, const struct rcc_fleet *f)
{
	if (f->n_machines < RCC_FLEET_FEW_MACHINES)
		fprintf(out,
			"  what is said of machines rests on few: %zu; the "
			"interval of a mean over so few can be too narrow\n",
			f->n_machines);
	if (f->fewest_runs != f->most_runs)
		fputs("  the numbers of runs differ: tests of machines and "
		      "kinds may find differences that do not exist\n",
		      out);
}

/* Print the results of a system or of the ratio of two systems.  If `is_whole`
 * is false, leave out the machines, the kinds and the plan.  If the file has
 * two systems, only their ratio is printed whole, because the speed of a
 * machine says little about the ratio. */
static void print_part(FILE *out, const struct rcc_fleet_analysis *a,
		       const struct rcc_fleet_part *part, bool is_whole)
{
	const struct rcc_fleet *f = &part->fleet;

	if (part->error != 0) {
		fputs("  no interval can be given: at least 2 machines and 2 "
		      "layouts are needed, with more machines than kinds, "
		      "layouts in common, and values that vary\n",
		      out);
		return;
	}
	print_cautions(out, f);
	print_share(out, f);
	fprintf(out, "  %-30s %8s   %g %% interval\n", "sd of", "%",
		a->options->confidence);
	for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		print_component(out, f, (enum rcc_fleet_component)i);
	print_test(out, "layouts differ alike on all machines",
		   &f->layouts_differ);
	print_test(out, "the effect of a layout depends on the machine",
		   &f->layouts_depend);
	if (!is_whole)
		return;
	print_test(out, "machines differ", &f->machines_differ);
	print_machines(out, a, part);
	print_kinds(out, a, part);
	print_plan(out, a, part);
}

/* Say why no run of one system has a partner of the other system. */
static void print_no_pairs(FILE *out, const struct rcc_fleet_analysis *a)
{
	fprintf(out,
		"  no runs to compare: a run of one system is compared with "
		"that of the other on the same machine, layout and run, and "
		"none of the %zu runs has such a partner\n",
		a->n_without_partner);
}

static void print_pairs(FILE *out, const struct rcc_fleet_analysis *a)
{
	fputs("  ", out);
	print_counts(out, &a->ratio.fleet);
	if (a->n_without_partner > 0)
		fprintf(out,
			"  left out, as the other system has no such run on "
			"that machine and layout: %zu run%s\n",
			a->n_without_partner,
			a->n_without_partner > 1 ? "s" : "");
	print_part(out, a, &a->ratio, true);
}

static void print_ratio(FILE *out, const struct rcc_fleet_analysis *a)
{
	const struct rcc_fleet_part *part = &a->ratio;

	fprintf(out, "ratio \"%s\" / \"%s\"", a->rows->system.item[1],
		a->rows->system.item[0]);
	if (part->error == 0) {
		fputs(" over machines and layouts: ", out);
		print_mean(out, &part->fleet.mean);
		fprintf(out, " (%.3g degrees of freedom)", part->fleet.mean.df);
	}
	fprintf(out, "\nverdict, threshold %g %%: %s", a->options->threshold,
		rcc_verdict_name(a->claim.verdict));
	if (a->rounding > 0) {
		fputs(": the values look rounded to steps larger than their "
		      "variation, and the ratio may be off by up to ",
		      out);
		rcc_analyse_print_rounded(out, 100 * a->rounding,
					  100 * a->rounding);
		fputs(" %", out);
	}
	fputc('\n', out);
	if (part->fleet.n_runs == 0)
		print_no_pairs(out, a);
	else
		print_pairs(out, a);
	if (a->rows->system.n > 2)
		rcc_analyse_print_rest(out, a->rows->system.n - 2);
}

static void print_all(const struct rcc_fleet_analysis *a, FILE *out)
{
	if (a->options->rows.only != NULL)
		fprintf(out,
			"only rows with \"%s\"; the other %zu are left out\n",
			a->options->rows.only, a->n_left_out);
	if (a->has_ratio)
		print_ratio(out, a);
	for (size_t s = 0; s < a->rows->system.n; s++) {
		const struct rcc_fleet_part *part = &a->system[s];

		fprintf(out, "system \"%s\": ", part->name);
		print_counts(out, &part->fleet);
		if (part->error == 0) {
			fputs("  geometric mean over machines and layouts ",
			      out);
			print_mean(out, &part->fleet.mean);
			fputc('\n', out);
		}
		print_part(out, a, part, !a->has_ratio);
	}
}

void rcc_fleet_text(const struct rcc_fleet_analysis *a, FILE *out)
{
	char *text = NULL;
	size_t n = 0;
	FILE *memory = rcc_mem_open(&text, &n);

	print_all(a, memory);
	rcc_mem_close(memory);
	rcc_analyse_print_visible(out, text, n);
	free(text);
}
