/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/one_layout.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"

static bool has_geometric_mean(const struct rcc_suite_ratio *s)
{
	return s->log_error == 0;
}

/* Return the interval to report.  With few layouts, the bootstrap's interval is
 * too narrow; if ratios are from blocks, there is no bootstrap. */
static const struct rcc_interval *interval_of(const struct rcc_suite_ratio *s)
{
	return s->few || s->bootstrap_error != 0 ? &s->log : &s->bootstrap;
}

/* ---- The picture ------------------------------------------------------- */

struct forest {
	const struct rcc_suite_ratio *s;
	const char *id;
	const char *title;
	bool has_summary;
};

static void draw_forest(FILE *out, const void *self)
{
	const struct forest *forest = self;
	const struct rcc_suite_ratio *s = forest->s;
	struct rcc_plot_ratio *r = rcc_mem_calloc(s->n + 2, sizeof(*r));
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_ratio *ratio = &s->pair[i].ratio;

		if (s->pair[i].error == 0)
			r[n++] = (struct rcc_plot_ratio){
				s->pair[i].name, ratio->estimate, ratio->lo,
				ratio->hi, false};
	}
	if (forest->has_summary && has_geometric_mean(s))
		r[n++] = (struct rcc_plot_ratio){
			"geometric mean", s->log.estimate,
			s->bootstrap_error == 0 ? s->bootstrap.lo : s->log.lo,
			s->bootstrap_error == 0 ? s->bootstrap.hi : s->log.hi,
			true};
	rcc_plot_forest(out, forest->id, forest->title, r, n);
	free(r);
}

static void compose_forest(struct rcc_document *d, const struct forest *forest)
{
	char *caption = rcc_mem_printf(
		"%s: the change in %%, with its interval%s.", forest->title,
		forest->has_summary ? "; the diamond is the geometric mean"
				    : "");

	rcc_document_figure(d, caption, draw_forest, forest);
	free(caption);
}

/* ---- The geometric mean ------------------------------------------------ */

void rcc_compose_geometric_mean(struct rcc_document *d,
				const struct rcc_suite_findings *f,
				const struct rcc_suite_ratio *s,
				const char *what)
{
	const double estimate = s->log.estimate;
	const double half = (s->log.hi - s->log.lo) / 2;
	const struct rcc_scale one = {1, ""};
	struct rcc_interval_text log;
	char lo[48];
	char hi[48];

	if (!has_geometric_mean(s)) {
		rcc_document_paragraph(d,
				       "Geometric mean %s: none; at least two "
				       "good layouts of each are needed.",
				       what);
		return;
	}
	rcc_format_ratio(estimate, s->log.lo, s->log.hi, &log);
	if (s->bootstrap_error != 0) {
		rcc_document_paragraph(
			d,
			"Geometric mean %s, over %zu benchmark%s: %s (%.0f "
			"%% interval %s to %s, from the ratios within "
			"blocks). The mean is valid for these benchmarks, "
			"not for others.",
			what, s->n_defined, s->n_defined == 1 ? "" : "s",
			log.estimate, 100 * f->level, log.lo, log.hi);
		return;
	}
	rcc_format_number(one, s->bootstrap.lo, half, lo, sizeof(lo));
	rcc_format_number(one, s->bootstrap.hi, half, hi, sizeof(hi));
	rcc_document_paragraph(
		d,
		"Geometric mean %s, over %zu benchmark%s: %s (%.0f %% interval "
		"%s to %s, hierarchical bootstrap, %zu replicates, seed "
		"%" PRIu64
		"; %s to %s from the variances of the logarithms%s). The "
		"mean is valid for these benchmarks, not for others.",
		what, s->n_defined, s->n_defined == 1 ? "" : "s", log.estimate,
		100 * f->level, lo, hi, f->n_replicates, f->seed, log.lo,
		log.hi,
		s->few ? ", which is the one to trust with fewer than 10 "
			 "layouts"
		       : "");
}

static double percent(double ratio)
{
	return 100 * (ratio - 1);
}

/* Append a number such as "-1.9 % (-2.6 to -1.2 %)": the change and its
 * interval. */
static void compose_number(struct rcc_document *d,
			   const struct rcc_suite_ratio *s, const char *label)
{
	const struct rcc_interval *i = interval_of(s);
	const int decimals = rcc_format_decimals(100 * (i->hi - i->lo) / 2);
	const int n = decimals > 2 ? 2 : decimals;
	char *value = rcc_mem_printf("%+.*f %%", n, percent(s->log.estimate));

	rcc_document_number(d, label, value,
			    "geometric mean of %zu benchmark%s (%+.*f to "
			    "%+.*f %%)",
			    s->n_defined, s->n_defined == 1 ? "" : "s", n,
			    percent(i->lo), n, percent(i->hi));
	free(value);
}

/* ---- Two systems ------------------------------------------------------- */

static size_t count_of(const struct rcc_suite_ratio *s,
		       enum rcc_verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->pair[i].error == 0 && s->pair[i].joint == verdict;
	return n;
}

/* Append the headline.  Its words depend on whether the metric is a time,
 * another amount of which less is better, or anything else. */
static void compose_change(struct rcc_document *d,
			   const struct rcc_suite_findings *f,
			   const struct rcc_suite_comparison *c)
{
	const double change = percent(c->ratio.log.estimate);
	const bool is_less = change < 0;
	char by[48];

	rcc_format_percent(fabs(change), by, sizeof(by));
	if (f->metric->better != RCC_BETTER_LOWER)
		rcc_document_headline(
			d,
			"%s of %s is %s %s than that of %s, in the geometric "
			"mean of %zu benchmark%s.",
			f->metric->text, c->now, by,
			is_less ? "smaller" : "larger", c->old,
			c->ratio.n_defined, c->ratio.n_defined == 1 ? "" : "s");
	else
		rcc_document_headline(
			d,
			"%s %s %s %s%s than %s, in the geometric mean of %zu "
			"benchmark%s.",
			c->now,
			rcc_metric_is_time(f->metric) ? "takes" : "needs", by,
			is_less ? "less" : "more",
			rcc_metric_is_time(f->metric) ? " time" : "", c->old,
			c->ratio.n_defined, c->ratio.n_defined == 1 ? "" : "s");
}

void rcc_compose_suite_comparison_answer(struct rcc_document *d,
					 const struct rcc_suite_findings *f,
					 size_t i)
{
	const struct rcc_suite_comparison *c = &f->comparison[i];
	const struct rcc_interval *interval = interval_of(&c->ratio);
	char *title = rcc_mem_printf("%s against %s", c->now, c->old);
	char *id = rcc_mem_printf("systems-%zu", i);
	const struct forest forest = {&c->ratio, id, title, true};

	rcc_document_answer(d);
	if (!has_geometric_mean(&c->ratio))
		rcc_document_headline(d,
				      "No comparison of %s with %s: at least "
				      "two good layouts of each are needed.",
				      c->now, c->old);
	else if (interval->lo <= 1 && interval->hi >= 1)
		rcc_document_headline(d,
				      "No difference between %s and %s was "
				      "detected in the geometric mean of %zu "
				      "benchmark%s.",
				      c->now, c->old, c->ratio.n_defined,
				      c->ratio.n_defined == 1 ? "" : "s");
	else
		compose_change(d, f, c);
	if (has_geometric_mean(&c->ratio)) {
		compose_number(d, &c->ratio, title);
		rcc_document_paragraph(
			d,
			"Judged together, %zu of %zu benchmarks are smaller "
			"with %s, and %zu are larger.",
			count_of(&c->ratio, RCC_VERDICT_SMALLER), c->ratio.n,
			c->now, count_of(&c->ratio, RCC_VERDICT_LARGER));
	}
	compose_forest(d, &forest);
	rcc_document_answer_end(d);
	free(id);
	free(title);
}

/* ---- Layout ------------------------------------------------------------ */

struct varying {
	size_t n;    /* number of benchmarks that were seen to vary */
	double most; /* largest error of a result from one build */
	const char *name;
};

static struct varying varying_of(const struct rcc_suite_findings *f)
{
	struct varying v = {0, 0, NULL};

	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];
		struct rcc_one_layout_worth worth;

		if (row->effect->error != 0 ||
		    !rcc_effect_variation_is_seen(row->effect))
			continue;
		v.n++;
		rcc_one_layout_worth(&row->entry->findings, row->effect,
				     &worth);
		if (worth.error.estimate > v.most) {
			v.most = worth.error.estimate;
			v.name = row->name;
		}
	}
	return v;
}

static void compose_varying(struct rcc_document *d,
			    const struct rcc_suite_findings *f,
			    const struct varying *v)
{
	size_t n_together = 0;
	char *value = rcc_mem_printf("%zu of %zu", v->n, f->n_rows);
	char most[48];

	for (size_t i = 0; i < f->n_rows; i++)
		n_together += f->row[i].varies_together;
	rcc_document_number(d, "benchmarks that layout changes", value,
			    "%zu if all are judged together (Holm)",
			    n_together);
	if (v->name != NULL) {
		rcc_format_percent(v->most, most, sizeof(most));
		free(value);
		value = rcc_mem_printf("+-%s", most);
		rcc_document_number(d, "largest error of one build", value,
				    "%s, for %.0f %% of layouts", v->name,
				    100 * f->level);
	}
	free(value);
}

void rcc_compose_suite_effect_answer(struct rcc_document *d,
				     const struct rcc_suite_findings *f)
{
	const struct forest forest = {
		&f->shift, "shift",
		"Mean of random layouts against the original",
		f->n_comparisons == 0};
	const struct varying v = varying_of(f);
	char most[48];

	rcc_format_percent(v.most, most, sizeof(most));
	rcc_document_answer(d);
	if (v.n == 0)
		rcc_document_headline(
			d,
			"Layout was not seen to change any of the %zu "
			"benchmarks; the table shows how large an effect is "
			"still possible.",
			f->n_rows);
	else if (v.name == NULL)
		rcc_document_headline(d,
				      "Layout changes %zu of %zu benchmarks.",
				      v.n, f->n_rows);
	else
		rcc_document_headline(
			d,
			"Layout changes %zu of %zu benchmarks: one build of %s "
			"is off by up to %s (%.0f %% of layouts), however "
			"often it is run.",
			v.n, f->n_rows, v.name, most, 100 * f->level);
	compose_varying(d, f, &v);
	if (f->n_comparisons == 0 && has_geometric_mean(&f->shift))
		compose_number(d, &f->shift, "random against original");
	compose_forest(d, &forest);
	rcc_document_answer_end(d);
}
