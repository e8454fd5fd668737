/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/one_layout.h"
#include "harness/report/forest.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"

static bool has_geometric_mean(const struct rcc_suite_ratio *s)
{
	return s->log_error == 0;
}

/* Return the interval to report for the geometric mean.  Usually this is the
 * bootstrap interval.  In two cases it is s->log, the interval from the
 * variances of the logarithms.  If layouts are few, the bootstrap interval is
 * too narrow.  If a ratio is from blocks, there is no bootstrap interval. */
static const struct rcc_interval *interval_of(const struct rcc_suite_ratio *s)
{
	return s->few || s->bootstrap_error != 0 ? &s->log : &s->bootstrap;
}

/* ---- The picture ------------------------------------------------------- */

/* Return the rows of the picture: the ratios of the benchmarks, then, if
 * has_summary is set, their geometric mean.  The caller must free them. */
static struct rcc_plot_ratio *forest_rows(const struct rcc_suite_ratio *s,
					  bool has_summary, size_t *n)
{
	const struct rcc_interval *mean = interval_of(s);
	struct rcc_plot_ratio *r = rcc_mem_calloc(s->n + 2, sizeof(*r));

	*n = 0;
	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_ratio change = rcc_ratio_as_change(
			&s->pair[i].ratio, s->pair[i].old_mean.mean);

		if (s->pair[i].error == 0)
			r[(*n)++] = (struct rcc_plot_ratio){
				s->pair[i].name, change.estimate, change.lo,
				change.hi, false};
	}
	if (has_summary && has_geometric_mean(s))
		r[(*n)++] = (struct rcc_plot_ratio){"geometric mean",
						    s->log.estimate, mean->lo,
						    mean->hi, true};
	return r;
}

static void compose_forest(struct rcc_document *d,
			   const struct rcc_suite_ratio *s, const char *id,
			   const char *title, bool has_summary)
{
	size_t n;
	struct rcc_plot_ratio *r = forest_rows(s, has_summary, &n);
	char *caption = rcc_mem_printf(
		"%s: the change of each benchmark, with its interval%s.", title,
		has_summary ? ", and the geometric mean" : "");

	rcc_compose_forest(d, &(struct rcc_forest){id, title, caption, r, n});
	free(caption);
	free(r);
}

/* ---- The geometric mean ------------------------------------------------ */

/* Return why the geometric mean is undefined. */
static const char *why_none(const struct rcc_suite_ratio *s)
{
	if (s->is_unknown)
		return "the values of a benchmark do not vary, are too coarse, "
		       "or depended on when they were measured, so their "
		       "variation is unknown";
	if (rcc_suite_has_negative_mean(s))
		return "the mean of a benchmark is negative";
	return "at least two good layouts of each are needed";
}

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
		rcc_document_paragraph(d, "Geometric mean %s: none; %s.", what,
				       why_none(s));
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

/* Append the change of the geometric mean and its interval, such as "-1.9 %
 * (-2.6 to -1.2 %)". */
static void compose_number(struct rcc_document *d,
			   const struct rcc_suite_ratio *s, const char *label)
{
	const struct rcc_interval *i = interval_of(s);
	struct rcc_interval_text text;
	char *value;

	rcc_format_change_interval(s->log.estimate, i->lo, i->hi, &text);
	value = rcc_mem_printf("%s %%", text.estimate);
	rcc_document_number(d, label, value,
			    "geometric mean of %zu benchmark%s (%s to %s %%)",
			    s->n_defined, s->n_defined == 1 ? "" : "s", text.lo,
			    text.hi);
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

/* Return a sentence on the change of the geometric mean, such as "NEW takes
 * 1.9 % less time than OLD", where `by` is "1.9 % less".  The words depend on
 * the metric.  The caller must free it. */
static char *change_by(const struct rcc_suite_findings *f,
		       const struct rcc_suite_comparison *c, const char *by)
{
	if (f->metric->better != RCC_BETTER_LOWER)
		return rcc_mem_printf("%s of %s is %s than that of %s",
				      f->metric->text, c->now, by, c->old);
	return rcc_mem_printf("%s %s %s%s than %s", c->now,
			      rcc_metric_is_time(f->metric) ? "takes" : "needs",
			      by, rcc_metric_is_time(f->metric) ? " time" : "",
			      c->old);
}

/* Return "less" or "more" if lower values of the metric are better; otherwise
 * "smaller" or "larger". */
static const char *way(const struct rcc_suite_findings *f, double ratio)
{
	if (f->metric->better == RCC_BETTER_LOWER)
		return ratio < 1 ? "less" : "more";
	return ratio < 1 ? "smaller" : "larger";
}

/* Return the interval of the change as a text such as "0.2 % less to 1.4 %
 * more".  The caller must free it. */
static char *range(const struct rcc_suite_findings *f,
		   const struct rcc_interval *i)
{
	const double half = (i->hi - i->lo) / 2;
	char lo[48];
	char hi[48];

	/* Each limit has a word instead of a sign, so format 1 + |change|. */
	rcc_format_change(1 + fabs(i->lo - 1), half, lo, sizeof(lo));
	rcc_format_change(1 + fabs(i->hi - 1), half, hi, sizeof(hi));
	return rcc_mem_printf("%s %% %s to %s %% %s", lo + (lo[0] == '+'),
			      way(f, i->lo), hi + (hi[0] == '+'),
			      way(f, i->hi));
}

/* Append the headline: the change of the geometric mean, and whether it exceeds
 * the threshold. */
static void compose_change(struct rcc_document *d,
			   const struct rcc_suite_findings *f,
			   const struct rcc_suite_comparison *c)
{
	const struct rcc_interval *i = interval_of(&c->ratio);
	const double half = (i->hi - i->lo) / 2;
	const double ratio = c->ratio.log.estimate;
	const bool is_beyond =
		i->hi < 1 / (1 + c->delta) || i->lo > 1 + c->delta;
	char by[48];
	char delta[48];
	char *limits;
	char *change;

	rcc_format_change(1 + fabs(ratio - 1), half, by, sizeof(by));
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	limits = is_beyond ? rcc_mem_printf("%s %% %s", by + (by[0] == '+'),
					    way(f, ratio))
			   : range(f, i);
	change = change_by(f, c, limits);
	if (i->lo >= 1 / (1 + c->delta) && i->hi <= 1 + c->delta)
		rcc_document_headline(
			d,
			"%s and %s differ by no more than %s in the geometric "
			"mean of %zu benchmark%s.",
			c->now, c->old, delta, c->ratio.n_defined,
			c->ratio.n_defined == 1 ? "" : "s");
	else
		rcc_document_headline(
			d,
			"%s%s%s%s, in the geometric mean of %zu benchmark%s.",
			is_beyond ? "" : "Undecided (threshold ",
			is_beyond ? "" : delta, is_beyond ? "" : "): ", change,
			c->ratio.n_defined, c->ratio.n_defined == 1 ? "" : "s");
	free(change);
	free(limits);
}

/* Append the number of benchmarks with each verdict, such as "undecided". */
static void compose_counts(struct rcc_document *d,
			   const struct rcc_suite_findings *f,
			   const struct rcc_suite_comparison *c)
{
	const struct rcc_suite_ratio *s = &c->ratio;
	const size_t n_equal = count_of(s, RCC_VERDICT_NO_DIFFERENCE);
	const size_t n_undecided = count_of(s, RCC_VERDICT_UNDECIDED);
	char *less = change_by(f, c, way(f, 0));
	char delta[48];

	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	rcc_document_paragraph(
		d,
		"Of %zu benchmark%s judged together, %s in %zu, and %s in %zu; "
		"%zu differ%s by no more than %s, and %zu %s undecided.",
		s->n_defined, s->n_defined == 1 ? "" : "s", less,
		count_of(s, RCC_VERDICT_SMALLER), way(f, 2),
		count_of(s, RCC_VERDICT_LARGER), n_equal,
		n_equal == 1 ? "s" : "",
		c->has_several_deltas ? "the benchmark's threshold" : delta,
		n_undecided, n_undecided == 1 ? "is" : "are");
	free(less);
}

void rcc_compose_suite_comparison_answer(struct rcc_document *d,
					 const struct rcc_suite_findings *f,
					 size_t i)
{
	const struct rcc_suite_comparison *c = &f->comparison[i];
	char *title = rcc_mem_printf("%s against %s", c->now, c->old);
	char *id = rcc_mem_printf("systems-%zu", i);

	rcc_document_answer(d);
	if (!has_geometric_mean(&c->ratio))
		rcc_document_headline(d, "No %s of %s with %s: %s.",
				      c->ratio.n_defined != 0
					      ? "overall comparison"
					      : "comparison",
				      c->now, c->old, why_none(&c->ratio));
	else
		compose_change(d, f, c);
	if (has_geometric_mean(&c->ratio))
		compose_number(d, &c->ratio, title);
	if (c->ratio.n_defined != 0)
		compose_counts(d, f, c);
	compose_forest(d, &c->ratio, id, title, true);
	rcc_document_answer_end(d);
	free(id);
	free(title);
}

/* ---- Layout ------------------------------------------------------------ */

struct varying {
	/* How many benchmarks layout is seen to change: their layouts differ,
	 * or random layouts differ from the original one on average.  The suite
	 * claims `n`, for which all benchmarks are judged together.  For
	 * `n_alone`, each row is judged alone.  n_all counts all benchmarks. */
	size_t n, n_alone, n_all;
	/* The largest error that a result from one build of a row can have, in
	 * percent, and the name of this row. */
	double most;
	const char *name;
};

static bool is_changed(const struct rcc_suite_row *row)
{
	return row->effect->error == 0 &&
	       (row->varies_together || row->shifts_together);
}

static bool is_changed_alone(const struct rcc_suite_row *row)
{
	return row->effect->error == 0 &&
	       (rcc_effect_variation_is_seen(row->effect) ||
		rcc_effect_shift_is_seen(row->effect));
}

static struct varying varying_of(const struct rcc_suite_findings *f)
{
	struct varying v = {
		.n = rcc_suite_n_benchmarks(f, is_changed),
		.n_alone = rcc_suite_n_benchmarks(f, is_changed_alone),
		.n_all = rcc_suite_n_benchmarks(f, NULL),
	};

	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];
		struct rcc_one_layout_worth worth;

		if (row->effect->error != 0 || !row->varies_together)
			continue;
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
	char *value = rcc_mem_printf("%zu of %zu", v->n, v->n_all);
	char most[48];

	rcc_document_number(d, "benchmarks that layout changes", value,
			    "judged together (Holm); %zu judged alone",
			    v->n_alone);
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

static void compose_headline(struct rcc_document *d,
			     const struct rcc_suite_findings *f,
			     const struct varying *v)
{
	char most[48];

	rcc_format_percent(v->most, most, sizeof(most));
	if (v->n == 0)
		rcc_document_headline(
			d,
			"Layout was not seen to change any of the %zu "
			"benchmarks%s; the table shows how large an effect is "
			"still possible.",
			v->n_all, v->n_alone != 0 ? ", judged together" : "");
	else if (v->name == NULL)
		rcc_document_headline(d,
				      "Layout changes %zu of %zu benchmarks.",
				      v->n, v->n_all);
	else
		rcc_document_headline(
			d,
			"Layout changes %zu of %zu benchmarks: one build of %s "
			"is off by up to %s (%.0f %% of layouts), however "
			"often it is run.",
			v->n, v->n_all, v->name, most, 100 * f->level);
}

void rcc_compose_suite_effect_answer(struct rcc_document *d,
				     const struct rcc_suite_findings *f)
{
	const struct varying v = varying_of(f);

	rcc_document_answer(d);
	compose_headline(d, f, &v);
	compose_varying(d, f, &v);
	if (has_geometric_mean(&f->shift))
		compose_number(d, &f->shift, "random against original");
	compose_forest(d, &f->shift, "shift",
		       "Mean of random layouts against the original",
		       has_geometric_mean(&f->shift));
	rcc_document_answer_end(d);
}
