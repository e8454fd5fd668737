/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/run_dependence.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/tandem_advice.h"
#include "harness/report/format.h"
#include "harness/report/rounds_words.h"

/* Return a sentence on the torn blocks; "" if there are none.  A block is torn
 * if it lacks a good run, mostly because a run failed (findings/blocks.h).
 * Torn blocks are not used.  The caller must free the sentence. */
static char *describe_torn(const struct rcc_blocks *b)
{
	if (b->n_torn == 0)
		return rcc_mem_strdup("");
	return rcc_mem_printf(" %zu of %zu blocks lack%s a good run and %s not "
			      "used for ratios within blocks.",
			      b->n_torn, b->n + b->n_torn,
			      b->n_torn == 1 ? "s" : "",
			      b->n_torn == 1 ? "is" : "are");
}

/* If some blocks were run again, return a sentence on the noise within the
 * blocks that are used now; otherwise return "".  The caller must free the
 * text. */
static char *describe_used(const struct rcc_blocks *b)
{
	char used[48];

	if (b->before == NULL)
		return rcc_mem_strdup("");
	rcc_format_percent(100 * b->sd_within_used, used, sizeof(used));
	return rcc_mem_printf(" These numbers are those before blocks were run "
			      "again; in the blocks that are used, the "
			      "standard deviation within blocks is %s.",
			      used);
}

/* Write what is known of the machine's speed: its jumps, and the time that its
 * host took. */
static void compose_speed(struct rcc_document *d, const struct rcc_findings *f)
{
	const size_t n = rcc_blocks_n_jumps(&f->blocks);
	const double steal = rcc_stored_steal(&f->stored);

	if (n != 0)
		rcc_document_paragraph(
			d,
			"The speed of the machine jumped %zu time%s between "
			"blocks (the picture of --format html shows when).",
			n, n == 1 ? "" : "s");
	if (steal > 0) {
		char share[48];

		rcc_format_percent(100 * steal, share, sizeof(share));
		rcc_document_paragraph(
			d,
			"The host of this virtual machine ran others for %s of "
			"the time of all CPUs, idle time included (steal).",
			share);
	} else if (steal == 0 && json_is_true(json_object_get(
					 f->stored.host, "virtual-machine")))
		rcc_document_paragraph(
			d, "The host of this virtual machine reported no time "
			   "for which it ran others (steal); some hosts never "
			   "report any.");
}

static const char *meaning(const struct rcc_blocks *b)
{
	if (b->are_headline && !b->correlation.is_seen)
		return "Ratios are taken within blocks, where the machine's "
		       "speed cancels, and not from the means of the arms.";
	if (b->are_headline)
		return "Runs made next to each other are alike, so the speed "
		       "of the machine changed during the study: ratios are "
		       "taken within blocks, where it cancels, and not from "
		       "the means of the arms.";
	return "Runs made next to each other are not seen to be more alike "
	       "than others, so ratios are those of the means of the arms.";
}

void rcc_compose_run_dependence(struct rcc_document *d,
				const struct rcc_findings *f)
{
	const struct rcc_blocks *b = &f->blocks;
	const struct rcc_block_correlation *c = &b->correlation;
	char sd[48];
	char within[48];
	char *torn;
	char *used;

	if (b->correlation_error != 0 && isnan(b->autocorrelation) &&
	    b->n_torn == 0)
		return;
	rcc_format_percent(100 * c->sd, sd, sizeof(sd));
	rcc_format_percent(100 * c->sd_within, within, sizeof(within));
	torn = describe_torn(b);
	used = describe_used(b);
	rcc_document_section(d, "The machine during the runs");
	if (b->correlation_error == 0)
		rcc_document_paragraph(
			d,
			"The correlation of runs in the same block is %.2f. "
			"The standard deviation of single runs is %s, within "
			"blocks %s, layouts included; the autocorrelation of "
			"successive runs is %.2f.%s%s",
			c->correlation, sd, within, b->autocorrelation, used,
			torn);
	else if (!isnan(b->autocorrelation))
		rcc_document_paragraph(
			d,
			"The autocorrelation of the successive runs of the "
			"first system is %.2f. A correlation of runs in the "
			"same block cannot be computed.%s",
			b->autocorrelation, torn);
	else if (torn[0] != '\0')
		rcc_document_paragraph(d, "%s", torn + 1);
	if (b->correlation_error == 0 || b->are_headline)
		rcc_document_paragraph(d, "%s", meaning(b));
	compose_speed(d, f);
	if (rcc_study_has_common_layouts(&f->stored.study))
		rcc_document_paragraph(
			d, "The ratio of two systems always compares layouts "
			   "with the same seed. These numbers leave out the "
			   "systems whose layouts repeat those of the first.");
	if (rcc_tandem_may_help(f))
		rcc_document_paragraph(
			d,
			"These programs seem to compute all the time without "
			"threads. Such programs can share one CPU (`randstudy "
			"run --tandem` in a new study): what disturbs it "
			"disturbs all alike, and their CPU times are "
			"compared. `randstudy machine` measures what that "
			"gains here.");
	rcc_compose_rounds(d, f);
	free(used);
	free(torn);
}
