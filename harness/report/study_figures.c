/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/study_figures.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/plot_blocks.h"
#include "harness/report/plot_study.h"

static void draw_arms(FILE *out, const void *self)
{
	rcc_plot_arms(out, "arms", self);
}

struct sequence {
	const struct rcc_findings *f;
	size_t system;
	/* The end of the figure's id, which makes it unique in the page. */
	const char *suffix;
};

static void draw_sequence(FILE *out, const void *self)
{
	const struct sequence *s = self;
	char *id = rcc_mem_printf("sequence-%zu%s", s->system, s->suffix);

	rcc_plot_sequence(out, id, s->f, s->system);
	free(id);
}

static void draw_pairs(FILE *out, const void *self)
{
	rcc_plot_pairs(out, self);
}

/* Return a caption for the plot of pairs, such as "TITLE: the runs of these two
 * in each of 12 blocks ...".  It explains the lines of the plot.  The caller
 * must free it. */
static char *pairs_caption(const struct rcc_findings *f, const char *title)
{
	const struct rcc_blocks *b = &f->blocks;
	const size_t n_jumps = rcc_blocks_n_jumps(&f->blocks);
	const size_t n_again = rcc_plot_n_run_again(f);
	struct rcc_strbuf text = {0};

	rcc_strbuf_printf(&text,
			  "%s: the runs of these two in each of %zu blocks, in "
			  "which the speed of the machine cancels. ",
			  title, b->n);
	if (b->n_torn != 0)
		rcc_strbuf_printf(&text,
				  "%zu more lack a good run and are not "
				  "drawn. ",
				  b->n_torn);
	if (n_again != 0)
		rcc_strbuf_printf(&text,
				  "Empty circles: %zu block%s that %s run "
				  "again, and left out of all estimates. ",
				  n_again, n_again == 1 ? "" : "s",
				  n_again == 1 ? "was" : "were");
	if (n_jumps == 0)
		rcc_strbuf_add(&text, "No jump of the machine's speed was "
				      "found.");
	else
		rcc_strbuf_printf(&text,
				  "Dotted lines: the machine's speed jumped "
				  "(%zu time%s).",
				  n_jumps, n_jumps == 1 ? "" : "s");
	return rcc_strbuf_take(&text);
}

/* Return the name of a cell, one arm of one system, for the title of a plot of
 * pairs.  If systems are compared, the system's name is enough, since both
 * cells belong to the same arm. */
static const char *pair_name(const struct rcc_findings *f, size_t cell,
			     char *out, size_t n)
{
	if (f->stored.study.n_systems > 1)
		return rcc_findings_system_name(f, f->cell[cell].system);
	return rcc_findings_arm_name(f, &f->cell[cell], out, n);
}

static void compose_pair(struct rcc_document *d, const struct rcc_findings *f,
			 size_t old, size_t now, const char *prefix,
			 const char *suffix)
{
	char old_name[64];
	char now_name[64];
	char *title =
		rcc_mem_printf("%s%s against %s", prefix,
			       pair_name(f, now, now_name, sizeof(now_name)),
			       pair_name(f, old, old_name, sizeof(old_name)));
	char *id = rcc_mem_printf("pairs-%zu-%zu%s", old, now, suffix);
	char *caption = pairs_caption(f, title);
	const struct rcc_plot_pairs pairs = {f, old, now, title, id};

	rcc_document_figure(d, caption, draw_pairs, &pairs);
	free(caption);
	free(id);
	free(title);
}

/* Append a figure of a system's runs in the order of time. */
static void compose_sequence(struct rcc_document *d,
			     const struct rcc_findings *f, size_t system,
			     const char *prefix, const char *suffix)
{
	const struct sequence sequence = {f, system, suffix};
	char *caption;

	if (!rcc_plot_has_sequence(f, system))
		return;
	caption = rcc_mem_printf(
		"%s%s: the runs in the order in which they were made. "
		"On a steady machine there is no trend.%s%s",
		prefix, rcc_findings_system_name(f, system),
		f->stored.n_sessions > 1 ? " Dotted lines: randstudy was "
					   "started again."
					 : "",
		f->stored.n_replaced != 0
			? " Empty circles: runs whose block was run again, "
			  "which are left out of all estimates."
			: "");
	rcc_document_figure(d, caption, draw_sequence, &sequence);
	free(caption);
}

/* Append a figure for each pair of arms that the answer compares.  The figure
 * shows their runs in pairs, in the order of time.  With one system, random
 * layouts are paired with the original layout.  With several systems, the
 * layouts of each later system are paired with layouts of the first system. */
static void compose_pairs(struct rcc_document *d, const struct rcc_findings *f,
			  const char *prefix, const char *suffix)
{
	if (!d->has_figures || !rcc_plot_has_pairs(f))
		return;
	for (size_t i = 0; i < f->n_effects; i++) {
		const struct rcc_effect *e = &f->effect[i];

		if (f->stored.study.n_systems == 1)
			compose_pair(d, f, e->fixed, e->random, prefix, suffix);
		else if (i > 0 && f->cell[e->random].arm ==
					  f->cell[f->effect[0].random].arm)
			compose_pair(d, f, f->effect[0].random, e->random,
				     prefix, suffix);
	}
}

void rcc_compose_time_figures(struct rcc_document *d,
			      const struct rcc_findings *f, const char *study,
			      const char *suffix)
{
	char *prefix = study != NULL ? rcc_mem_printf("%s, ", study)
				     : rcc_mem_strdup("");

	compose_pairs(d, f, prefix, suffix);
	for (size_t i = 0; i < f->stored.study.n_systems; i++)
		compose_sequence(d, f, i, prefix, suffix);
	free(prefix);
}

void rcc_compose_study_figures(struct rcc_document *d,
			       const struct rcc_findings *f)
{
	/* If there are only two cells, random layouts and the original one, the
	 * picture at the top of the report already shows their means. */
	if (f->n_cells > 2)
		rcc_document_figure(
			d,
			f->blocks.are_headline
				? "The means of random layouts, and means of "
				  "the original layout over as many runs. "
				  "Below them: the mean of each arm."
				: "The means of random layouts, and means of "
				  "the original layout over as many runs. "
				  "Below them: the mean of each arm and its "
				  "interval.",
			draw_arms, f);
	rcc_compose_time_figures(d, f, NULL, "");
}
