/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/comparison_headline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/report/warnings.h"

/* ---- Words for a change ------------------------------------------------ */

static bool is_amount(const struct rcc_comparison *c)
{
	return c->better == RCC_BETTER_LOWER;
}

/* Return "less" or "more" if lower values of the metric are better; otherwise
 * "smaller" or "larger". */
static const char *way(const struct rcc_comparison *c, double ratio)
{
	if (is_amount(c))
		return ratio < 1 ? "less" : "more";
	return ratio < 1 ? "smaller" : "larger";
}

/* Return a sentence such as "NEW takes 1.9 % less time than OLD", where `by` is
 * "1.9 % less".  The caller must free it. */
static char *change_by(const struct rcc_comparison *c, const char *by)
{
	const struct rcc_metric *metric = &c->old.f->asked.metric;

	if (!is_amount(c))
		return rcc_mem_printf("the value of %s of %s is %s than that "
				      "of %s",
				      metric->text, c->now.name, by,
				      c->old.name);
	if (metric->unit == RCC_UNIT_SECONDS)
		return rcc_mem_printf("%s takes %s time than %s", c->now.name,
				      by, c->old.name);
	return rcc_mem_printf("%s needs %s %s than %s", c->now.name, by,
			      metric->text, c->old.name);
}

/* Return a sentence such as "NEW takes 1.9 % less time than OLD", where
 * `percent` is "1.9 %".  The caller must free it. */
static char *change_of(const struct rcc_comparison *c, const char *percent)
{
	const double ratio = rcc_comparison_ratio(c)->estimate;
	char *change;
	char *by;

	if (!is_amount(c) && c->better != RCC_BETTER_UNKNOWN)
		return rcc_mem_printf(
			"%s is %s: its value of %s is %s %s than that of %s",
			c->now.name,
			rcc_verdict_is_worse(c->verdict, c->better) ? "worse"
								    : "better",
			c->old.f->asked.metric.text, percent, way(c, ratio),
			c->old.name);
	by = rcc_mem_printf("%s %s", percent, way(c, ratio));
	change = change_by(c, by);
	free(by);
	return change;
}

/* Return whether a number is printed with no digit but zeros. */
static bool is_zero(const char *number)
{
	return number[strspn(number, "0.")] == '\0';
}

char *rcc_comparison_change(const struct rcc_comparison *c)
{
	const double change = 100 * fabs(rcc_comparison_ratio(c)->estimate - 1);
	char number[48];
	char percent[56];

	rcc_format_percent_number(change, number, sizeof(number));
	/* A verdict on exact counts may be on a very small change. */
	if (is_zero(number))
		snprintf(number, sizeof(number), "%.2g", change);
	snprintf(percent, sizeof(percent), "%s %%", number);
	return change_of(c, percent);
}

/* ---- The sentences ----------------------------------------------------- */

/* Format a percentage.  All numbers of a headline have the same number of
 * decimals.  This number is just large enough to print the interval's
 * half-width with one or two digits. */
static void format_limit(const struct rcc_ratio *r, double percent, char *out,
			 size_t n)
{
	const int decimals = rcc_format_decimals(300 * (r->hi - r->lo) / 2);

	snprintf(out, n, "%.*f", decimals, percent);
}

/* Return the interval of the change: "1.2 to 2.6 %" if both limits have the
 * same sign, otherwise "-0.3 to +0.5 %".  The caller must free the text. */
static char *limits(const struct rcc_ratio *r)
{
	const double lo = 100 * (r->lo - 1);
	const double hi = 100 * (r->hi - 1);
	char from[48];
	char to[48];

	if (lo < 0 && hi > 0) {
		format_limit(r, -lo, from, sizeof(from));
		format_limit(r, hi, to, sizeof(to));
		return rcc_mem_printf("-%s to +%s %%", from, to);
	}
	format_limit(r, hi <= 0 ? -hi : lo, from, sizeof(from));
	format_limit(r, hi <= 0 ? -lo : hi, to, sizeof(to));
	return rcc_mem_printf("%s to %s %%", from, to);
}

/* Return how many layouts the two systems have: "22 layouts each" or "22 and 20
 * layouts".  The caller must free it. */
static char *layouts(const struct rcc_comparison *c)
{
	const size_t old = c->old.random->n_layouts;
	const size_t now = c->now.random->n_layouts;

	if (old == now)
		return rcc_mem_printf("%zu layouts each", old);
	return rcc_mem_printf("%zu and %zu layouts", old, now);
}

/* Return the interval of a change as a range such as "1.2 % less to 3.1 %
 * more".  The caller must free it. */
static char *range(const struct rcc_comparison *c, const struct rcc_ratio *r)
{
	char from[48];
	char to[48];

	format_limit(r, 100 * fabs(r->lo - 1), from, sizeof(from));
	format_limit(r, 100 * fabs(r->hi - 1), to, sizeof(to));
	if ((r->lo < 1) == (r->hi < 1))
		return rcc_mem_printf("%s to %s %% %s", r->lo < 1 ? to : from,
				      r->lo < 1 ? from : to, way(c, r->lo));
	return rcc_mem_printf("%s %% %s to %s %% %s", from, way(c, r->lo), to,
			      way(c, r->hi));
}

/* Return true if the half-width of the ratio's interval exceeds the ratio.
 * Such an interval says next to nothing: the values of one system may be
 * several times those of the other. */
static bool is_too_wide(const struct rcc_ratio *r)
{
	return !((r->hi - r->lo) / 2 <= fabs(r->estimate));
}

/* Add to the headline that the ratio cannot be determined, and its interval if
 * there is one.  A negative lower limit is printed as 0, because a ratio of
 * positive values is positive. */
static void add_unknown(struct rcc_strbuf *text, const struct rcc_comparison *c,
			const struct rcc_ratio *r, const char *n)
{
	struct rcc_interval_text interval;

	rcc_strbuf_printf(text,
			  "Undecided: these runs cannot determine the "
			  "difference of %s and %s",
			  c->now.name, c->old.name);
	if (r->set == RCC_RATIO_BOUNDED) {
		rcc_format_ratio(r->estimate, fmax(r->lo, 0), r->hi, &interval);
		rcc_strbuf_printf(text,
				  ": the interval of their ratio, %s to %s, is "
				  "wider than the ratio itself",
				  interval.lo, interval.hi);
	}
	rcc_strbuf_printf(text, " (%s).", n);
}

static void add_undecided(struct rcc_strbuf *text,
			  const struct rcc_comparison *c,
			  const struct rcc_ratio *r, const char *n)
{
	char delta[48];
	char *by;
	char *change;

	if (r->set != RCC_RATIO_BOUNDED || is_too_wide(r)) {
		add_unknown(text, c, r, n);
		return;
	}
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	by = range(c, r);
	change = change_by(c, by);
	rcc_strbuf_add(text, "Undecided");
	if (c->n_family > 1 && c->alone != RCC_VERDICT_UNDECIDED)
		rcc_strbuf_printf(text,
				  " when judged with the other %zu pairs of "
				  "systems",
				  c->n_family - 1);
	rcc_strbuf_printf(text, " (threshold %s): %s (%.0f %% interval, %s).",
			  delta, change, 100 * r->level, n);
	free(change);
	free(by);
}

static void add_finding(struct rcc_strbuf *text, const struct rcc_comparison *c)
{
	const struct rcc_ratio *r = rcc_comparison_ratio(c);
	const struct rcc_ratio inner = {.lo = c->limits.inner_lo,
					.hi = c->limits.inner_hi};
	const bool is_same = c->verdict == RCC_VERDICT_NO_DIFFERENCE;
	/* Whether the difference is small, but known to be one. */
	const bool has_way = is_same && (inner.lo > 1 || inner.hi < 1);
	char *n = layouts(c);
	char *interval =
		has_way ? range(c, &inner) : limits(is_same ? &inner : r);
	char *change;
	char delta[48];
	char number[48];
	char by[56];

	format_limit(r, 100 * fabs(r->estimate - 1), number, sizeof(number));
	snprintf(by, sizeof(by), "%s %%", number);
	change = change_of(c, by);
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	if (c->obstacle != RCC_OBSTACLE_NONE)
		rcc_strbuf_printf(text, "No verdict on %s against %s: %s.",
				  c->now.name, c->old.name,
				  rcc_comparison_obstacle(c));
	else if (c->verdict == RCC_VERDICT_SMALLER ||
		 c->verdict == RCC_VERDICT_LARGER)
		rcc_strbuf_printf(text, "%s (%s, %s).", change, interval, n);
	else if (is_same)
		rcc_strbuf_printf(text,
				  "%s and %s differ by no more than %s (%s, "
				  "%.0f %% interval, %s).",
				  c->now.name, c->old.name, delta, interval,
				  100 * (2 * r->level - 1), n);
	else
		add_undecided(text, c, r, n);
	free(change);
	free(interval);
	free(n);
}

/* Add to the headline the change that a benchmark with one build of each system
 * would have found.  The word for its direction, such as "less", is left out if
 * the verdict is a change in the same direction. */
static void add_naive(struct rcc_strbuf *text, const struct rcc_comparison *c)
{
	const struct rcc_ratio *over = rcc_comparison_ratio(c);
	const struct rcc_ratio *naive = rcc_comparison_naive(c);
	const bool is_change = c->verdict == RCC_VERDICT_SMALLER ||
			       c->verdict == RCC_VERDICT_LARGER;
	char by[48];

	if (naive == NULL || c->obstacle != RCC_OBSTACLE_NONE ||
	    naive->set != RCC_RATIO_BOUNDED || !(naive->estimate > 0))
		return;
	format_limit(over->set == RCC_RATIO_BOUNDED ? over : naive,
		     100 * fabs(naive->estimate - 1), by, sizeof(by));
	/* The decimals of a wide interval may leave nothing but zeros. */
	if (is_zero(by))
		format_limit(naive, 100 * fabs(naive->estimate - 1), by,
			     sizeof(by));
	rcc_strbuf_printf(text,
			  " One build of each, run as often, would have "
			  "said %s %%",
			  by);
	if (is_zero(by))
		rcc_strbuf_add(text, ", no difference");
	else if (!is_change || (naive->estimate < 1) != (over->estimate < 1))
		rcc_strbuf_printf(text, " %s", way(c, naive->estimate));
	rcc_strbuf_add(text, ".");
}

const char *rcc_comparison_obstacle(const struct rcc_comparison *c)
{
	switch (c->obstacle) {
	case RCC_OBSTACLE_NOT_POSITIVE:
		return "a mean is not positive";
	case RCC_OBSTACLE_CONSTANT:
		return "all values of a system are equal";
	case RCC_OBSTACLE_FEW:
		return "a system has fewer than two good layouts";
	case RCC_OBSTACLE_COARSE:
		return "the values are too coarse";
	case RCC_OBSTACLE_TIME:
		return c->is_interleaved
			       ? "the runs depended on when they were made, "
				 "and values of 0 or less have no ratio within "
				 "blocks"
			       : "the runs depended on when they were made, "
				 "and the studies share no blocks";
	case RCC_OBSTACLE_NONE:
		break;
	}
	return NULL;
}

static bool has_mean_of_zero(const struct rcc_comparison_side *side)
{
	return side->random != NULL && side->random->levels_error == 0 &&
	       rcc_mean_of(&side->random->levels).mean == 0;
}

const char *rcc_comparison_absence(const struct rcc_comparison *c)
{
	const struct rcc_comparison_side *lacking =
		c->old.random != NULL && c->old.random->levels_error != 0
			? &c->old
			: &c->now;
	static const char usual[] =
		"at least two good layouts of each are needed";

	if (lacking->random == NULL)
		return usual;
	if (has_mean_of_zero(&c->old) || has_mean_of_zero(&c->now))
		return "a mean is 0, so their ratio is not defined";
	return rcc_why_too_few(lacking->f, lacking->random, usual);
}

char *rcc_comparison_headline(const struct rcc_comparison *c)
{
	struct rcc_strbuf text = {0};

	if (c->error != 0)
		return rcc_mem_printf("No comparison of %s with %s: %s.",
				      c->now.name, c->old.name,
				      rcc_comparison_absence(c));
	if (c->is_unfinished)
		return rcc_mem_printf("No answer on %s against %s yet: the "
				      "study is not finished.",
				      c->now.name, c->old.name);
	add_finding(&text, c);
	add_naive(&text, c);
	return text.text;
}
