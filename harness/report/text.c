/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report for people, 80 columns wide: first what was measured, then the
 * numbers, then what they mean in words.  "Not detected" is never worded as
 * "no effect".
 */
#include "common/shell_words.h"
#include "harness/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/findings/comparison.h"
#include "harness/build/experiment.h"
#include "harness/report/format.h"
#include "harness/report/table.h"
#include "harness/report/warnings.h"
#include "harness/report/wrap.h"

#define N_FAILED_SHOWN 10

static void heading(FILE *out, const char *text)
{
	fprintf(out, "\n%s\n", text);
}

static bool is_time(const struct rcc_findings *f)
{
	return f->asked.metric.unit == RCC_UNIT_SECONDS;
}

/* What a ratio means: whether more of a number is better is not guessed. */
static const char *way(const struct rcc_findings *f, double ratio)
{
	if (is_time(f))
		return ratio > 1 ? "slower" : "faster";
	return ratio > 1 ? "higher" : "lower";
}

/* ---- The table --------------------------------------------------------- */

static void print_table(const struct rcc_findings *f, FILE *out)
{
	char name[64];

	fputc('\n', out);
	rcc_report_table_head(f->asked.level, out);
	for (size_t i = 0; i < f->n_cells; i++) {
		rcc_findings_arm_label(f, &f->cell[i], name, sizeof(name));
		rcc_report_table_row(f, &f->cell[i], name, out);
	}
	rcc_report_table_foot(f, out);
}

/* ---- What it means ----------------------------------------------------- */

/* With several runs of a layout the noise is seen within layouts, and the
 * original layout is no part of the ratio. */
static void print_share(const struct rcc_layout_effect *x, FILE *out)
{
	const bool is_within = x->method == RCC_LAYOUT_WITHIN;
	char *share = rcc_mem_printf("Layout makes %.0f %% of the variance%s "
				     "over random layouts (%.0f to %.0f %%)",
				     100 * x->share.estimate,
				     is_within ? " of single runs" : "",
				     100 * x->share.lo, 100 * x->share.hi);

	/* A count without noise. */
	if (isinf(x->ratio.estimate))
		rcc_wrap(out, "", 2,
			 "All of the variance is layout: without another "
			 "layout nothing varies.");
	else if (is_within)
		rcc_wrapf(out, "", 2,
			  "%s; the variance of the means of layouts, of "
			  "several runs each, is %.3g times what noise alone "
			  "would give them (%.2g to %.3g).",
			  share, x->ratio.estimate, x->ratio.lo, x->ratio.hi);
	else
		rcc_wrapf(out, "", 2,
			  "%s; that variance is %.3g times the original "
			  "layout's (%.2g to %.3g).",
			  share, x->ratio.estimate, x->ratio.lo, x->ratio.hi);
	free(share);
}

/* Where the variances and the other test (findings.h) disagree. */
static void print_doubt(const struct rcc_effect *e, FILE *out)
{
	if (rcc_effect_is_doubtful(e))
		rcc_wrapf(out, "", 2,
			  "But it may rest on a few runs: judged by the "
			  "distances "
			  "from the median, which such runs hardly move, "
			  "random layouts are not seen to spread more (Brown "
			  "and Forsythe, one-sided p = %.2g). More layouts "
			  "tell, or a study with --executions 2.",
			  e->variation_p);
	else if (e->variation_holds && !e->effect.noise_seen)
		rcc_wrapf(out, "", 2,
			  "But judged by the distances from the median, which "
			  "a few disturbed runs hardly move, random layouts do "
			  "spread more (Brown and Forsythe, one-sided p = "
			  "%.2g).",
			  e->variation_p);
}

/* The same for the verdict. */
static const char *doubt_of(const struct rcc_effect *e)
{
	if (rcc_effect_is_doubtful(e))
		return " The variation may rest on a few runs.";
	if (e->variation_holds && !e->effect.noise_seen)
		return " By the distances from the median layouts do vary.";
	return "";
}

static void print_variation(const struct rcc_findings *f,
			    const struct rcc_effect *e, FILE *out)
{
	const struct rcc_layout_effect *x = &e->effect;
	char est[48];
	char lo[48];
	char hi[48];
	char sd[48];

	rcc_format_percent(x->percent.estimate, est, sizeof(est));
	rcc_format_percent_number(x->percent.lo, lo, sizeof(lo));
	rcc_format_percent(x->percent.hi, hi, sizeof(hi));
	rcc_format_spread(&f->asked.metric, sqrt(fmax(x->variance.estimate, 0)),
			  sd, sizeof(sd));
	heading(out, is_time(f) ? "Does the time vary with layout?"
				: "Does it vary with layout?");
	if (x->noise_seen)
		rcc_wrapf(out, "", 2,
			  "Yes. From layout to layout it has a standard "
			  "deviation of %s of the mean (%s to %s), that is %s, "
			  "on top of the noise from run to run.",
			  est, lo, hi, sd);
	else
		rcc_wrapf(
			out, "", 2,
			"Not detected above the noise from run to run. That "
			"does not mean it does not: a standard deviation from "
			"layout to layout of up to %s of the mean would agree "
			"with these runs.",
			hi);
	print_share(x, out);
	print_doubt(e, out);
}

static void print_shift(const struct rcc_findings *f,
			const struct rcc_layout_effect *x, FILE *out)
{
	char by[48];

	rcc_format_percent(100 * fabs(x->shift.estimate - 1), by, sizeof(by));
	heading(out, "Is the original layout a typical one?");
	if (!x->shift_seen)
		rcc_wrap(
			out, "", 2,
			"No difference between its mean and that of random "
			"layouts was detected; the interval says how large one "
			"may be.");
	else
		rcc_wrapf(out, "", 2,
			  "No: random layouts are %s %s on average.%s", by,
			  way(f, x->shift.estimate),
			  !rcc_metric_less_is_better(&f->asked.metric) ? ""
			  : x->shift.estimate > 1
				  ? " The original layout is a lucky one."
				  : " The original layout is an unlucky one.");
	rcc_report_ratio(&x->shift, "Mean of random layouts / original layout",
			 out);
}

static void print_claim(const struct rcc_layout_effect *x, FILE *out)
{
	char naive[48];
	char honest[48];
	const double times = x->random_half_width / x->fixed_half_width;

	rcc_format_percent(100 * x->fixed_half_width, naive, sizeof(naive));
	rcc_format_percent(100 * x->random_half_width, honest, sizeof(honest));
	heading(out, "What is a result from one layout worth?");
	rcc_wrapf(out, "", 2,
		  "Running the original layout alone, as usual, gives its mean "
		  "to within +-%s; but that holds for this one layout. Over "
		  "layouts, the same number of runs gives the mean to within "
		  "+-%s%s.",
		  naive, honest, "");
	if (x->noise_seen && isfinite(times) && times > 1)
		rcc_wrapf(out, "", 2,
			  "The usual claim is %.1f times too narrow for a "
			  "statement about the program rather than about one "
			  "of its layouts.",
			  times);
}

static void print_verdict(const struct rcc_findings *f,
			  const struct rcc_effect *e, FILE *out)
{
	const struct rcc_layout_effect *x = &e->effect;
	const char *doubt = doubt_of(e);
	char sd[48];
	char hi[48];
	char by[48];

	rcc_format_percent(x->percent.estimate, sd, sizeof(sd));
	rcc_format_percent(x->percent.hi, hi, sizeof(hi));
	rcc_format_percent(100 * fabs(x->shift.estimate - 1), by, sizeof(by));
	heading(out, "Verdict");
	if (x->noise_seen && x->shift_seen)
		rcc_wrapf(out, "", 2,
			  "Both a shift and variation: random layouts are %s "
			  "%s than the original on average, and differ among "
			  "themselves with a standard deviation of %s.%s",
			  by, way(f, x->shift.estimate), sd, doubt);
	else if (x->noise_seen)
		rcc_wrapf(out, "", 2,
			  "Variation: layouts differ with a standard deviation "
			  "of %s. A shift against the original layout was not "
			  "detected.%s",
			  sd, doubt);
	else if (x->shift_seen)
		rcc_wrapf(
			out, "", 2,
			"A shift: random layouts are %s %s than the original "
			"on average. Variation among layouts was not detected "
			"(a standard deviation up to %s is possible).%s",
			by, way(f, x->shift.estimate), hi, doubt);
	else
		rcc_wrapf(out, "", 2,
			  "Neither a shift nor variation was detected. The "
			  "intervals above say what may still be there; more "
			  "layouts or quieter runs narrow them.%s",
			  doubt);
}

/* ---- Single layouts ---------------------------------------------------- */

static void print_extreme(const struct rcc_findings *f,
			  const struct rcc_cell *c, size_t i, const char *label,
			  FILE *out)
{
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, c->layout_id[i]);
	const double mean = c->interval.estimate;
	char value[48];

	rcc_format_value(rcc_format_scale(&f->asked.metric, c->layout_mean[i]),
			 c->layout_mean[i],
			 (c->interval.hi - c->interval.lo) / 2, value,
			 sizeof(value));
	fprintf(out,
		"  %-9s%12s  %+6.2f %%  seed %-20" PRIu64 "  layouts/%06" PRId64
		"\n",
		label, value, 100 * (c->layout_mean[i] / mean - 1), l->seed,
		l->id);
}

static void print_extremes(const struct rcc_findings *f,
			   const struct rcc_cell *c, FILE *out)
{
	const bool is_fast = is_time(f);
	size_t fastest = 0;
	size_t slowest = 0;

	if (c->interval_error != 0 || c->n_layouts < 2)
		return;
	for (size_t i = 1; i < c->n_layouts; i++) {
		if (c->layout_mean[i] < c->layout_mean[fastest])
			fastest = i;
		if (c->layout_mean[i] > c->layout_mean[slowest])
			slowest = i;
	}
	heading(out, f->stored.study.n_executions == 1
			     ? "Extremes (one run each: noise is part of them)"
			     : "Extremes");
	print_extreme(f, c, fastest, is_fast ? "fastest" : "lowest", out);
	print_extreme(f, c, slowest, is_fast ? "slowest" : "highest", out);
}

void rcc_report_failed(const struct rcc_findings *f, FILE *out)
{
	size_t n_shown = 0;

	if (f->n_failed == 0)
		return;
	heading(out, "Failed runs");
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *r = &f->stored.run[i];
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, r->layout);
		char seed[24] = "none";

		if (r->outcome == RCC_OUTCOME_OK || l == NULL)
			continue;
		if (n_shown++ == N_FAILED_SHOWN) {
			fprintf(out, "  and %zu more\n",
				f->n_failed - N_FAILED_SHOWN);
			break;
		}
		if (!l->is_original)
			snprintf(seed, sizeof(seed), "%" PRIu64, l->seed);
		fprintf(out, "  run %-6" PRId64 " %-16s seed %s\n",
			r->order + 1, rcc_outcome_text(r->outcome), seed);
	}
}

static void print_warnings(const struct rcc_findings *f, FILE *out)
{
	struct rcc_strvec warning = {0};

	rcc_report_warnings(f, &warning);
	if (warning.n != 0)
		heading(out, "Warnings");
	for (size_t i = 0; i < warning.n; i++)
		rcc_wrap(out, "  -", 4, warning.item[i]);
	rcc_strvec_release(&warning);
}

static void print_again(const struct rcc_findings *f, FILE *out)
{
	char *dir = rcc_shell_quote(f->stored.dir);
	struct rcc_strvec line = {0};

	heading(out, "To repeat or look closer");
	fprintf(out,
		"  master seed %" PRIu64 ": run again with --seed %" PRIu64
		"\n",
		f->stored.study.master_seed, f->stored.study.master_seed);
	fprintf(out, "  rows:    randstudy report --format csv %s\n", dir);
	rcc_report_programs(f, &line);
	for (size_t i = 0; i < line.n; i++)
		fprintf(out, "  %s\n", line.item[i]);
	rcc_strvec_release(&line);
	free(dir);
}

/* Each system against the first. */
static void print_comparisons(const struct rcc_findings *f, FILE *out)
{
	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_comparison c;

		rcc_comparison_of_systems(f, 0, i, RCC_COMPARISON_DELTA, &c);
		fputc('\n', out);
		rcc_report_comparison_text(&c, out);
	}
}

/* Why nothing can be said. */
static const char *no_effect(const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	if (rcc_cells_are_constant(&f->cell[e->random], &f->cell[e->fixed]))
		return "None: neither the means of layouts nor the original "
		       "layout's runs vary at all.";
	return "None: at least two good runs of each arm are needed.";
}

void rcc_report_effect(const struct rcc_findings *f, const struct rcc_effect *e,
		       FILE *out)
{
	if (e->error != 0) {
		heading(out, "Verdict");
		rcc_wrap(out, "", 2, no_effect(f, e));
		return;
	}
	print_variation(f, e, out);
	print_shift(f, &e->effect, out);
	print_claim(&e->effect, out);
	print_verdict(f, e, out);
}

static void print_effect(const struct rcc_findings *f,
			 const struct rcc_effect *e, FILE *out)
{
	if (f->n_effects > 1)
		fprintf(out, "\n== %s, %s ==\n",
			rcc_findings_system_name(f, f->cell[e->random].system),
			f->stored.study.arm[f->cell[e->random].arm].name);
	rcc_report_effect(f, e, out);
}

static void print_title(const struct rcc_findings *f, FILE *out)
{
	if (f->stored.study.is_aa) {
		fprintf(out, "%s against itself: side a and side b\n",
			f->stored.program != NULL ? f->stored.program
						  : "The program");
		return;
	}
	fprintf(out, "Layout study of %s", rcc_findings_system_name(f, 0));
	for (size_t i = 1; i < f->stored.study.n_systems; i++)
		fprintf(out, "%s %s",
			i + 1 == f->stored.study.n_systems ? " and" : ",",
			rcc_findings_system_name(f, i));
	fputs(": random layouts against the original\n", out);
}

void rcc_report_text(const struct rcc_findings *f, FILE *out)
{
	print_title(f, out);
	fputc('\n', out);
	if (f->stored.n_runs == 0) {
		fputs("  nothing has been measured yet\n", out);
		return;
	}
	rcc_report_measured(f, out);
	print_table(f, out);
	for (size_t i = 0; i < f->n_effects; i++) {
		const size_t system = f->cell[f->effect[i].random].system;

		/* Of more arms a table is easier to read, and the other side
		 * of the same program says the same. */
		if (i != 0 &&
		    (f->cell[f->effect[i - 1].random].system == system ||
		     f->stored.study.is_aa))
			continue;
		print_effect(f, &f->effect[i], out);
		print_extremes(f, &f->cell[f->effect[i].random], out);
		rcc_report_arms(f, system, out);
	}
	if (f->stored.study.is_aa)
		rcc_report_floor(f, out);
	else
		print_comparisons(f, out);
	rcc_report_looks(f, out);
	rcc_report_failed(f, out);
	print_warnings(f, out);
	print_again(f, out);
}
