/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study as an HTML page.  Its words are those of the text report, taken from
 * there; its numbers are in tables, its pictures beside them.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/findings/comparison.h"
#include "harness/build/experiment.h"
#include "harness/report/format.h"
#include "harness/report/html.h"
#include "harness/report/plot.h"
#include "harness/report/table.h"
#include "harness/report/warnings.h"

/* ---- What was measured ------------------------------------------------- */

static char *title_of(const struct rcc_findings *f)
{
	char *title = rcc_mem_printf("Layout study of %s",
				     rcc_findings_system_name(f, 0));

	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		char *longer = rcc_mem_printf(
			"%s%s %s", title,
			i + 1 == f->stored.study.n_systems ? " and" : ",",
			rcc_findings_system_name(f, i));

		free(title);
		title = longer;
	}
	return title;
}

static void put_measured(const struct rcc_findings *f, FILE *out)
{
	struct rcc_html_captured c;
	FILE *text = rcc_html_capture(&c);

	if (text == NULL)
		return;
	rcc_report_measured(f, text);
	rcc_html_terms(out, rcc_html_captured_text(&c), RCC_REPORT_LABEL);
	free(c.text);
}

static void put_arm(const struct rcc_findings *f, const struct rcc_cell *c,
		    FILE *out)
{
	const struct rcc_interval *i = &c->interval;
	const double half = (i->hi - i->lo) / 2;
	const struct rcc_scale scale =
		rcc_format_scale(&f->asked.metric, c->levels.mean);
	char text[64];

	rcc_findings_arm_label(f, c, text, sizeof(text));
	rcc_html_row_begin(out, text);
	snprintf(text, sizeof(text), "%zu of %zu", c->n_ok, c->n_planned);
	rcc_html_number(out, text);
	if (c->levels_error != 0 || c->interval_error != 0) {
		rcc_html_word(out, "too few good runs");
		rcc_html_row_end(out);
		return;
	}
	rcc_format_value(scale, i->estimate, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_value(scale, i->lo, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_value(scale, i->hi, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_spread(&f->asked.metric, c->levels.sd, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_percent(100 * c->levels.sd / fabs(i->estimate), text,
			   sizeof(text));
	rcc_html_number(out, text);
	rcc_html_row_end(out);
}

static void put_arms(const struct rcc_findings *f, FILE *out)
{
	static const char *const heads[] = {
		"arm", "good runs", "mean",	 "interval from",
		"to",  "sd",	    "sd / mean", NULL};
	char *caption = rcc_mem_printf(
		"%s of each arm; %.0f %% intervals; sd: of single runs",
		f->asked.metric.text, 100 * f->asked.level);

	rcc_html_table_begin(out, "table-arms", caption, heads);
	for (size_t i = 0; i < f->n_cells; i++)
		put_arm(f, &f->cell[i], out);
	rcc_html_table_end(out);
	free(caption);
}

static void put_sequence(const struct rcc_findings *f, size_t i, FILE *out)
{
	char *id = rcc_mem_printf("sequence-%zu", i);
	char *caption = rcc_mem_printf(
		"%s: the runs in the order they were made. Without "
		"disturbance, no pattern.",
		rcc_findings_system_name(f, i));

	rcc_html_figure_begin(out);
	rcc_plot_sequence(out, id, f, i);
	rcc_html_figure_end(out, caption);
	free(caption);
	free(id);
}

static void put_pictures(const struct rcc_findings *f, FILE *out)
{
	rcc_html_figures_begin(out);
	rcc_html_figure_begin(out);
	rcc_plot_arms(out, "arms", f);
	rcc_html_figure_end(out, "Every layout and every run of the original "
				 "one; below them the mean and its interval.");
	for (size_t i = 0; i < f->stored.study.n_systems; i++)
		if (rcc_plot_has_sequence(f, i))
			put_sequence(f, i, out);
	rcc_html_figures_end(out);
}

/* ---- What it means ----------------------------------------------------- */

static void put_effect(const struct rcc_findings *f, size_t i, FILE *out)
{
	const struct rcc_effect *e = &f->effect[i];
	const struct rcc_cell *cell = &f->cell[e->random];
	char *heading = rcc_mem_printf(
		"What layout does to %s%s%s",
		rcc_findings_system_name(f, cell->system),
		f->n_effects > f->stored.study.n_systems ? ", arm " : "",
		f->n_effects > f->stored.study.n_systems
			? f->stored.study.arm[cell->arm].name
			: "");
	char *id = rcc_mem_printf("layouts-%zu", i);
	struct rcc_html_captured c;
	FILE *text = rcc_html_capture(&c);

	rcc_html_heading(out, 2, heading);
	if (text != NULL) {
		rcc_report_effect(f, e, text);
		rcc_html_words(out, rcc_html_captured_text(&c));
		free(c.text);
	}
	if (e->error == 0) {
		const struct rcc_plot_ratio shift = {
			"random layouts", e->effect.shift.estimate,
			e->effect.shift.lo, e->effect.shift.hi, false};
		char *shift_id = rcc_mem_printf("shift-%zu", i);

		rcc_html_figures_begin(out);
		rcc_html_figure_begin(out);
		rcc_plot_layouts(out, id, f, e);
		rcc_html_figure_end(out, "The layouts from the fastest to the "
					 "slowest; the band is the interval "
					 "of the original layout's mean.");
		rcc_html_figure_begin(out);
		rcc_plot_forest(out, shift_id,
				"Mean of random layouts against the original",
				&shift, 1);
		rcc_html_figure_end(out, "By how much the mean of random "
					 "layouts differs from the original "
					 "layout's.");
		rcc_html_figures_end(out);
		free(shift_id);
	}
	free(id);
	free(heading);
}

static void put_comparison(const struct rcc_findings *f, size_t now, FILE *out)
{
	struct rcc_comparison c;
	struct rcc_html_captured words;
	FILE *text = rcc_html_capture(&words);
	char *heading;
	char *id = rcc_mem_printf("ratio-%zu", now);

	rcc_comparison_of_systems(f, 0, now, RCC_COMPARISON_DELTA, &c);
	heading = rcc_mem_printf("%s against %s", c.now.name, c.old.name);
	rcc_html_heading(out, 2, heading);
	if (text != NULL) {
		rcc_report_comparison_words(&c, text);
		rcc_html_words(out, rcc_html_captured_text(&words));
		free(words.text);
	}
	if (c.error == 0) {
		const struct rcc_plot_ratio ratio[] = {
			{"over layouts", c.ratio.estimate, c.ratio.lo,
			 c.ratio.hi, false},
			{"original layouts", c.naive.estimate, c.naive.lo,
			 c.naive.hi, false},
		};

		rcc_html_figures_begin(out);
		rcc_html_figure_begin(out);
		rcc_plot_forest(out, id, heading, ratio,
				c.naive_error == 0 ? 2 : 1);
		rcc_html_figure_end(out,
				    "The ratio over layouts, and what one "
				    "layout of each would have said: that is "
				    "about two layouts, not about the "
				    "programs.");
		rcc_html_figures_end(out);
	}
	free(id);
	free(heading);
}

/* ---- The rest ---------------------------------------------------------- */

/* A heading, and a line for each run. */
static void put_failed(const struct rcc_findings *f, FILE *out)
{
	struct rcc_strvec line = {0};
	struct rcc_html_captured c;
	FILE *text = f->n_failed != 0 ? rcc_html_capture(&c) : NULL;
	char *state = NULL;

	if (text == NULL)
		return;
	rcc_report_failed(f, text);
	rcc_html_captured_text(&c);
	for (char *at = strtok_r(c.text, "\n", &state); at != NULL;
	     at = strtok_r(NULL, "\n", &state))
		if (at[0] == ' ')
			rcc_strvec_push(&line, at + 2);
	rcc_html_list(out, "Failed runs", &line);
	rcc_strvec_release(&line);
	free(c.text);
}

static void put_layout(const struct rcc_findings *f, const struct rcc_cell *c,
		       size_t i, FILE *out)
{
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, c->layout_id[i]);
	char text[64];

	snprintf(text, sizeof(text), "layouts/%06" PRId64, l->id);
	rcc_html_row_begin(out, text);
	rcc_html_word(out, f->stored.study.arm[c->arm].name);
	snprintf(text, sizeof(text), "%" PRIu64, l->seed);
	rcc_html_number(out, l->is_original ? "none" : text);
	snprintf(text, sizeof(text), "%zu", c->size[i]);
	rcc_html_number(out, text);
	rcc_format_value(rcc_format_scale(&f->asked.metric, c->layout_mean[i]),
			 c->layout_mean[i], fabs(c->layout_mean[i]) / 1000,
			 text, sizeof(text));
	rcc_html_number(out, text);
	rcc_html_row_end(out);
}

static void put_layouts(const struct rcc_findings *f, FILE *out)
{
	static const char *const heads[] = {"program",	 "arm",	 "seed",
					    "good runs", "mean", NULL};

	fputs("<details>\n<summary>Every layout</summary>\n", out);
	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		char id[48];

		if (c->is_original)
			continue;
		snprintf(id, sizeof(id), "table-layouts-%zu", i);
		rcc_html_table_begin(
			out, id, rcc_findings_system_name(f, c->system), heads);
		for (size_t k = 0; k < c->n_layouts; k++)
			put_layout(f, c, k, out);
		rcc_html_table_end(out);
	}
	fputs("</details>\n", out);
}

static void put_warnings(const struct rcc_findings *f, FILE *out)
{
	struct rcc_strvec warning = {0};

	rcc_report_warnings(f, &warning);
	rcc_html_list(out, "Warnings", &warning);
	rcc_strvec_release(&warning);
}

static void put_again(const struct rcc_findings *f, FILE *out)
{
	char *dir = rcc_shell_quote(f->stored.dir);
	char *text = rcc_mem_printf(
		"Master seed %" PRIu64 ": run again with --seed %" PRIu64
		". The rows: randstudy report --format csv %s",
		f->stored.study.master_seed, f->stored.study.master_seed, dir);
	struct rcc_strvec line = {0};

	rcc_html_heading(out, 2, "To repeat or look closer");
	rcc_html_paragraph(out, text);
	rcc_report_programs(f, &line);
	for (size_t i = 0; i < line.n; i++)
		rcc_html_paragraph(out, line.item[i]);
	rcc_strvec_release(&line);
	free(text);
	free(dir);
}

void rcc_report_html(const struct rcc_findings *f, FILE *out)
{
	char *title = title_of(f);

	rcc_html_begin(out, title);
	if (f->stored.n_runs == 0) {
		rcc_html_paragraph(out, "Nothing has been measured yet.");
	} else {
		put_measured(f, out);
		put_arms(f, out);
		put_pictures(f, out);
		for (size_t i = 0; i < f->n_effects; i++)
			put_effect(f, i, out);
		for (size_t i = 1; i < f->stored.study.n_systems; i++)
			put_comparison(f, i, out);
		put_failed(f, out);
		put_warnings(f, out);
		put_again(f, out);
		put_layouts(f, out);
	}
	rcc_html_end(out);
	free(title);
}
