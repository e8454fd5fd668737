/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/dose_tables.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/format.h"

/* ---- The places -------------------------------------------------------- */

static bool is_pair(const struct rcc_confirmation *c)
{
	return c->suspect.other != RCC_NO_FUNCTION;
}

/* Begin a table with one column for the offset of the moved function or, if the
 * suspicion is about two functions, two columns. */
static struct rcc_table *begin_table(struct rcc_document *d,
				     const struct rcc_confirmation *c)
{
	struct rcc_table *t = rcc_document_table(d, NULL);

	rcc_table_column(t, RCC_ALIGN_RIGHT, "offset mod %u",
			 c->suspect.modulus);
	if (is_pair(c))
		rcc_table_column(t, RCC_ALIGN_RIGHT, "the other's");
	return t;
}

/* Begin the row of a dose with the offsets of the functions at this dose. */
static void begin_row(struct rcc_table *t, const struct rcc_confirmation *c,
		      size_t dose)
{
	char offset[16];

	snprintf(offset, sizeof(offset), "%u", c->dose[dose].offset);
	rcc_table_row(t, offset);
	if (is_pair(c))
		rcc_table_cell(t, "%u", c->dose[dose].other);
}

/* ---- The metric -------------------------------------------------------- */

void rcc_compose_doses(struct rcc_document *d, const struct rcc_confirmation *c)
{
	struct rcc_table *t = begin_table(d, c);

	rcc_table_column(t, RCC_ALIGN_RIGHT, "change");
	rcc_table_column(t, RCC_ALIGN_LEFT, "95 %% interval");
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	for (size_t i = 0; i < c->n_doses; i++) {
		struct rcc_interval_text text;

		begin_row(t, c, i);
		rcc_format_change_interval(c->each[i].estimate, c->each[i].lo,
					   c->each[i].hi, &text);
		rcc_table_cell(t, "%s %%", text.estimate);
		rcc_table_cell(t, "%s to %s", text.lo, text.hi);
		rcc_table_cell(
			t, "%s%s%s", c->dose[i].is_suspect ? "suspected" : "",
			c->dose[i].is_suspect && c->dose[i].is_unmoved ? ", "
								       : "",
			c->dose[i].is_unmoved ? "not moved" : "");
	}
}

/* ---- The events -------------------------------------------------------- */

/* The width of an event's column, which has changes such as "-12.34 %". */
#define CHANGE_WIDTH 8
/* The width of the column "the other's", with the space before it. */
#define OTHER_WIDTH 13
/* All columns but the first one together have at most this width. */
#define COLUMNS_WIDTH 60

static void put_count(struct rcc_table *t, const struct rcc_dose_count *count,
		      size_t dose)
{
	const double ratio = count->ratio[dose];
	char text[48];

	if (isfinite(ratio)) {
		rcc_format_change(ratio, 2 * count->se[dose], text,
				  sizeof(text));
		rcc_table_cell(t, "%s %%", text);
	} else {
		rcc_format_digits(count->mean[dose], 3, text, sizeof(text));
		rcc_table_cell(t, "%s", text);
	}
}

/* Append one table with the changes of n events. */
static void put_counts(struct rcc_document *d, const struct rcc_confirmation *c,
		       const struct rcc_dose_count *count, size_t n)
{
	struct rcc_table *t = begin_table(d, c);

	for (size_t i = 0; i < n; i++)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "%s", count[i].event);
	for (size_t k = 0; k < c->n_doses; k++) {
		begin_row(t, c, k);
		for (size_t i = 0; i < n; i++)
			put_count(t, &count[i], k);
	}
}

/* Return how many of the n > 0 events fit into one table. */
static size_t n_fitting(const struct rcc_confirmation *c,
			const struct rcc_dose_count *count, size_t n)
{
	size_t width = is_pair(c) ? OTHER_WIDTH : 0;

	for (size_t i = 0; i < n; i++) {
		const size_t name = strlen(count[i].event);

		width += 2 + (name > CHANGE_WIDTH ? name : CHANGE_WIDTH);
		if (i > 0 && width > COLUMNS_WIDTH)
			return i;
	}
	return n;
}

void rcc_compose_dose_counts(struct rcc_document *d,
			     const struct rcc_confirmation *c,
			     const struct rcc_dose_count *count, size_t n)
{
	size_t first = 0;

	while (first < n) {
		const size_t fitting = n_fitting(c, count + first, n - first);

		put_counts(d, c, count + first, fitting);
		first += fitting;
	}
}
