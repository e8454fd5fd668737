/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/arms_table.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"

struct rcc_table *rcc_compose_arms_table(struct rcc_document *d,
					 const struct rcc_findings *f)
{
	char *caption = rcc_mem_printf("%s of each arm", f->asked.metric.text);
	struct rcc_table *t = rcc_document_table(d, caption);

	free(caption);
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "runs");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "planned");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%.0f %% interval",
			 100 * f->asked.level);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd/mean");
	return t;
}

/* Return the lower limit of the mean's interval.  For a time or a size it is at
 * least 0, although Student's interval may extend below 0. */
static double lower_limit(const struct rcc_findings *f,
			  const struct rcc_interval *i)
{
	const bool has_sign = f->asked.metric.spec != NULL &&
			      f->asked.metric.unit == RCC_UNIT_COUNT;

	return has_sign ? i->lo : fmax(i->lo, 0);
}

void rcc_arms_table_row(struct rcc_table *t, const struct rcc_findings *f,
			const struct rcc_cell *c, const char *name)
{
	const struct rcc_interval *i = &c->interval;
	const double half = (i->hi - i->lo) / 2;
	const struct rcc_scale scale =
		rcc_format_scale(&f->asked.metric, c->levels.mean);
	/* Print the standard deviation of single runs, for random layouts too.
	 * The means of layouts have a smaller one. */
	const double sd = c->levels.sd;
	char text[48];
	char lo[48];

	rcc_table_row(t, name);
	rcc_table_cell(t, "%zu", c->n_ok);
	rcc_table_cell(t, "%zu", c->n_planned - c->n_replaced);
	if (c->levels_error != 0 || c->interval_error != 0) {
		rcc_table_message(t, "too few good runs");
		return;
	}
	rcc_format_value(scale, i->estimate, half, text, sizeof(text));
	rcc_table_cell(t, "%s", text);
	rcc_format_number(scale, lower_limit(f, i), half, lo, sizeof(lo));
	rcc_format_number(scale, i->hi, half, text, sizeof(text));
	/* Print no interval in two cases.  If ratios within blocks are
	 * reported, runs depend on each other, so the interval of a mean is not
	 * valid.  If all values are equal, the interval has no width, and would
	 * claim more than is known. */
	if (f->blocks.are_headline || f->blocks.lacks_ratios || i->lo == i->hi)
		rcc_table_cell(t, "none");
	else
		rcc_table_cell(t, "%s to %s", lo, text);
	rcc_format_spread(&f->asked.metric, sd, text, sizeof(text));
	rcc_table_cell(t, "%s", text);
	rcc_format_percent(100 * sd / fabs(i->estimate), text, sizeof(text));
	rcc_table_cell(t, "%s", text);
}

void rcc_compose_arms_note(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_study *study = &f->stored.study;

	if (f->asked.estimator != RCC_STATISTIC_MEAN)
		rcc_document_note(
			d,
			"runs: the %s of a layout's values counts as one "
			"run; with the original layout, that of a file's "
			"values. All other numbers are computed from these",
			f->asked.estimator == RCC_STATISTIC_MIN ? "minimum"
								: "median");
	else if (study->n_iterations > 1)
		rcc_document_note(d,
				  "sd: of single values; the intervals are "
				  "computed from the means of layouts, and of "
				  "the original layout's runs");
	else if (study->n_executions > 1)
		rcc_document_note(d,
				  "sd: of single runs; the interval of random "
				  "layouts is computed from the means of "
				  "layouts");
	if (f->blocks.are_headline)
		rcc_document_note(
			d, "These runs depend on when they were made, so "
			   "intervals for the mean of one arm are not valid; "
			   "intervals for ratios within blocks are.");
}
