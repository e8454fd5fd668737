/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/remedies_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/shell_words.h"
#include "harness/report/format.h"
#include "harness/report/json_parts.h"
#include "harness/report/verdict_words.h"

static const char *text_of(const struct rcc_remedies *r, size_t i,
			   const char *key)
{
	return json_string_value(
		json_object_get(json_array_get(r->list, i), key));
}

/* ---- The answer -------------------------------------------------------- */

static bool is_better(const struct rcc_comparison *c)
{
	return (c->verdict == RCC_VERDICT_SMALLER ||
		c->verdict == RCC_VERDICT_LARGER) &&
	       c->better != RCC_BETTER_UNKNOWN &&
	       !rcc_verdict_is_worse(c->verdict, c->better);
}

/* Compare the program that has remedy i with the present program, and set *c.
 * Return whether the remedy is seen to help.  If no program with this remedy
 * was built, return false and leave *c as it is. */
static bool helps(const struct rcc_explanation *e, const struct rcc_remedies *r,
		  size_t i, struct rcc_comparison *c)
{
	const size_t system = rcc_remedies_system(r, i);

	if (system == 0)
		return false;
	rcc_remedies_compare(r, e, system, c);
	return is_better(c);
}

/* Find the remedy that helps most.  Return the ratio of the program with this
 * remedy to the present program; 1 if no remedy helps. */
static double best_ratio(const struct rcc_explanation *e,
			 const struct rcc_remedies *r)
{
	double best = 1;

	for (size_t i = 0; i < json_array_size(r->list); i++) {
		struct rcc_comparison c;

		if (helps(e, r, i, &c) &&
		    fabs(log(rcc_comparison_ratio(&c)->estimate)) >
			    fabs(log(best)))
			best = rcc_comparison_ratio(&c)->estimate;
	}
	return best;
}

/* Find the remedy that the headline names, and compare it with the present
 * program.  A remedy is as good as the best one if it helps and its interval
 * contains best_ratio().  Choose the first such remedy, because earlier
 * remedies change the program less.  Return its index in the list, or the
 * length of the list if no remedy helps. */
static size_t find_best(const struct rcc_explanation *e,
			const struct rcc_remedies *r, struct rcc_comparison *c)
{
	const double best = best_ratio(e, r);
	const size_t n = json_array_size(r->list);

	for (size_t i = 0; i < n; i++)
		if (helps(e, r, i, c) && rcc_comparison_ratio(c)->lo <= best &&
		    best <= rcc_comparison_ratio(c)->hi)
			return i;
	return n;
}

/* Count the remedies that are compared, and those of them that are
 * undecided. */
static size_t count_undecided(const struct rcc_explanation *e,
			      const struct rcc_remedies *r, size_t *n_compared)
{
	size_t n = 0;

	*n_compared = 0;
	for (size_t i = 0; i < json_array_size(r->list); i++) {
		struct rcc_comparison c;

		if (rcc_remedies_system(r, i) == 0)
			continue;
		rcc_remedies_compare(r, e, rcc_remedies_system(r, i), &c);
		++*n_compared;
		n += c.verdict == RCC_VERDICT_UNDECIDED;
	}
	return n;
}

/* Write the standard deviation between layouts to `out`: "0.61 % (0.42 to
 * 1.1)", or "at most 0.2 %". */
static void deviation_text(const struct rcc_effect *e, char *out, size_t n)
{
	struct rcc_interval percent;
	struct rcc_interval_text text;
	char most[48];

	if (e == NULL || e->error != 0) {
		snprintf(out, n, "n/a");
	} else if (rcc_effect_sd(e, &percent)) {
		rcc_format_percent_interval(&percent, &text);
		snprintf(out, n, "%s %% (%s to %s)", text.estimate, text.lo,
			 text.hi);
	} else {
		rcc_format_percent(e->sd_most, most, sizeof(most));
		snprintf(out, n, "at most %s", most);
	}
}

static void put_best(struct rcc_document *d, const struct rcc_remedies *r,
		     size_t i, const struct rcc_comparison *c)
{
	const struct rcc_ratio *ratio = rcc_comparison_ratio(c);
	struct rcc_interval_text change;
	char was[160];
	char is[160];

	rcc_format_change_interval(ratio->estimate, ratio->lo, ratio->hi,
				   &change);
	deviation_text(rcc_remedies_effect(r, 0), was, sizeof(was));
	deviation_text(rcc_remedies_effect(r, rcc_remedies_system(r, i)), is,
		       sizeof(is));
	rcc_document_headline(d,
			      "Remedy: %s changes the mean over layouts by "
			      "%s %% (%s to %s). Layouts deviate by %s "
			      "with it, and by %s without.",
			      text_of(r, i, "advice"), change.estimate,
			      change.lo, change.hi, is, was);
}

void rcc_compose_remedies_answer(struct rcc_document *d,
				 const struct rcc_explanation *e,
				 const struct rcc_remedies *r)
{
	struct rcc_comparison c;
	size_t best;
	size_t n;
	size_t n_undecided;

	if (!r->is_measured)
		return;
	best = find_best(e, r, &c);
	if (best < json_array_size(r->list)) {
		put_best(d, r, best, &c);
		return;
	}
	n_undecided = count_undecided(e, r, &n);
	if (n_undecided != 0)
		rcc_document_headline(
			d,
			"No remedy is seen to help; %zu of %zu %s undecided.",
			n_undecided, n, n_undecided == 1 ? "is" : "are");
	else
		rcc_document_headline(d, "No remedy that was tried helps.");
}

/* ---- The section ------------------------------------------------------- */

static void put_row(struct rcc_table *t, const struct rcc_explanation *e,
		    const struct rcc_remedies *r, const char *name,
		    size_t system)
{
	struct rcc_comparison c;
	struct rcc_interval_text text;
	char deviation[160];

	rcc_table_row(t, name);
	if (system == 0) {
		rcc_table_cell(t, "%s", "");
	} else {
		const struct rcc_ratio *ratio;

		rcc_remedies_compare(r, e, system, &c);
		ratio = rcc_comparison_ratio(&c);
		rcc_format_change_interval(ratio->estimate, ratio->lo,
					   ratio->hi, &text);
		rcc_table_cell(t, "%s %% (%s to %s)", text.estimate, text.lo,
			       text.hi);
	}
	deviation_text(rcc_remedies_effect(r, system), deviation,
		       sizeof(deviation));
	rcc_table_cell(t, "%s", deviation);
}

static void put_table(struct rcc_document *d, const struct rcc_explanation *e,
		      const struct rcc_remedies *r)
{
	struct rcc_table *t = rcc_document_table(d, NULL);
	char *folder = rcc_shell_quote(r->folder);

	rcc_table_column(t, RCC_ALIGN_LEFT, "program");
	rcc_table_column(t, RCC_ALIGN_LEFT, "change");
	rcc_table_column(t, RCC_ALIGN_LEFT, "deviation of layouts");
	put_row(t, e, r, RCC_REMEDIES_PRESENT, 0);
	for (size_t i = 0; i < json_array_size(r->list); i++)
		if (rcc_remedies_system(r, i) != 0)
			put_row(t, e, r, text_of(r, i, "name"),
				rcc_remedies_system(r, i));
	rcc_document_note(
		d,
		"Each program was built again from the sources and measured "
		"over %zu layouts, in turns with the others%s. "
		"Change: of the mean over the layouts. Deviation: the standard "
		"deviation between layouts, without noise. In parentheses: "
		"%.0f %% intervals. Below %.2g %% a change does not matter.",
		r->findings.cell[0].n_layouts,
		r->findings.is_unfinished ? "; it is not finished" : "",
		100 * r->findings.asked.level, 100 * e->threshold);
	rcc_document_command(d, "The study of them", "randstudy report %s",
			     folder);
	free(folder);
}

/* Return what measuring remedy i has shown, such as "helps" or "not
 * measured". */
static const char *result_text(const struct rcc_explanation *e,
			       const struct rcc_remedies *r, size_t i)
{
	struct rcc_comparison c;

	if (!r->is_measured || rcc_remedies_system(r, i) == 0)
		return "not measured";
	rcc_remedies_compare(r, e, rcc_remedies_system(r, i), &c);
	if (c.verdict == RCC_VERDICT_NO_DIFFERENCE)
		return "does not help";
	if (c.verdict == RCC_VERDICT_UNDECIDED ||
	    c.better == RCC_BETTER_UNKNOWN)
		return rcc_verdict_short(c.verdict, &r->findings.asked.metric);
	return is_better(&c) ? "helps" : "makes it worse";
}

static void put_failed(struct rcc_document *d, const char *what,
		       const char *problem, const char *command)
{
	rcc_document_paragraph(d, "%s was not measured: %s.", what, problem);
	rcc_document_command(d, "To try it", "%s", command);
}

static bool is_any_named(const struct rcc_explanation *e)
{
	for (size_t i = 0; i < e->n_suspects; i++)
		if (rcc_explanation_names(e, i))
			return true;
	return false;
}

void rcc_compose_remedies(struct rcc_document *d,
			  const struct rcc_explanation *e,
			  const struct rcc_remedies *r)
{
	if (json_array_size(r->list) == 0) {
		if (is_any_named(e))
			rcc_document_paragraph(
				d, "randstudy explain --remedies builds the "
				   "program with what may help, and measures "
				   "it.");
		return;
	}
	rcc_document_section(d, "Remedies");
	if (r->problem != NULL) {
		put_failed(d, "The program", r->problem, r->command);
		return;
	}
	if (r->is_measured)
		put_table(d, e, r);
	for (size_t i = 0; i < json_array_size(r->list); i++) {
		const char *problem = text_of(r, i, "problem");

		if (problem != NULL)
			put_failed(d, text_of(r, i, "advice"), problem,
				   text_of(r, i, "command"));
		else
			rcc_document_term(d, text_of(r, i, "name"), "%s: %s",
					  text_of(r, i, "advice"),
					  result_text(e, r, i));
	}
}

/* ---- JSON -------------------------------------------------------------- */

static json_t *deviation_json(const struct rcc_effect *e)
{
	struct rcc_interval percent;

	if (e == NULL || e->error != 0)
		return json_null();
	if (rcc_effect_sd(e, &percent))
		return rcc_json_interval(&percent);
	return json_pack("{s:o}", "at-most", rcc_json_number(e->sd_most));
}

static json_t *remedy_json(const struct rcc_explanation *e,
			   const struct rcc_remedies *r, size_t i)
{
	const size_t system = rcc_remedies_system(r, i);
	json_t *json = json_pack(
		"{s:s*,s:s*,s:s*,s:s*,s:s*}", "name", text_of(r, i, "name"),
		"advice", text_of(r, i, "advice"), "flags",
		text_of(r, i, "flags"), "problem", text_of(r, i, "problem"),
		"command", text_of(r, i, "command"));
	struct rcc_comparison c;

	if (system == 0 || !r->is_measured)
		return json;
	rcc_remedies_compare(r, e, system, &c);
	json_object_set_new(json, "ratio",
			    rcc_json_ratio(rcc_comparison_ratio(&c)));
	json_object_set_new(json, "verdict",
			    json_string(rcc_verdict_key(c.verdict, c.better)));
	json_object_set_new(json, "layout-sd-percent",
			    deviation_json(rcc_remedies_effect(r, system)));
	return json;
}

json_t *rcc_json_remedies(const struct rcc_explanation *e,
			  const struct rcc_remedies *r)
{
	json_t *json;
	json_t *list;

	if (json_array_size(r->list) == 0)
		return json_null();
	list = json_array();
	for (size_t i = 0; i < json_array_size(r->list); i++)
		json_array_append_new(list, remedy_json(e, r, i));
	json = json_pack("{s:s*,s:s*,s:o}", "problem", r->problem, "command",
			 r->command, "list", list);
	if (r->is_measured) {
		json_object_set_new(
			json, "present",
			json_pack("{s:o}", "layout-sd-percent",
				  deviation_json(rcc_remedies_effect(r, 0))));
		json_object_set_new(
			json, "layouts",
			json_integer(
				(json_int_t)r->findings.cell[0].n_layouts));
	}
	return json;
}
