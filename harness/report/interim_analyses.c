/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/interim_analyses.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/study/interim.h"

static void compose_widths(struct rcc_document *d, const struct rcc_findings *f,
			   const struct rcc_interim *interim, size_t n)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < n; i++) {
		char width[48];

		rcc_format_percent(100 * interim[i].half_width, width,
				   sizeof(width));
		rcc_strbuf_printf(&text, "%s%u layouts: +-%s",
				  i != 0 ? ", " : "", interim[i].n_layouts,
				  width);
	}
	rcc_document_paragraph(
		d,
		"Half-width of the interval of %s at each interim analysis: "
		"%s.",
		f->stored.study.n_systems > 1 ? "the ratio" : "the mean",
		text.text);
	rcc_strbuf_release(&text);
}

static void compose_end(struct rcc_document *d, const struct rcc_study *study,
			enum rcc_interim_decision decision)
{
	char *missed = rcc_mem_strdup("");
	char wanted[48];

	rcc_format_percent(100 * study->precision, wanted, sizeof(wanted));
	if (study->precision > 0) {
		free(missed);
		missed = rcc_mem_printf(", before it reached +-%s", wanted);
	}
	switch (decision) {
	case RCC_INTERIM_PRECISE:
		rcc_document_paragraph(
			d, "It ended as asked for, at +-%s or less.", wanted);
		break;
	case RCC_INTERIM_TIME:
		rcc_document_paragraph(
			d, "It ended when its time (--budget) was up%s.",
			missed);
		break;
	case RCC_INTERIM_MOST:
		rcc_document_paragraph(d,
				       "It ended at the largest number of "
				       "layouts allowed (--max-layouts %u)%s.",
				       study->max_layouts, missed);
		break;
	case RCC_INTERIM_CONTINUE:
		rcc_document_paragraph(d, "It has not ended yet.");
		break;
	}
	free(missed);
}

void rcc_compose_interim_analyses(struct rcc_document *d,
				  const struct rcc_findings *f)
{
	size_t n = 0;
	struct rcc_interim *interim =
		rcc_interim_read(f->stored.interim_analyses, &n);

	if (n != 0) {
		rcc_document_section(d, "When did the study end?");
		compose_widths(d, f, interim, n);
		compose_end(d, &f->stored.study, interim[n - 1].decision);
	}
	if (n != 0 && f->asked.computed_level > f->asked.level)
		rcc_document_paragraph(
			d,
			"Stopping at a narrow interval favours intervals that "
			"are narrow by chance: all intervals above are "
			"computed at %.4g %% so that they hold at %.4g %% "
			"(simulated for normal data; where few layouts lie far "
			"from the rest they still cover less).",
			100 * f->asked.computed_level, 100 * f->asked.level);
	free(interim);
}
