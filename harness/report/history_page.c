/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/history_page.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/mem.h"
#include "harness/report/forest.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"
#include "harness/report/verdict_words.h"

/* ---- The answer -------------------------------------------------------- */

/* Return the name of the history's metric for readers, such as "wall time". */
static const char *quantity(const struct rcc_history *h)
{
	const struct rcc_metric *metric = rcc_metric_find(h->metric);

	return metric != NULL ? metric->text : h->metric;
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void compose_headline(struct rcc_document *d,
			     const struct rcc_history *h)
{
	size_t n_worse = 0;
	size_t n_better = 0;
	size_t n_unknown = 0;
	size_t n_undecided = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct rcc_history_entry *e = &h->entry[i];
		const bool is_change = e->joint == RCC_VERDICT_SMALLER ||
				       e->joint == RCC_VERDICT_LARGER;
		const bool is_worse = rcc_verdict_is_worse(e->joint, e->better);

		n_unknown += is_change && e->better == RCC_BETTER_UNKNOWN;
		n_worse += is_worse;
		n_better += is_change && !is_worse &&
			    e->better != RCC_BETTER_UNKNOWN;
		n_undecided += e->joint == RCC_VERDICT_UNDECIDED;
	}
	if (n_unknown != 0 && n_worse + n_better != 0)
		rcc_document_headline(
			d,
			"%zu comparison%s (%s), judged together: %zu "
			"regression%s, %zu improvement%s, %zu change%s in a "
			"direction that was not known to be better or worse, "
			"%zu undecided.",
			h->n, plural(h->n), quantity(h), n_worse,
			plural(n_worse), n_better, plural(n_better), n_unknown,
			plural(n_unknown), n_undecided);
	else if (n_unknown != 0)
		rcc_document_headline(
			d,
			"Changes of %s in %zu of %zu comparison%s, all judged "
			"together.",
			quantity(h), n_unknown, h->n, plural(h->n));
	else
		rcc_document_headline(
			d,
			"%zu comparison%s (%s), judged together: %zu "
			"regression%s, %zu improvement%s, %zu undecided.",
			h->n, plural(h->n), quantity(h), n_worse,
			plural(n_worse), n_better, plural(n_better),
			n_undecided);
}

/* ---- The picture ------------------------------------------------------- */

/* Return the rows of the picture: the first version of the history, then the
 * newer version of each comparison, as a ratio to the first version.  The
 * caller must free them. */
static struct rcc_plot_ratio *history_rows(const struct rcc_history *h)
{
	struct rcc_plot_ratio *ratio = rcc_mem_calloc(h->n + 1, sizeof(*ratio));

	ratio[0] = (struct rcc_plot_ratio){h->first, 1, 1, 1, false};
	for (size_t i = 0; i < h->n; i++)
		ratio[i + 1] = (struct rcc_plot_ratio){
			h->entry[i].now, h->entry[i].since,
			h->entry[i].since_lo, h->entry[i].since_hi, false};
	return ratio;
}

/* Return whether the intervals of all comparisons have one confidence. */
static bool has_one_level(const struct rcc_history *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (!(fabs(h->entry[i].level - h->level) < 1e-9))
			return false;
	return true;
}

/* Return "95 % interval"; only "interval" if the comparisons have several
 * confidences.  The caller must free it. */
static char *interval_text(const struct rcc_history *h)
{
	return has_one_level(h)
		       ? rcc_mem_printf("%g %% interval", 100 * h->level)
		       : rcc_mem_strdup("interval");
}

static void compose_picture(struct rcc_document *d, const struct rcc_history *h)
{
	struct rcc_plot_ratio *ratio = history_rows(h);
	bool has_unknown = false;
	char *interval = interval_text(h);
	char *caption;

	for (size_t i = 0; i < h->n; i++)
		has_unknown |= isnan(h->entry[i].since);
	caption = rcc_mem_printf(
		"%s of each version relative to %s, the first version, with "
		"its %s. It is the product of the comparisons "
		"between the two. If the interval contains 0, no change from "
		"the first version is shown.%s",
		quantity(h), h->first, interval,
		has_unknown ? " Unknown: no earlier comparison links "
			      "the version to the first one."
			    : "");

	rcc_compose_forest(d, &(struct rcc_forest){"history",
						   "Versions against the first",
						   caption, ratio, h->n + 1});
	free(caption);
	free(interval);
	free(ratio);
}

/* ---- The table --------------------------------------------------------- */

static const char *word_for(enum rcc_verdict verdict, enum rcc_better better)
{
	return verdict == RCC_VERDICT_NO_DIFFERENCE
		       ? "no difference"
		       : rcc_verdict_key(verdict, better);
}

static void add_row(struct rcc_table *t, const struct rcc_history_entry *e)
{
	const time_t seconds = (time_t)e->time;
	struct tm tm;
	char when[24] = "";
	struct rcc_interval_text change;

	if (gmtime_r(&seconds, &tm) != NULL)
		strftime(when, sizeof(when), "%Y-%m-%d", &tm);
	rcc_table_row(t, e->now);
	rcc_table_cell(t, "%s", e->old);
	rcc_table_cell(t, "%s", when);
	rcc_table_cell(t, "%zu", e->n_layouts);
	if (!isfinite(e->ratio.hi - e->ratio.lo)) {
		rcc_table_message(t, "no interval");
		return;
	}
	rcc_format_change_interval(e->ratio.estimate, e->ratio.lo, e->ratio.hi,
				   &change);
	rcc_table_cell(t, "%s %%", change.estimate);
	rcc_table_cell(t, "%s to %s", change.lo, change.hi);
	rcc_table_cell(t, "%s", word_for(e->verdict, e->better));
	rcc_table_cell(t, "%s", word_for(e->joint, e->better));
}

/* Say which confidences the intervals have. */
static void put_levels(struct rcc_document *d, const struct rcc_history *h)
{
	double least = h->level;
	double most = h->level;

	for (size_t i = 0; i < h->n; i++) {
		least = fmin(least, h->entry[i].level);
		most = fmax(most, h->entry[i].level);
	}
	rcc_document_note(d,
			  "interval: each has the confidence that its "
			  "comparison was made with, from %g to %g %%; "
			  "together: at %g %%, that of the last comparison",
			  100 * least, 100 * most, 100 * h->level);
}

static void compose_table(struct rcc_document *d, const struct rcc_history *h)
{
	char *interval = interval_text(h);
	struct rcc_table *t;

	rcc_document_section(d, "Each comparison");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "version");
	rcc_table_column(t, RCC_ALIGN_LEFT, "against");
	rcc_table_html_column(t, RCC_ALIGN_LEFT, "date");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "difference");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%s", interval);
	free(interval);
	rcc_table_html_column(t, RCC_ALIGN_LEFT, "verdict alone");
	rcc_table_column(t, RCC_ALIGN_LEFT, "together");
	for (size_t i = 0; i < h->n; i++)
		add_row(t, &h->entry[i]);
	rcc_document_note(
		d, "together: the verdict adjusted for the number of "
		   "comparisons, since some of many would show a change by "
		   "chance (Holm)");
	if (!has_one_level(h))
		put_levels(d, h);
	if (h->n_others != 0)
		rcc_document_note(d,
				  "%zu comparison%s of other metrics %s left "
				  "out",
				  h->n_others, h->n_others == 1 ? "" : "s",
				  h->n_others == 1 ? "is" : "are");
}

/* ---- The commits ------------------------------------------------------- */

static bool has_commits(const struct rcc_history *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->entry[i].subject != NULL ||
		    h->entry[i].old_subject != NULL)
			return true;
	return false;
}

/* Return true if this version is in one of the first n comparisons. */
static bool is_listed(const struct rcc_history *h, size_t n,
		      const char *version)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(h->entry[i].old, version) == 0 ||
		    strcmp(h->entry[i].now, version) == 0)
			return true;
	return false;
}

static void add_commit(struct rcc_table *t, const char *version,
		       const char *date, const char *subject)
{
	if (subject == NULL)
		return;
	rcc_table_row(t, version);
	rcc_table_cell(t, "%s", date != NULL ? date : "");
	rcc_table_cell(t, "%s", subject);
}

static void compose_commits(struct rcc_document *d, const struct rcc_history *h)
{
	struct rcc_table *t;

	if (!has_commits(h))
		return;
	rcc_document_section(d, "The commits");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "version");
	rcc_table_column(t, RCC_ALIGN_LEFT, "date");
	rcc_table_column(t, RCC_ALIGN_LEFT, "subject");
	for (size_t i = 0; i < h->n; i++) {
		const struct rcc_history_entry *e = &h->entry[i];

		if (!is_listed(h, i, e->old))
			add_commit(t, e->old, e->old_date, e->old_subject);
		if (!is_listed(h, i, e->now))
			add_commit(t, e->now, e->date, e->subject);
	}
}

void rcc_compose_history(struct rcc_document *d, const struct rcc_history *h)
{
	rcc_document_title(d, "History of %s", quantity(h));
	rcc_document_answer(d);
	compose_headline(d, h);
	compose_picture(d, h);
	rcc_document_answer_end(d);
	compose_table(d, h);
	compose_commits(d, h);
}
