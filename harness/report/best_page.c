/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/best_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "harness/report/format.h"
#include "harness/report/how_measured.h"
#include "harness/study/tandem.h"

static uint64_t winner_seed(const struct rcc_best *b)
{
	return rcc_best_layout_seed(b, b->halving.alive[0]);
}

/* ---- The answer -------------------------------------------------------- */

/* Write to `out` the size of the change from the original to the best layout,
 * and its interval, such as "2.1 % (1.8 to 2.9)".  The size comes from the
 * shrunken estimate.  The interval comes from the unshrunken ratio of the runs
 * in rcc_best_stating().  The size of a decrease is positive too. */
static void size_text(const struct rcc_best *b, char *out, size_t n)
{
	const struct rcc_best_comparison *c = rcc_best_stating(b);
	const struct rcc_ratio *r = &c->result.ratio;
	const double estimate = rcc_best_stated(b);
	const double sign = estimate < 1 ? -100 : 100;
	const double size = sign * (estimate - 1);
	const double x = sign * (r->lo - 1);
	const double y = sign * (r->hi - 1);
	int digits = rcc_format_decimals(fabs(y - x) / 4);

	if (c->result.log_se > 0) {
		snprintf(out, n, "%.*f %% (%.*f to %.*f)", digits, size, digits,
			 fmin(x, y), digits, fmax(x, y));
		return;
	}
	digits = rcc_format_decimals(size);
	snprintf(out, n, "%.*f %% (the same in all %zu blocks)",
		 digits > 2 ? digits : 2, size, c->result.n_blocks);
}

static void put_gain(struct rcc_document *d, const struct rcc_best *b,
		     const struct rcc_metric *metric)
{
	const bool is_less = rcc_best_stated(b) < 1;
	char size[96];

	size_text(b, size, sizeof(size));
	if (rcc_metric_is_time(metric))
		rcc_document_headline(
			d,
			"The best layout, seed %" PRIu64 ", %s %s of the "
			"time against the original layout.",
			winner_seed(b), is_less ? "saves" : "costs", size);
	else
		rcc_document_headline(
			d,
			"The best layout, seed %" PRIu64 ", %s %s by %s "
			"against the original layout.",
			winner_seed(b), is_less ? "lowers" : "raises",
			metric->name, size);
	if (!rcc_best_is_better(b, rcc_best_stating(b)))
		rcc_document_headline(
			d,
			"The new runs decided that it is worth shipping. The "
			"further new runs, which this number is from, do not "
			"confirm a gain.");
}

static void put_harm(struct rcc_document *d, const struct rcc_best *b)
{
	for (size_t i = 1; i < b->n_commands; i++)
		if (rcc_best_is_complete(b, &b->comparison[i]) &&
		    rcc_best_is_worse(b, &b->comparison[i]))
			rcc_document_headline(
				d,
				"The best layout is worse with another "
				"command: %s. It is not worth shipping if that "
				"command matters.",
				b->comparison[i].command);
}

/* Return the words for a baseline.  A baseline is a program that was measured
 * beside the best layout.  It is another way to make the original faster. */
static const char *baseline_text(const struct rcc_best_comparison *c)
{
	return c->phase == RCC_BEST_HEAT_PHASE ? "order by heat"
					       : "build with a profile";
}

/* Append a headline for each baseline that is better than the original
 * layout. */
static void put_baselines(struct rcc_document *d, const struct rcc_best *b,
			  const struct rcc_metric *metric)
{
	for (size_t i = b->n_commands; i < b->n_comparisons; i++) {
		const struct rcc_best_comparison *c = &b->comparison[i];
		const struct rcc_ratio *r = &c->result.ratio;
		struct rcc_interval_text text;

		if (!rcc_best_is_complete(b, c) || !rcc_best_is_better(b, c))
			continue;
		rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
		rcc_document_headline(
			d, "The %s changes %s by %s %% (%s to %s).",
			baseline_text(c),
			rcc_metric_is_time(metric) ? "the time" : metric->name,
			text.estimate, text.lo, text.hi);
	}
}

static void put_answer(struct rcc_document *d, const struct rcc_best *b,
		       const struct rcc_metric *metric)
{
	rcc_document_answer(d);
	if (!b->is_searched)
		rcc_document_headline(d, "The search has not ended: no answer "
					 "yet.");
	else if (b->verdict == RCC_BEST_OPEN && rcc_best_unfinished(b) == NULL)
		rcc_document_headline(
			d, "No answer: too few runs of the winner have a value "
			   "above 0. To search anew, remove best.db.");
	else if (b->verdict == RCC_BEST_OPEN)
		rcc_document_headline(d, "The winner has fewer runs than "
					 "planned: no answer yet.");
	else if (b->verdict == RCC_BEST_NO)
		rcc_document_headline(d, "No layout is worth shipping.");
	else
		put_gain(d, b, metric);
	put_harm(d, b);
	put_baselines(d, b, metric);
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
	/* This is about the half-width of a 95 % interval. */
	const double half = 2 * sqrt(rcc_halving_variance(l) / (double)l->n);
	char text[48];

	if (l->n == 0)
		return;
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
			  2 * rcc_best_stating(b)->result.log_se, text,
			  sizeof(text));
	rcc_table_row(t, b->is_worth ? "further new runs, shrunken"
				     : "new runs, shrunken");
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
			  2 * rcc_best_stating(b)->result.log_se, mean,
			  sizeof(mean));
	rcc_format_percent(100 * sqrt(b->shrunken.t2), sd, sizeof(sd));
	rcc_document_note(
		d,
		"Search: these runs picked the winner, and therefore "
		"exaggerate. New runs: the winner was known before they were "
		"made. They decide whether it is worth shipping.%s Shrunken: "
		"moved towards the mean of all %zu layouts (%s %%; standard "
		"deviation of layouts %s); %.0f %% of the distance to it are "
		"kept. This number does not exaggerate on average%s.",
		b->is_worth ? " Runs that decide for a layout may exaggerate "
			      "too. Therefore further new runs state the gain."
			    : "",
		b->n_layouts, mean, sd, 100 * b->shrunken.weight,
		b->is_worth ? ", and the answer states it" : "");
}

static void put_baseline_notes(struct rcc_document *d, const struct rcc_best *b)
{
	const char *no_heat =
		json_string_value(json_object_get(b->heat, "why"));
	const char *no_profile =
		json_string_value(json_object_get(b->profile, "why"));

	if (no_heat != NULL)
		rcc_document_note(d, "The order by heat was not measured: %s.",
				  no_heat);
	else if (rcc_best_find(b, RCC_BEST_HEAT_PHASE) != NULL)
		rcc_document_note(
			d,
			"Order by heat: functions that call each other stand "
			"together, and those with the most samples for their "
			"size come first (C3). The samples show no callers; "
			"calls were read in the code: %lld between hot "
			"functions.",
			(long long)json_integer_value(
				json_object_get(b->heat, "calls")));
	if (no_profile != NULL)
		rcc_document_note(d,
				  "The build with a profile was not measured: "
				  "%s.",
				  no_profile);
	else if (rcc_best_find(b, RCC_BEST_PROFILE_PHASE) != NULL)
		rcc_document_note(
			d,
			"Build with a profile: -fprofile-use, with "
			"-freorder-functions. It has other code too, not only "
			"another order. The profile is from one run of the "
			"measured command.");
}

/* Return the name of the table row that shows comparison i (struct
 * rcc_best). */
static const char *row_text(const struct rcc_best *b, size_t i)
{
	if (i >= b->n_commands)
		return baseline_text(&b->comparison[i]);
	return i == 0 ? "new runs" : b->comparison[i].command;
}

/* Say what sharing a CPU costs, and what it means for the changes. */
static void put_sharing(struct rcc_document *d, const struct rcc_best *b)
{
	const struct rcc_best_comparison *c = rcc_best_stating(b);
	const struct rcc_ratio *cost = &c->cost.ratio;
	struct rcc_interval_text text;

	if (c->has_alone && c->is_cost_known) {
		rcc_format_change_interval(cost->estimate, cost->lo, cost->hi,
					   &text);
		rcc_document_note(
			d,
			"The runs shared a CPU. This changed the CPU time of "
			"the original layout by %s %% (%s to %s), as runs "
			"alone show. A longer time can make a change look "
			"smaller than it is alone. The interval allows for "
			"it; the estimate is as measured.",
			text.estimate, text.lo, text.hi);
	} else if (c->is_shared) {
		rcc_document_note(
			d, "The runs shared a CPU, which costs time of "
			   "its own. When the program runs alone, a gain "
			   "may be larger by some per cent of itself.");
	}
	if (c->end_share > 0)
		rcc_document_note(
			d,
			"Of two runs that share a CPU, the one that ends last "
			"takes about %.2g ms less: at its end the other does "
			"not compete with it. This is %.2g %% of its time "
			"here. So a change can look smaller than it is. The "
			"interval allows for it.",
			(double)RCC_TANDEM_END_NS / 1e6, 100 * c->end_share);
}

static void put_numbers(struct rcc_document *d, const struct rcc_best *b)
{
	struct rcc_table *t;

	if (!b->is_searched)
		return;
	rcc_document_section(d, "Against the original layout");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "change");
	rcc_table_column(t, RCC_ALIGN_LEFT, "95 %% interval");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "blocks");
	put_search_row(t, b);
	for (size_t i = 0; i < b->n_comparisons; i++) {
		const struct rcc_best_comparison *c = &b->comparison[i];

		if (c->is_known)
			put_change(t, row_text(b, i), &c->result.ratio,
				   c->result.n_blocks);
		if (i == 0 && b->is_worth && b->stating.is_known)
			put_change(t, "further new runs",
				   &b->stating.result.ratio,
				   b->stating.result.n_blocks);
		if (i == 0)
			put_stated_row(t, b);
	}
	put_shrinking(d, b);
	put_sharing(d, b);
	put_baseline_notes(d, b);
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
	if (rcc_best_n_targeted(b) != 0)
		rcc_document_note(
			d,
			"%zu of the layouts were chosen among %lld: in them "
			"no function is where \"randstudy explain\" found it "
			"to be slow.",
			rcc_best_n_targeted(b),
			(long long)json_integer_value(json_object_get(
				json_object_get(b->setup, "targeted"),
				"tried")));
}

static void put_use(struct rcc_document *d, const struct rcc_best *b)
{
	if (b->verdict != RCC_BEST_YES && b->verdict != RCC_BEST_HARM)
		return;
	rcc_document_section(d, "How to use it");
	rcc_document_command(d, "randcc",
			     "RANDCC_SEED=%" PRIu64 " RANDCC_FACTORS=%s",
			     winner_seed(b), RCC_BEST_FACTORS);
	rcc_document_note(d, "\"randstudy best --export FOLDER\" writes the "
			     "order for a linker without randcc.");
}

void rcc_compose_best(struct rcc_document *d, const struct rcc_best *b,
		      const struct rcc_findings *f)
{
	const struct rcc_search_runs runs = {
		.system =
			json_string_value(json_object_get(b->setup, "system")),
		.host = b->host,
		.span = b->runs};

	rcc_document_title(d, "The best layout");
	put_answer(d, b, &f->asked.metric);
	put_numbers(d, b);
	put_use(d, b);
	put_rounds(d, b);
	rcc_compose_search(d, f, &runs);
	if (b->n_failed != 0)
		rcc_document_paragraph(
			d,
			"%zu runs failed or have no value, and do not count.",
			b->n_failed);
}
