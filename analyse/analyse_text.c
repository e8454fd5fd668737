/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text output of `randstudy analyse`: first the results, then the data from
 * which they were computed. */
#include "analyse/analyse_print.h"
#include "analyse/analyse_result.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* With fewer layouts than this, rcc_bootstrap() sets `few`.  The output then
 * warns that bootstrap intervals may contain the true value too rarely.
 * stats/bootstrap.c has the same number. */
#define FEW_LAYOUTS 10
/* The estimated coverage of the bootstrap intervals is printed if it differs
 * from the confidence level by more than this many percentage points. */
#define NEGLIGIBLE 1

static double half_width(const struct rcc_interval *it)
{
	return (it->hi - it->lo) / 2;
}

/* Print a half-width relative to the estimate, in percent.  A half-width that
 * exceeds the estimate is described in words instead. */
static void print_relative(FILE *out, double relative)
{
	if (!(relative <= 1)) {
		fputs("wider than the value itself", out);
		return;
	}
	fputs("± ", out);
	rcc_analyse_print_rounded(out, 100 * relative, 100 * relative);
	fputs(" %", out);
}

static void print_interval(FILE *out, const char *name,
			   const struct rcc_interval *it)
{
	const double half = half_width(it);

	fprintf(out, "%s", name);
	if (isnan(it->lo)) {
		fputs(" undefined\n", out);
		return;
	}
	fputc(' ', out);
	rcc_analyse_print_rounded(out, it->lo, half);
	fputs(" to ", out);
	rcc_analyse_print_rounded(out, it->hi, half);
	fputs(" (", out);
	print_relative(out, half / fabs(it->estimate));
	fputs(")\n", out);
}

/* Print the number of repetitions at each level and the number of values, such
 * as "30 layout × 5 execution, 150 values". */
static void print_counts(FILE *out, const struct rcc_analysis *a,
			 const struct rcc_levels *levels)
{
	for (size_t i = levels->n_levels; i-- > 0;) {
		const struct rcc_level *level = &levels->level[i];

		if (level->r_min == level->r_max)
			fprintf(out, "%zu %s%s", level->r_max,
				a->data->level_name[i], i > 0 ? " × " : "");
		else
			fprintf(out, "%zu to %zu %s%s", level->r_min,
				level->r_max, a->data->level_name[i],
				i > 0 ? " × " : "");
	}
	fprintf(out, ", %zu values\n", levels->n_values);
}

/* Print a number with two significant digits.  From 100 on, print it as an
 * integer, because "%.2g" would print "1e+02". */
static void print_two_digits(FILE *out, double x)
{
	fprintf(out, fabs(x) >= 99.5 ? "%.0f" : "%.2g", x);
}

static void print_advice(FILE *out, const struct rcc_plan_level *plan)
{
	switch (plan->rule) {
	case RCC_PLAN_FORMULA:
		fprintf(out, "%zu times (", plan->r);
		print_two_digits(out, plan->optimum);
		fputs("; interval ", out);
		print_two_digits(out, plan->lo);
		fputs(" to ", out);
		print_two_digits(out, plan->hi);
		fputc(')', out);
		break;
	case RCC_PLAN_TOP:
		fputs("see below", out);
		break;
	case RCC_PLAN_LEVEL_REMOVED:
		fputs("once: this level adds no variation (pooled)", out);
		break;
	case RCC_PLAN_LEVEL_SINGLE:
		fputs("unknown: not repeated here", out);
		break;
	case RCC_PLAN_UNKNOWN:
		fputs("unknown: the variation of the level above is unknown",
		      out);
		break;
	case RCC_PLAN_CAPPED:
		fprintf(out, "more than %zu times", plan->r);
		break;
	case RCC_PLAN_NOTHING_ABOVE:
		fputs("any number of times: the level above shows no variation",
		      out);
		break;
	}
	fputc('\n', out);
}

static void print_levels(FILE *out, const struct rcc_analysis *a,
			 const struct rcc_analyse_system *system)
{
	const double mean = fabs(system->levels.mean);

	fprintf(out, "  %-16s %13s %13s %9s  %s\n", "level", "S²", "T²",
		"sd, %", "repeat it");
	for (size_t i = a->data->n_levels; i-- > 0;) {
		const struct rcc_level *level = &system->levels.level[i];
		const double sd = level->t2 > 0 ? sqrt(level->t2) : 0;

		fprintf(out, "  %-16s", a->data->level_name[i]);
		if (isnan(level->t2))
			fprintf(out, " %13s %13s %9s  ", "-", "-", "-");
		else if (mean > 0)
			fprintf(out, " %13.6g %13.6g %9.3g  ", level->s2,
				level->t2, 100 * sd / mean);
		else
			fprintf(out, " %13.6g %13.6g %9s  ", level->s2,
				level->t2, "-");
		if (system->is_constant)
			fputs("unknown: no variation was seen\n", out);
		else
			print_advice(out, &system->plan.level[i]);
	}
}

static void print_precision(FILE *out, const struct rcc_analysis *a,
			    const struct rcc_analyse_system *system)
{
	const char *top = a->data->level_name[a->data->n_levels - 1];

	if (system->is_constant)
		return;
	fprintf(out, "  %s needed for", top);
	for (size_t i = 0; i < RCC_ANALYSE_N_PRECISIONS; i++) {
		fprintf(out, "%s ± %g %%: ", i > 0 ? "," : "",
			rcc_analyse_precision[i]);
		if (system->n_for_precision[i] > 0)
			fprintf(out, "%zu", system->n_for_precision[i]);
		else
			fputs("undefined", out);
	}
	fputc('\n', out);
	if (a->options->budget > 0) {
		fprintf(out,
			"  a budget of %g buys %zu %s: ", a->options->budget,
			system->n_in_budget, top);
		if (isnan(system->half_width_in_budget))
			fputs("undefined", out);
		else
			print_relative(out, system->half_width_in_budget);
		fputc('\n', out);
	}
}

static void print_one_series(FILE *out, const char *name,
			     const struct rcc_analyse_series *it)
{
	fprintf(out, "  series of %s", name);
	if (!it->is_defined) {
		fputs(": too short or constant\n", out);
		return;
	}
	fprintf(out, ", %zu values: autocorrelation at lags 1 to 4", it->n);
	for (int k = 0; k < RCC_ANALYSE_LAGS; k++)
		fprintf(out, " %.2f", it->r[k]);
	fputs("; shuffled", out);
	for (int k = 0; k < RCC_ANALYSE_LAGS; k++)
		fprintf(out, " %.2f", it->shuffled[k]);
	fprintf(out, "; 19 of 20 lie within ± %.2f if independent\n",
		it->bound);
	fprintf(out, "    hints: Ljung-Box p = %.2g", it->p);
	if (it->n_changes > 0)
		fprintf(out, "; %zu change points, the first at value %zu",
			it->n_changes, it->first_change + 1);
	fputc('\n', out);
}

static void print_series(FILE *out, const struct rcc_analysis *a,
			 const struct rcc_analyse_system *system)
{
	const size_t n = a->data->n_levels;

	if (!a->options->wants_series)
		return;
	if (system->highest.n > 0)
		print_one_series(out, a->data->level_name[n - 1],
				 &system->highest);
	if (system->lowest.n > 0)
		print_one_series(out, a->data->level_name[0], &system->lowest);
}

static void print_system(FILE *out, const struct rcc_analysis *a,
			 const struct rcc_analyse_system *it)
{
	char name[64];

	if (a->data->has_benchmarks)
		fprintf(out, "benchmark \"%s\", ", it->benchmark);
	fprintf(out, "system \"%s\": ", it->name);
	print_counts(out, a, &it->levels);
	fputs("  mean ", out);
	rcc_analyse_print_rounded(out, it->levels.mean,
				  half_width(&it->interval));
	snprintf(name, sizeof(name), ", %g %% interval",
		 a->options->confidence);
	print_interval(out, name, &it->interval);
	fputs("  median ", out);
	rcc_analyse_print_number(out, it->median);
	fputs(", min ", out);
	rcc_analyse_print_number(out, it->levels.min);
	fputs(", max ", out);
	rcc_analyse_print_number(out, it->levels.max);
	fputs(", sd of all values ", out);
	rcc_analyse_print_rounded(out, it->levels.sd, it->levels.sd);
	fputc('\n', out);
	if (!it->levels.balanced)
		fputs("  groups differ in size: means are unweighted at each "
		      "level, "
		      "variances allow for the sizes; no value was dropped\n",
		      out);
	if (it->mean.n < 2)
		fprintf(out, "  one %s only: no interval can be given\n",
			a->data->level_name[a->data->n_levels - 1]);
	if (it->is_constant)
		fprintf(out,
			"  each %s has the same mean, so the variation is "
			"unknown: no interval can be given\n",
			a->data->level_name[a->data->n_levels - 1]);
	print_levels(out, a, it);
	print_precision(out, a, it);
	print_series(out, a, it);
}

/* Return the half-width of the ratio's interval; NaN if there is none. */
static double half_of(const struct rcc_ratio *it)
{
	return it->set == RCC_RATIO_BOUNDED ? (it->hi - it->lo) / 2 : NAN;
}

static void print_bounded(FILE *out, const struct rcc_ratio *it)
{
	const double half = half_of(it);

	rcc_analyse_print_rounded(out, it->lo, half);
	fputs(" to ", out);
	rcc_analyse_print_rounded(out, it->hi, half);
	fputs(half > fabs(it->estimate) ? " (wider than the ratio itself)\n"
					: "\n",
	      out);
}

static void print_set(FILE *out, const struct rcc_ratio *it)
{
	if (isnan(it->df))
		fputs("undefined\n", out);
	else if (it->set == RCC_RATIO_BOUNDED)
		print_bounded(out, it);
	else if (it->set == RCC_RATIO_OUTSIDE)
		fprintf(out,
			"unbounded: any number outside %.2g to %.2g (the old "
			"mean may be zero)\n",
			it->gap_lo, it->gap_hi);
	else
		fputs("unbounded: any number (both means may be zero)\n", out);
}

/* Return the reason why there is no verdict, as the end of a sentence. */
static const char *obstacle_text(enum rcc_obstacle obstacle)
{
	switch (obstacle) {
	case RCC_OBSTACLE_NOT_POSITIVE:
		return ": a mean is not positive";
	case RCC_OBSTACLE_CONSTANT:
		return ": all values of a system are equal, so their variation "
		       "is unknown";
	case RCC_OBSTACLE_FEW:
		return ": a system has one member of the highest level only";
	case RCC_OBSTACLE_COARSE:
		return ": the values of a system look rounded to steps larger "
		       "than their variation, and a mean may be off by half a "
		       "step";
	default:
		return "";
	}
}

static void print_ratio(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const char *top = a->data->level_name[a->data->n_levels - 1];

	fprintf(out, "ratio \"%s\" / \"%s\": ", a->system[1].name,
		a->system[0].name);
	rcc_analyse_print_rounded(out, a->ratio.estimate, half_of(&a->ratio));
	fprintf(out, ", %g %% interval (%s) ", o->confidence,
		rcc_ratio_method_name(o->method));
	print_set(out, &a->ratio);
	fprintf(out, "verdict, threshold %g %%: %s%s", o->threshold,
		rcc_verdict_name(a->verdict), obstacle_text(a->obstacle));
	if (a->n_to_decide > 0)
		fprintf(out, "; with about %zu %s each, 80 of 100 would decide",
			a->n_to_decide, top);
	fputc('\n', out);
	if (a->data->n_systems > 2)
		rcc_analyse_print_rest(out, a->data->n_systems - 2);
}

static void print_pair(FILE *out, const struct rcc_suite_pair *pair)
{
	fprintf(out, "  \"%s\": ", pair->name);
	if (pair->error != 0) {
		fputs("undefined: a system is missing, or has too few values\n",
		      out);
		return;
	}
	rcc_analyse_print_rounded(out, pair->ratio.estimate,
				  half_of(&pair->ratio));
	fputs(", ", out);
	print_set(out, &pair->ratio);
	if (isnan(pair->p_holm))
		fprintf(out, "    undecided%s\n",
			obstacle_text(pair->obstacle));
	else
		fprintf(out, "    %s; jointly for all: %s (Holm, p = %.2g)\n",
			rcc_verdict_name(pair->verdict),
			rcc_verdict_name(pair->joint), pair->p_holm);
}

/* Return how many systems of a file with benchmarks are not compared. */
static size_t count_rest(const struct rcc_analysis *a)
{
	const struct rcc_dataset_system *system = a->data->system;
	size_t n = 0;

	for (size_t i = 0; i < a->data->n_systems; i++) {
		size_t k = 0;

		if (strcmp(system[i].name, a->old) == 0 ||
		    strcmp(system[i].name, a->now) == 0)
			continue;
		while (k < i && strcmp(system[k].name, system[i].name) != 0)
			k++;
		n += k == i;
	}
	return n;
}

static void print_suite(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const struct rcc_suite_ratio *s = &a->suite;
	const size_t n_rest = count_rest(a);

	fprintf(out,
		"ratio \"%s\" / \"%s\" by benchmark, %g %% intervals (%s), "
		"threshold %g %%\n",
		a->now, a->old, o->confidence, rcc_ratio_method_name(o->method),
		o->threshold);
	if (n_rest > 0)
		rcc_analyse_print_rest(out, n_rest);
	for (size_t i = 0; i < s->n; i++)
		print_pair(out, &s->pair[i]);
	fprintf(out, "geometric mean of %zu ratios: ", s->n_defined);
	if (s->log_error == 0)
		rcc_analyse_print_rounded(out, s->log.estimate,
					  half_width(&s->log));
	else
		fputs(s->is_unknown ? "undefined: the variation of a benchmark "
				      "is unknown"
				    : "undefined",
		      out);
	fputc('\n', out);
	if (s->log_error == 0)
		print_interval(out, "  from the logarithms' variances",
			       &s->log);
	if (s->bootstrap_error == 0) {
		print_interval(out, "  bootstrap RRR, percentile      ",
			       &s->bootstrap);
		fprintf(out, "    %zu replicates, seed %" PRIu64 "\n",
			a->n_suite_replicates, a->seed);
	} else if (a->n_suite_replicates == 0) {
		fputs("  no bootstrap, because there are many values; "
		      "--bootstrap=N makes one\n",
		      out);
	}
	if (s->few && s->bootstrap_error == 0)
		fprintf(out,
			"  fewer than %d %s in a system: the bootstrap covers "
			"too rarely\n",
			FEW_LAYOUTS,
			a->data->level_name[a->data->n_levels - 1]);
}

/* Print warnings that apply to the bootstrap intervals, for example that their
 * estimated coverage differs from the confidence level. */
static void print_shortfall(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const double percent = 100 * a->bootstrap_coverage;
	const double off = percent - o->confidence;

	if (o->scheme == RCC_SCHEME_FLAT)
		fputs("  FLAT treats all values as independent: its intervals "
		      "are far too narrow if levels vary\n",
		      out);
	if (a->bootstrap.few)
		fprintf(out,
			"  fewer than %d %s: percentile and BCa intervals may "
			"cover too rarely\n",
			FEW_LAYOUTS,
			a->data->level_name[a->data->n_levels - 1]);
	if (fabs(off) > NEGLIGIBLE)
		fprintf(out,
			"  percentile and BCa are too %s: with these counts "
			"and variances about %.*f %% of them cover, not %g %% "
			"(normal data)\n",
			off < 0 ? "narrow" : "wide, as lower levels dominate",
			percent > 99 ? 1 : 0, percent, o->confidence);
}

static void print_bootstrap(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const struct rcc_bootstrap *it = &a->bootstrap;

	fprintf(out,
		"bootstrap of the %s%s, %s, %zu replicates, seed %" PRIu64 ": ",
		rcc_statistic_name(o->statistic),
		rcc_analyse_has_ratio(a) ? "s' ratio" : "",
		rcc_scheme_name(o->scheme), o->n_replicates, a->seed);
	rcc_analyse_print_rounded(out, it->estimate,
				  half_width(&it->percentile));
	fputc('\n', out);
	print_interval(out, "  percentile ", &it->percentile);
	print_interval(out, "  studentised", &it->student);
	print_interval(out, "  BCa        ", &it->bca);
	print_shortfall(out, a);
}

/* Say how the analysed values were computed from the numbers in the file.  The
 * options --only, --estimator and --tune decide this. */
static void print_values(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const size_t n_out = a->data->n_left_out;

	if (o->rows.only != NULL)
		fprintf(out,
			"only rows whose %s is \"%s\"; the other %zu are left "
			"out\n",
			a->data->only_name, o->rows.only, n_out);
	if (o->estimator != RCC_STATISTIC_MEAN)
		fprintf(out, "values: the %s of each %s\n",
			o->estimator == RCC_STATISTIC_MIN ? "minimum"
							  : "median",
			a->data->level_name[a->data->n_levels - 1]);
	if (o->rows.is_together)
		fputs("values: the total time of several executions, divided "
		      "by their number\n",
		      out);
}

static void print_tuning(FILE *out, const struct rcc_analysis *a)
{
	const struct rcc_timer *timer = &a->options->timer;
	const double j = ceil(timer->accuracy_ns / timer->precision_ns);
	const double most = (double)a->data->most_together;

	for (size_t i = 0; i < a->data->n_systems; i++) {
		const struct rcc_analyse_system *it = &a->system[i];

		if (it->benchmark != NULL)
			fprintf(out, "benchmark \"%s\", ", it->benchmark);
		fprintf(out, "system \"%s\": one execution takes %.6g; ",
			it->name, it->levels.min);
		if (it->n_together > 0)
			fprintf(out, "time %zu together\n", it->n_together);
		else
			fputs("undefined, since it is not above 0\n", out);
	}
	if (most < j)
		fprintf(out,
			"  up to %.0f were timed together; accuracy / "
			"precision requires 1 to %.0f\n",
			most, j);
}

static void print_all(const struct rcc_analysis *a, FILE *out)
{
	print_values(out, a);
	if (a->options->rows.is_together)
		print_tuning(out, a);
	if (rcc_analyse_has_ratio(a))
		print_ratio(out, a);
	if (a->suite.n > 0)
		print_suite(out, a);
	if (a->options->n_replicates > 0 && !a->data->has_benchmarks)
		print_bootstrap(out, a);
	for (size_t i = 0; i < a->data->n_systems; i++)
		print_system(out, a, &a->system[i]);
}

void rcc_analyse_text(const struct rcc_analysis *a, FILE *out)
{
	char *text = NULL;
	size_t n = 0;
	FILE *memory = rcc_mem_open(&text, &n);

	print_all(a, memory);
	rcc_mem_close(memory);
	rcc_analyse_print_visible(out, text, n);
	free(text);
}
