/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A suite's report for people: one line per benchmark in each table, 80 columns
 * wide.  What a benchmark's own report says is not repeated.
 */
#include "common/shell_words.h"
#include "harness/report/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/build/experiment.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

#define NAME 16 /* width of names */

/* A name that is too long has a line of its own. */
static void print_name(const char *name, FILE *out)
{
	if (strlen(name) > NAME)
		fprintf(out, "  %s\n  %*s", name, NAME, "");
	else
		fprintf(out, "  %-*s", NAME, name);
}

static void percent(double x, char *out, size_t n)
{
	rcc_format_percent_number(100 * x, out, n);
}

/* "+1.2", with decimals for the uncertainty, as far as there is room. */
static void signed_percent(double ratio, double half, char *out, size_t n)
{
	const int decimals = rcc_format_decimals(100 * half);

	snprintf(out, n, "%+.*f", decimals > 2 ? 2 : decimals,
		 100 * (ratio - 1));
}

/* ---- Random against original ------------------------------------------- */

static void print_shift(const struct rcc_suite_pair *pair, FILE *out)
{
	const struct rcc_ratio *r = &pair->ratio;
	const double half = (r->hi - r->lo) / 2;
	char est[24];
	char lo[24];
	char hi[24];
	char range[56];

	if (pair->error != 0 || r->set != RCC_RATIO_BOUNDED) {
		fprintf(out, "%7s %-18s", "n/a", "");
		return;
	}
	signed_percent(r->estimate, half, est, sizeof(est));
	signed_percent(r->lo, half, lo, sizeof(lo));
	signed_percent(r->hi, half, hi, sizeof(hi));
	snprintf(range, sizeof(range), "(%s to %s)", lo, hi);
	fprintf(out, "%7s %-18s", est, half > 0 ? range : "");
}

static void print_row(const struct rcc_suite_findings *f, size_t i, FILE *out)
{
	const struct rcc_suite_row *row = &f->row[i];
	const struct rcc_cell *random = row->random;
	const struct rcc_cell *fixed = row->fixed;
	char varies[24];
	char original[24];
	char share[24] = "n/a";
	char mean[48];

	print_name(row->name, out);
	if (row->effect->error != 0 && !rcc_cells_are_constant(random, fixed)) {
		fputs("too few good runs\n", out);
		return;
	}
	rcc_format_value(rcc_format_scale(f->metric, random->levels.mean),
			 random->levels.mean, rcc_suite_uncertainty(random),
			 mean, sizeof(mean));
	percent(random->levels.sd / fabs(random->levels.mean), varies,
		sizeof(varies));
	percent(fixed->levels.sd / fabs(fixed->levels.mean), original,
		sizeof(original));
	if (row->effect->error == 0)
		snprintf(share, sizeof(share), "%.0f",
			 100 * fmax(row->effect->effect.share.estimate, 0));
	fprintf(out, "%9s%7s%7s%6s", mean, varies, original, share);
	print_shift(&f->shift.pair[i], out);
	fprintf(out, "%s%s\n", rcc_suite_seen(row), rcc_suite_doubt(row));
}

static void print_rows(const struct rcc_suite_findings *f, FILE *out)
{
	fprintf(out, "\n  %-*s%9s%14s\n", NAME, "", "", "sd/mean, %");
	fprintf(out, "  %-*s%9s%7s%7s%6s%7s %-18s%s\n", NAME, "benchmark",
		"mean", "random", "orig.", "share", "shift,", "% (interval)",
		"seen");
	for (size_t i = 0; i < f->n_rows; i++)
		print_row(f, i, out);
	fputc('\n', out);
	rcc_wrapf(out, "", 2,
		  "mean, random: over random layouts; orig.: the original "
		  "layout; both sd with the noise from run to run; share: of "
		  "layout in the variance over random layouts, %%; shift: mean "
		  "of random layouts against the original's, with its %.0f %% "
		  "interval; seen: shift, variation, both, or neither, which "
		  "is not proof of none; ?: the variation may rest on a few "
		  "runs; "
		  "constant: all values of either are the same.",
		  100 * f->level);
}

/* ---- Variation --------------------------------------------------------- */

static void print_variation(const struct rcc_suite_row *row, FILE *out)
{
	const struct rcc_layout_effect *x = &row->effect->effect;
	char number[3][24];
	char range[56];

	rcc_format_percent_number(x->percent.estimate, number[0],
				  sizeof(number[0]));
	rcc_format_percent_number(x->percent.lo, number[1], sizeof(number[1]));
	rcc_format_percent_number(x->percent.hi, number[2], sizeof(number[2]));
	snprintf(range, sizeof(range), "(%s to %s)", number[1], number[2]);
	print_name(row->name, out);
	fprintf(out, "%7s %-18s", number[0], range);
	rcc_suite_probability(x->ratio_p, number[0], sizeof(number[0]));
	rcc_suite_probability(row->effect->spread.p, number[1],
			      sizeof(number[1]));
	rcc_suite_probability(row->variation_p_holm, number[2],
			      sizeof(number[2]));
	fprintf(out, "%8s%9s%9s  %s\n", number[0], number[1], number[2],
		rcc_suite_seen_by(row));
}

static void print_variations(const struct rcc_suite_findings *f, FILE *out)
{
	char *names = rcc_suite_varying_names(f);

	fputs("\nVariation from layout to layout, the noise taken out\n\n",
	      out);
	fprintf(out, "  %-*s%8s%-18s%8s%9s%9s  %s\n", NAME, "benchmark",
		"sd/mean,", " % (interval)", "F", "B-F", "Holm", "seen by");
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].effect->error == 0)
			print_variation(&f->row[i], out);
	fputc('\n', out);
	rcc_wrap(out, "", 2, rcc_suite_variation_words);
	fputs("\nVariation that holds for all benchmarks together (Holm)\n",
	      out);
	rcc_wrap(out, "  layouts vary", 17, names);
	free(names);
}

/* ---- Shifts ------------------------------------------------------------ */

static void print_joint(const struct rcc_suite_ratio *s,
			enum rcc_verdict verdict, const char *label, FILE *out)
{
	char *names = rcc_suite_joint_names(s, verdict);

	rcc_wrap(out, label, 17, names);
	free(names);
}

static void print_geometric(const struct rcc_suite_findings *f,
			    const struct rcc_suite_ratio *s, const char *what,
			    FILE *out)
{
	char *words = rcc_suite_geometric_words(f, s, what);

	rcc_wrap(out, "", 2, words);
	free(words);
}

static void print_shifts(const struct rcc_suite_findings *f, FILE *out)
{
	fputs("\nShifts that hold for all benchmarks together (Holm)\n", out);
	print_joint(&f->shift, RCC_VERDICT_SLOWER, "  random slower", out);
	print_joint(&f->shift, RCC_VERDICT_FASTER, "  random faster", out);
	if (f->n_systems == 0)
		print_geometric(f, &f->shift, "of random / original", out);
}

/* ---- How many would be needed ------------------------------------------ */

static void print_needed(const struct rcc_suite_findings *f, FILE *out)
{
	fputs("\nLayouts needed, each run as often as here, for a mean to "
	      "within\n",
	      out);
	fprintf(out, "  %-*s", NAME, "");
	for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++) {
		char head[24];

		snprintf(head, sizeof(head), "+-%g %%",
			 100 * rcc_suite_precision[k]);
		fprintf(out, "%10s", head);
	}
	fprintf(out, "%14s\n", "had, gave");
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_cell *c = f->row[i].random;
		char width[24];

		if (c->levels_error != 0)
			continue;
		print_name(f->row[i].name, out);
		for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++) {
			const size_t n = rcc_suite_needed(f, c, k);

			if (n != 0)
				fprintf(out, "%10zu", n);
			else
				fprintf(out, "%10s", "n/a");
		}
		percent((c->interval.hi - c->interval.lo) / 2 /
				fabs(c->interval.estimate),
			width, sizeof(width));
		fprintf(out, "%6zu, +-%s %%\n", c->n_layouts, width);
	}
}

/* ---- Systems ----------------------------------------------------------- */

static const char *short_verdict(enum rcc_verdict verdict, bool is_time)
{
	switch (verdict) {
	case RCC_VERDICT_FASTER:
		return is_time ? "faster" : "less";
	case RCC_VERDICT_SLOWER:
		return is_time ? "slower" : "more";
	case RCC_VERDICT_NO_DIFFERENCE:
		return "no difference";
	default:
		return "undecided";
	}
}

static void print_pair(const struct rcc_suite_findings *f,
		       const struct rcc_suite_pair *pair, FILE *out)
{
	const bool is_time = f->metric->unit == RCC_UNIT_SECONDS;
	const struct rcc_ratio *r = &pair->ratio;
	const double half = (r->hi - r->lo) / 2;
	const struct rcc_scale one = {1, ""};
	char est[48];
	char lo[48];
	char hi[48];
	char range[112];

	print_name(pair->name, out);
	if (pair->error != 0) {
		fputs("too few good layouts, or not both systems\n", out);
		return;
	}
	rcc_format_number(one, r->estimate, half, est, sizeof(est));
	rcc_format_number(one, r->lo, half, lo, sizeof(lo));
	rcc_format_number(one, r->hi, half, hi, sizeof(hi));
	if (r->set == RCC_RATIO_BOUNDED)
		snprintf(range, sizeof(range), "%s to %s", lo, hi);
	else
		snprintf(range, sizeof(range), "unbounded");
	fprintf(out, "%10s  %-20s%-15s%s\n", est, range,
		short_verdict(pair->verdict, is_time),
		short_verdict(pair->joint, is_time));
}

static void print_systems(const struct rcc_suite_findings *f,
			  const struct rcc_suite_systems *s, FILE *out)
{
	char *what = rcc_mem_printf("of %s / %s", s->now, s->old);

	fprintf(out, "\n%s against %s: %s over layouts\n\n", s->now, s->old,
		f->metric->text);
	fprintf(out, "  %-*s%10s  %-20s%-15s%s\n", NAME, "benchmark", "ratio",
		"interval", "alone", "all together");
	for (size_t i = 0; i < s->ratio.n; i++)
		print_pair(f, &s->ratio.pair[i], out);
	fputc('\n', out);
	rcc_wrapf(out, "", 2,
		  "Differences up to %g %% do not matter (threshold). alone: "
		  "what the benchmark's own interval says; all together: what "
		  "can be said of every benchmark in the list at once "
		  "(Holm's adjustment, %.0f %%).",
		  100 * f->delta, 100 * f->level);
	print_geometric(f, &s->ratio, what, out);
	free(what);
}

/* ---- The whole --------------------------------------------------------- */

static void print_absent(const struct rcc_suite_findings *f, FILE *out)
{
	bool has_heading = false;

	for (size_t i = 0; i < f->suite.n; i++) {
		char *absence = rcc_suite_absence(f, &f->entry[i]);

		if (absence != NULL && !has_heading)
			fputs("\nNot in the tables\n", out);
		has_heading |= absence != NULL;
		if (absence != NULL)
			rcc_wrapf(out, "  -", 4, "%s: %s",
				  f->suite.benchmark[i].name, absence);
		free(absence);
	}
}

static void print_warnings(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_strvec warning = {0};

	rcc_report_suite_warnings(f, &warning);
	if (warning.n != 0)
		fputs("\nWarnings\n", out);
	for (size_t i = 0; i < warning.n; i++)
		rcc_wrap(out, "  -", 4, warning.item[i]);
	rcc_strvec_release(&warning);
}

void rcc_report_suite_text(const struct rcc_suite_findings *f, FILE *out)
{
	char *dir = rcc_shell_quote(f->dir);

	fprintf(out,
		"Suite of %zu benchmarks: %s, random layouts against the "
		"original\n",
		f->suite.n, f->metric->text);
	if (f->n_rows != 0)
		fputc('\n', out);
	rcc_suite_print_origin(f, out);
	if (f->n_rows != 0) {
		print_rows(f, out);
		print_variations(f, out);
		print_shifts(f, out);
		print_needed(f, out);
	}
	for (size_t i = 0; i < f->n_systems; i++)
		print_systems(f, &f->systems[i], out);
	print_absent(f, out);
	print_warnings(f, out);
	fputs("\nTo look closer\n", out);
	fprintf(out, "  one benchmark: randstudy report %s/NAME\n", dir);
	fprintf(out, "  rows:          randstudy report --format csv %s\n",
		dir);
	free(dir);
}
