/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/explanation_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/dose_tables.h"
#include "harness/report/format.h"
#include "harness/report/how_measured.h"
#include "harness/report/plot_doses.h"
#include "harness/report/remedies_page.h"

static const char *name_of(const struct rcc_explanation *e, size_t number)
{
	return number < e->n_moved ? e->moved[number]->label : "?";
}

/* Return the placement that is suspected to change the time, such as "compare
 * at 48 mod 64" for the function compare(); caller frees. */
static char *place_text(const struct rcc_explanation *e,
			const struct rcc_confirmation *c)
{
	const struct rcc_suspect *s = &c->suspect;

	if (rcc_suspect_property(s) == RCC_PROPERTY_SET)
		return rcc_mem_printf("%s and %s in the same cache set",
				      name_of(e, s->function),
				      name_of(e, s->other));
	if (s->other != RCC_NO_FUNCTION)
		return rcc_mem_printf("%s %u to %u bytes behind %s mod %u",
				      name_of(e, s->function), s->first,
				      s->first + s->width - 1,
				      name_of(e, s->other), s->modulus);
	return rcc_mem_printf("%s at %u mod %u", name_of(e, s->function),
			      c->n_doses != 0 ? c->dose[0].offset : s->first,
			      s->modulus);
}

/* ---- The answer -------------------------------------------------------- */

/* Write the size of a placement's effect on the metric to `out`, such as "3.1 %
 * (2.4 to 3.9)".  The size of a decrease is positive too. */
static void size_text(const struct rcc_ratio *r, char *out, size_t n)
{
	const bool is_more = r->estimate > 1;
	const double sign = is_more ? 100 : -100;
	const double a = sign * (r->lo - 1);
	const double b = sign * (r->hi - 1);
	const int digits = rcc_format_decimals(fabs(b - a) / 4);

	snprintf(out, n, "%.*f %% (%.*f to %.*f)", digits,
		 sign * (r->estimate - 1), digits, is_more ? a : b, digits,
		 is_more ? b : a);
}

static const char *verb_of(const struct rcc_metric *metric, bool is_more,
			   bool is_plural)
{
	if (!rcc_metric_is_time(metric))
		return is_more	   ? is_plural ? "raise" : "raises"
		       : is_plural ? "lower"
				   : "lowers";
	return is_more	   ? is_plural ? "cost" : "costs"
	       : is_plural ? "save"
			   : "saves";
}

/* Return a sentence about the effect of a placement, such as "compare at 48 mod
 * 64 costs 3.1 % (2.4 to 3.9) of the time"; caller frees. */
static char *sentence(const struct rcc_explanation *e,
		      const struct rcc_confirmation *c,
		      const struct rcc_metric *metric)
{
	const bool is_pair =
		rcc_suspect_property(&c->suspect) == RCC_PROPERTY_SET;
	char *place = place_text(e, c);
	char size[96];
	char *text;
	const char *verb = verb_of(metric, c->ratio.estimate > 1, is_pair);

	size_text(&c->ratio, size, sizeof(size));
	if (rcc_metric_is_time(metric))
		text = rcc_mem_printf("%s %s %s of the time", place, verb,
				      size);
	else
		text = rcc_mem_printf("%s %s %s by %s", place, verb,
				      metric->name, size);
	free(place);
	return text;
}

static size_t n_named(const struct rcc_explanation *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n_suspects; i++)
		n += rcc_explanation_names(e, i);
	return n;
}

/* The end of a sentence on a search that was cut short; its argument is
 * n_explored. */
#define CUT_SHORT                                                              \
	"the time was over after %zu runs with functions at random places. "   \
	"To begin anew with a longer --budget, remove explain.db."

static void put_nothing(struct rcc_document *d, const struct rcc_explanation *e)
{
	if (!e->is_explored)
		rcc_document_headline(
			d,
			"No answer yet: after %zu runs with functions at "
			"random places it is too early to suspect or to "
			"exclude a place. The same command goes on.",
			e->n_explored);
	else if (!e->is_decided)
		rcc_document_headline(d, "No function is confirmed yet: the "
					 "time was over before all were "
					 "decided. The same command goes on.");
	else if (e->is_cut_short)
		rcc_document_headline(
			d,
			"No function is confirmed, and others are not "
			"excluded: " CUT_SHORT,
			e->n_explored);
	else if (e->n_moved == 0)
		rcc_document_headline(d, "No function with a notable share of "
					 "the time can be moved.");
	else
		rcc_document_headline(d, "No single function explains the "
					 "variation.");
}

static void put_answer(struct rcc_document *d, const struct rcc_explanation *e,
		       const struct rcc_remedies *remedies,
		       const struct rcc_metric *metric)
{
	rcc_document_answer(d);
	if (n_named(e) == 0)
		put_nothing(d, e);
	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_confirmation *c = &e->confirmation[i];
		char *text;

		if (!rcc_explanation_names(e, i))
			continue;
		text = sentence(e, c, metric);
		rcc_document_headline(
			d,
			"%s; confirmed by moving %s alone, %zu %s, %zu "
			"blocks.",
			text,
			rcc_suspect_property(&c->suspect) == RCC_PROPERTY_SET
				? "these two"
				: "it",
			c->n_doses,
			c->suspect.other != RCC_NO_FUNCTION ? "places"
							    : "offsets",
			c->n_blocks);
		free(text);
	}
	if (n_named(e) != 0 && !e->is_decided)
		rcc_document_paragraph(d, "The time was over before all "
					  "suspected places were decided. The "
					  "same command goes on.");
	if (n_named(e) != 0 && e->is_cut_short)
		rcc_document_paragraph(
			d, "Other places are not excluded: " CUT_SHORT,
			e->n_explored);
	rcc_compose_remedies_answer(d, e, remedies);
	rcc_document_answer_end(d);
}

/* ---- Variation that remains -------------------------------------------- */

/* The share of the variation that remains if effects explain next to nothing
 * of it. */
#define HARDLY_LESS 0.9

static void put_rest(struct rcc_document *d, const struct rcc_explanation *e)
{
	char all[32];
	char rest[32];
	char threshold[32];

	if (e->n_layouts < 3 || !isfinite(e->layouts_sd))
		return;
	/* Unless every place was tested, there is nothing to say of the rest. */
	if (n_named(e) == 0 &&
	    (!e->is_explored || !e->is_decided || e->is_cut_short))
		return;
	rcc_document_section(d, "What remains");
	rcc_format_percent(100 * e->layouts_sd, all, sizeof(all));
	rcc_format_percent(100 * e->rest_sd, rest, sizeof(rest));
	rcc_format_percent(100 * e->threshold, threshold, sizeof(threshold));
	if (n_named(e) == 0)
		rcc_document_paragraph(
			d,
			"The means of the study's %zu layouts vary by %s "
			"(standard deviation, noise included). No place of one "
			"function has an effect above the threshold of %s that "
			"explains it. Several functions together may be the "
			"cause, or the places of variables and the heap, which "
			"explain does not test.",
			e->n_layouts, all, threshold);
	else
		rcc_document_paragraph(
			d,
			"The means of the study's %zu layouts vary by %s "
			"(standard deviation, noise included). Without the "
			"effect%s named above they would vary by %s%s.",
			e->n_layouts, all, n_named(e) == 1 ? "" : "s", rest,
			e->rest_sd >= e->layouts_sd ? ", which is not less"
			: e->rest_sd > HARDLY_LESS * e->layouts_sd
				? ", which is hardly less"
				: "");
}

/* ---- The tests --------------------------------------------------------- */

static const char *verdict_text(const struct rcc_explanation *e, size_t i)
{
	const struct rcc_confirmation *c = &e->confirmation[i];

	if (c->n_doses == 0)
		return "Cannot be tested: its alignment allows no other place";
	if (rcc_explanation_names(e, i))
		return c->verdict == RCC_CONFIRM_YES
			       ? "Confirmed"
			       : "Confirmed; the time was over before the "
				 "effect was known well";
	if (c->verdict == RCC_CONFIRM_OPEN)
		return "Undecided: the time was over";
	return c->is_seen ? "There is an effect, but it is smaller than the "
			    "threshold"
			  : "No effect that matters";
}

static void put_verdict(struct rcc_document *d, const struct rcc_explanation *e,
			size_t i)
{
	const struct rcc_confirmation *c = &e->confirmation[i];
	const size_t n_after = c->n_measured - c->n_blocks;

	if (n_after == 0)
		rcc_document_paragraph(d, "%s (%zu blocks).",
				       verdict_text(e, i), c->n_blocks);
	else
		rcc_document_paragraph(
			d, "%s (%zu blocks; %zu more count at the next look).",
			verdict_text(e, i), c->n_blocks, n_after);
}

static void draw_doses(FILE *out, const void *self)
{
	rcc_plot_doses(out, self);
}

static void put_picture(struct rcc_document *d, const struct rcc_explanation *e,
			size_t i, const char *place)
{
	const struct rcc_suspect *s = &e->confirmation[i].suspect;
	char *id = rcc_mem_printf("doses-%zu", i);
	const struct rcc_plot_doses plot = {
		.id = id,
		.title = place,
		.function = name_of(e, s->function),
		.other = s->other != RCC_NO_FUNCTION ? name_of(e, s->other)
						     : NULL,
		.confirmation = &e->confirmation[i],
	};

	rcc_document_figure(d,
			    "The mean change at each offset, and its "
			    "interval of 95 %. 0 % is the mean of the offsets "
			    "that are not suspected.",
			    draw_doses, &plot);
	free(id);
}

/* ---- The code ---------------------------------------------------------- */

/* Append the instructions of a function's hot loop.  Print the offsets of the
 * instructions for a function that begins at `offset`. */
static void put_loop(struct rcc_document *d,
		     const struct rcc_explained_function *f, unsigned offset)
{
	struct rcc_table *t;

	if (json_array_size(f->loop) == 0)
		return;
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "address");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mod %u", RCC_PLACE_LINE);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "samples");
	rcc_table_column(t, RCC_ALIGN_LEFT, "instruction");
	for (size_t i = 0; i < json_array_size(f->loop); i++) {
		const json_t *one = json_array_get(f->loop, i);
		const uint64_t address = (uint64_t)json_integer_value(
			json_object_get(one, "address"));
		const double n =
			json_number_value(json_object_get(one, "samples"));
		const char *text =
			json_string_value(json_object_get(one, "text"));
		char *head = rcc_mem_printf("%" PRIx64, address);

		rcc_table_row(t, head);
		rcc_table_cell(t, "%u",
			       (unsigned)(address - f->address + offset) %
				       RCC_PLACE_LINE);
		rcc_table_cell(t, "%.0f %%", 100 * n / (double)f->n_samples);
		rcc_table_cell(t, "%.44s", text != NULL ? text : "");
		free(head);
	}
	rcc_document_note(d,
			  "The hot loop of %s: addresses in the layout that "
			  "was sampled, offsets when the function is at %u.",
			  f->label, offset % RCC_PLACE_LINE);
}

/* Return whether the hot loop of e->moved[function] was already printed, below
 * one of the tests 0 to i - 1. */
static bool is_shown(const struct rcc_explanation *e, size_t i, size_t function)
{
	for (size_t k = 0; k < i; k++) {
		const struct rcc_suspect *s = &e->confirmation[k].suspect;

		if (rcc_explanation_names(e, k) &&
		    (s->function == function || s->other == function))
			return true;
	}
	return false;
}

/* Append the loops of the functions of test i. */
static void put_loops(struct rcc_document *d, const struct rcc_explanation *e,
		      size_t i)
{
	const struct rcc_confirmation *c = &e->confirmation[i];
	const size_t function = c->suspect.function;
	const size_t other = c->suspect.other;

	if (function < e->n_moved && !is_shown(e, i, function))
		put_loop(d, e->moved[function], c->dose[0].offset);
	if (other < e->n_moved && !is_shown(e, i, other))
		put_loop(d, e->moved[other], c->dose[0].other);
}

/* ---- All tests --------------------------------------------------------- */

static bool has_counts(const struct rcc_explanation *e)
{
	for (size_t i = 0; i < e->n_suspects; i++)
		if (e->n_counts[i] != 0 && e->confirmation[i].n_blocks > 1)
			return true;
	return false;
}

static void put_tests(struct rcc_document *d, const struct rcc_explanation *e)
{
	if (e->n_suspects == 0)
		return;
	rcc_document_section(d, "Tests");
	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_confirmation *c = &e->confirmation[i];
		char *place = place_text(e, c);

		rcc_document_question(d, "%s", place);
		put_verdict(d, e, i);
		if (c->n_blocks > 1) {
			put_picture(d, e, i, place);
			rcc_compose_doses(d, c);
			rcc_compose_dose_counts(d, c, e->count[i],
						e->n_counts[i]);
		}
		if (rcc_explanation_names(e, i))
			put_loops(d, e, i);
		free(place);
	}
	rcc_document_note(d, "Change: against the mean of the offsets that are "
			     "not suspected. Nothing else moved. The "
			     "intervals of the answer hold together, for all "
			     "tests and looks, at 95 %%.");
	if (has_counts(e))
		rcc_document_note(
			d, "Events: the kernel counted them in the same runs. "
			   "The change is that of the mean count, against the "
			   "offsets that are not suspected. A number without "
			   "%% is the mean count of a run; it stands where no "
			   "change can be computed, because the other offsets "
			   "have no such events.");
}

/* ---- The screen -------------------------------------------------------- */

/* The largest number of associations between a function's place and the time
 * (struct rcc_screened) that are shown. */
#define SHOWN_MOST 12

/* Return the places for which an association holds, as offsets, distances or
 * cache sets, such as "48 to 63 mod 64"; caller frees. */
static char *range_text(const struct rcc_suspect *s, const char *other)
{
	const unsigned last = s->first + s->width - 1;

	switch (rcc_suspect_property(s)) {
	case RCC_PROPERTY_SET:
		return rcc_mem_printf("in the set of %s", other);
	case RCC_PROPERTY_DISTANCE:
		return rcc_mem_printf("%u to %u behind %s", s->first, last,
				      other);
	default:
		return rcc_mem_printf("%u to %u mod %u", s->first, last,
				      s->modulus);
	}
}

static void put_association(struct rcc_table *t,
			    const struct rcc_explanation *e,
			    const struct rcc_screened *one)
{
	const struct rcc_suspect *s = &one->suspect;
	char *range = range_text(s, name_of(e, s->other));
	char change[48];
	char p[48];

	rcc_format_change(exp(s->effect), fabs(s->effect / s->t), change,
			  sizeof(change));
	rcc_format_digits(s->p, 2, p, sizeof(p));
	rcc_table_row(t, name_of(e, s->function));
	rcc_table_cell(t, "%s", range);
	rcc_table_cell(t, "%s %%", change);
	rcc_table_cell(t, "%.1f", s->t);
	rcc_table_cell(t, "%s", s->p < 0.001 ? "< 0.001" : p);
	rcc_table_cell(t, "%s", one->is_tested ? "yes" : "no");
	free(range);
}

static void put_associations(struct rcc_document *d,
			     const struct rcc_explanation *e,
			     const struct rcc_screened *list, size_t n)
{
	struct rcc_table *t = rcc_document_table(d, NULL);

	rcc_table_column(t, RCC_ALIGN_LEFT, "function");
	rcc_table_column(t, RCC_ALIGN_LEFT, "place");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "change");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "t");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "p");
	rcc_table_column(t, RCC_ALIGN_LEFT, "tested");
	for (size_t i = 0; i < n && i < SHOWN_MOST; i++)
		put_association(t, e, &list[i]);
}

static void put_screen(struct rcc_document *d, const struct rcc_explanation *e)
{
	size_t n;
	size_t n_tried;
	struct rcc_screened *list = rcc_explanation_screen(e, &n, &n_tried);

	if (n != 0) {
		rcc_document_section(d, "Associations");
		put_associations(d, e, list, n);
		rcc_document_note(
			d,
			"Programs with the function at this place, against all "
			"others: the study's %zu layouts, and %zu programs "
			"with the hot functions at random places. %zu "
			"associations were tried, and p is adjusted for that "
			"number. Each line is the strongest of a function and "
			"a property: offset modulo 64, offset modulo 4096, "
			"cache set, distance in bytes modulo 4096.%s An "
			"association proves nothing: a test is made on new "
			"runs, in which one function moves. To choose the "
			"second and the third test, the effects of those "
			"before are subtracted first, so their places may not "
			"be in this list.",
			e->n_layouts, e->n_explored, n_tried,
			n > SHOWN_MOST ? " JSON has the weaker ones." : "");
	}
	free(list);
}

/* ---- Functions --------------------------------------------------------- */

static void put_functions(struct rcc_document *d,
			  const struct rcc_explanation *e)
{
	struct rcc_table *t;

	if (e->n_functions == 0)
		return;
	rcc_document_section(d, "Where the time is");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "function");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "CPU time");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mod 64");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mod 4096");
	rcc_table_column(t, RCC_ALIGN_LEFT, "moved");
	for (size_t i = 0; i < e->n_functions; i++) {
		const struct rcc_explained_function *f = &e->function[i];

		rcc_table_row(t, f->label);
		rcc_table_cell(t, "%.1f %%", 100 * f->share);
		rcc_table_cell(t, "%u", f->offset % RCC_PLACE_LINE);
		rcc_table_cell(t, "%u", f->offset);
		rcc_table_cell(t, "%s",
			       f->obstacle != NULL ? f->obstacle : "yes");
	}
	rcc_document_note(d,
			  "CPU time: the share of the samples in the layout "
			  "whose functions were moved. The offsets are those "
			  "in this layout.");
}

/* Append a note on the CPU's counters: how to count other events, or why they
 * cannot be used. */
static void put_counters(struct rcc_document *d,
			 const struct rcc_explanation *e)
{
	const json_t *granted = json_object_get(e->counters, "granted");
	const char *reason =
		json_string_value(json_object_get(e->counters, "reason"));
	const char *remedy =
		json_string_value(json_object_get(e->counters, "remedy"));

	if (json_array_size(granted) != 0)
		rcc_document_note(
			d, "The CPU's counters are granted here, so each test "
			   "counts events. The events of the study's metrics "
			   "(--metric perf:NAME) are counted too.");
	else if (reason != NULL && remedy != NULL)
		rcc_document_note(
			d,
			"The CPU's counters are not granted here, so their "
			"events are not counted: %s (%s).",
			reason, remedy);
}

/* ---- How it was measured ----------------------------------------------- */

static void put_origin(struct rcc_document *d, const struct rcc_explanation *e,
		       const struct rcc_findings *f)
{
	const struct rcc_layout_record *l = rcc_explanation_layout(e, f);
	struct rcc_search_runs runs = {
		.system =
			json_string_value(json_object_get(e->setup, "system")),
		.host = e->host,
		.span = e->span};
	char *layout = NULL;

	if (l != NULL)
		layout = l->seed != 0
				 ? rcc_mem_printf("functions were moved in the "
						  "layout of the seed %" PRIu64,
						  l->seed)
				 : rcc_mem_strdup("functions were moved in the "
						  "original layout");
	runs.layout = layout;
	rcc_compose_search(d, f, &runs);
	free(layout);
}

void rcc_compose_explanation(struct rcc_document *d,
			     const struct rcc_explanation *e,
			     const struct rcc_remedies *remedies,
			     const struct rcc_findings *f)
{
	rcc_document_title(d, "Which function's place matters");
	put_answer(d, e, remedies, &f->asked.metric);
	rcc_compose_remedies(d, e, remedies);
	put_tests(d, e);
	put_rest(d, e);
	put_screen(d, e);
	put_functions(d, e);
	put_counters(d, e);
	put_origin(d, e, f);
	if (e->n_failed != 0)
		rcc_document_paragraph(d,
				       "%zu runs failed or have no value, and "
				       "do not count.",
				       e->n_failed);
}
