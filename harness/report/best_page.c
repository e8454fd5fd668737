/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/best_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "harness/report/format.h"

static uint64_t winner_seed(const struct rcc_best *b)
{
	return rcc_best_seed(b->halving.seed, b->halving.alive[0]);
}

/* ---- The answer -------------------------------------------------------- */

/* The stated change with the interval of the new runs, as a reader expects it:
 * "2.1 % (1.8 to 2.9)". */
static void size_text(const struct rcc_best *b, char *out, size_t n)
{
	const struct rcc_ratio *r = &b->comparison[0].result.ratio;
	const double estimate = rcc_best_stated(b);
	const double sign = estimate < 1 ? -100 : 100;
	const double x = sign * (r->lo - 1);
	const double y = sign * (r->hi - 1);
	const int digits = rcc_format_decimals(fabs(y - x) / 4);

	snprintf(out, n, "%.*f %% (%.*f to %.*f)", digits,
		 sign * (estimate - 1), digits, fmin(x, y), digits, fmax(x, y));
}

static void put_gain(struct rcc_document *d, const struct rcc_best *b,
		     const struct rcc_metric *metric)
{
	char size[96];

	size_text(b, size, sizeof(size));
	if (rcc_metric_is_time(metric))
		rcc_document_headline(d,
				      "The best layout, seed %" PRIu64
				      ", saves %s of the "
				      "time against the original layout.",
				      winner_seed(b), size);
	else
		rcc_document_headline(d,
				      "The best layout, seed %" PRIu64
				      ", changes %s by %s "
				      "against the original layout.",
				      winner_seed(b), metric->name, size);
}

static void put_harm(struct rcc_document *d, const struct rcc_best *b)
{
	for (size_t i = 1; i < b->n_comparisons; i++)
		if (rcc_best_is_worse(b, i))
			rcc_document_headline(
				d,
				"It is worse with another command: %s. It is "
				"not worth shipping if that one matters.",
				b->comparison[i].command);
}

static void put_answer(struct rcc_document *d, const struct rcc_best *b,
		       const struct rcc_metric *metric)
{
	rcc_document_answer(d);
	if (!b->is_searched)
		rcc_document_headline(d, "The search has not ended: no answer "
					 "yet.");
	else if (b->verdict == RCC_BEST_OPEN)
		rcc_document_headline(d, "The winner is not measured yet with "
					 "all commands: no answer yet.");
	else if (b->verdict == RCC_BEST_NO)
		rcc_document_headline(d, "No layout is worth shipping.");
	else
		put_gain(d, b, metric);
	put_harm(d, b);
	rcc_document_answer_end(d);
}

/* ---- The numbers ------------------------------------------------------- */

static void put_change(struct rcc_table *t, const char *what,
		       const struct rcc_ratio *r, size_t n_blocks)
{
	struct rcc_interval_text text;

	rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
	rcc_table_row(t, what);
	rcc_table_cell(t, "%s %%", text.estimate);
	rcc_table_cell(t, "%s to %s", text.lo, text.hi);
	rcc_table_cell(t, "%zu", n_blocks);
}

static void put_search_row(struct rcc_table *t, const struct rcc_best *b)
{
	const struct rcc_halving_layout *l =
		&b->halving.layout[b->halving.alive[0]];
	/* Two standard errors, as an interval would have. */
	const double half = 2 * sqrt(rcc_halving_variance(l) / (double)l->n);
	char text[48];

	rcc_format_change(exp(b->sign * rcc_halving_mean(l)), half, text,
			  sizeof(text));
	rcc_table_row(t, "search");
	rcc_table_cell(t, "%s %%", text);
	rcc_table_cell(t, "%s", "");
	rcc_table_cell(t, "%zu", l->n);
}

static void put_stated_row(struct rcc_table *t, const struct rcc_best *b)
{
	char text[48];

	if (!b->is_shrunken)
		return;
	rcc_format_change(rcc_best_stated(b),
			  2 * b->comparison[0].result.log_se, text,
			  sizeof(text));
	rcc_table_row(t, "new runs, shrunken");
	rcc_table_cell(t, "%s %%", text);
	rcc_table_cell(t, "%s", "");
	rcc_table_cell(t, "%s", "");
}

static void put_shrinking(struct rcc_document *d, const struct rcc_best *b)
{
	char mean[48];
	char sd[32];

	if (!b->is_shrunken)
		return;
	rcc_format_change(exp(b->shrunken.group_mean),
			  2 * b->comparison[0].result.log_se, mean,
			  sizeof(mean));
	rcc_format_percent(100 * sqrt(b->shrunken.t2), sd, sizeof(sd));
	rcc_document_note(
		d,
		"Search: these runs picked the winner, and therefore "
		"exaggerate. New runs: the winner was known before they were "
		"made, so they do not. Shrunken: moved towards the mean of all "
		"%zu layouts (%s %%; standard deviation of layouts %s), so "
		"that "
		"%.2f of the distance to it are kept. The answer states this "
		"number, which does not exaggerate on average.",
		b->n_layouts, mean, sd, b->shrunken.weight);
}

static void put_numbers(struct rcc_document *d, const struct rcc_best *b)
{
	struct rcc_table *t;

	if (!b->is_searched)
		return;
	rcc_document_section(d, "The winner against the original layout");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "change");
	rcc_table_column(t, RCC_ALIGN_LEFT, "95 %% interval");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "blocks");
	put_search_row(t, b);
	for (size_t i = 0; i < b->n_comparisons; i++) {
		const struct rcc_best_comparison *c = &b->comparison[i];

		if (c->is_known)
			put_change(t, c->command ? c->command : "new runs",
				   &c->result.ratio, c->result.n_blocks);
		if (i == 0)
			put_stated_row(t, b);
	}
	put_shrinking(d, b);
}

/* ---- The search -------------------------------------------------------- */

static void put_rounds(struct rcc_document *d, const struct rcc_best *b)
{
	struct rcc_table *t;
	size_t n;

	if (b->n_layouts == 0)
		return;
	rcc_document_section(d, "The search");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "round");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "blocks of each");
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	for (size_t i = 0; (n = rcc_halving_layouts_in(b->n_layouts, i)) > 1;
	     i++) {
		char number[24];

		snprintf(number, sizeof(number), "%zu", i + 1);
		rcc_table_row(t, number);
		rcc_table_cell(t, "%zu", n);
		rcc_table_cell(t, "%zu", rcc_halving_blocks_in(i));
		rcc_table_cell(t, "%s",
			       i < b->halving.round    ? "done"
			       : i == b->halving.round ? "begun"
						       : "");
	}
	rcc_document_note(d, "Each block has the original layout too. After a "
			     "round the better half stays.");
}

static void put_use(struct rcc_document *d, const struct rcc_best *b)
{
	if (b->verdict != RCC_BEST_YES && b->verdict != RCC_BEST_HARM)
		return;
	rcc_document_section(d, "How to use it");
	rcc_document_command(d, "randcc",
			     "RANDCC_SEED=%" PRIu64 " RANDCC_FACTORS=%s",
			     winner_seed(b), RCC_BEST_FACTORS);
}

void rcc_compose_best(struct rcc_document *d, const struct rcc_best *b,
		      const struct rcc_metric *metric)
{
	rcc_document_title(d, "The best layout");
	put_answer(d, b, metric);
	put_numbers(d, b);
	put_use(d, b);
	put_rounds(d, b);
	if (b->n_failed != 0)
		rcc_document_paragraph(d, "%zu runs failed and do not count.",
				       b->n_failed);
}
