/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a study that chose its own end came to it, and what that costs. */
#include "harness/report/report.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/study/interim.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

static char *looks_text(const struct rcc_interim *look, size_t n)
{
	char *text = rcc_mem_strdup("");

	for (size_t i = 0; i < n; i++) {
		char width[48];
		char *longer;

		rcc_format_percent(100 * look[i].half_width, width,
				   sizeof(width));
		longer = rcc_mem_printf("%s%s%u layouts: +-%s", text,
					i != 0 ? ", " : "", look[i].n_layouts,
					width);
		free(text);
		text = longer;
	}
	return text;
}

static void print_end(const struct rcc_findings *f,
		      const struct rcc_interim *last, FILE *out)
{
	char wanted[48];

	rcc_format_percent(100 * f->stored.study.precision, wanted,
			   sizeof(wanted));
	switch (last->decision) {
	case RCC_INTERIM_PRECISE:
		rcc_wrapf(out, "", 2, "It ended as asked for, at +-%s or less.",
			  wanted);
		break;
	case RCC_INTERIM_TIME:
		rcc_wrapf(out, "", 2,
			  "It ended when its time (--budget) was "
			  "up%s%s.",
			  f->stored.study.precision > 0
				  ? ", before it was at +-"
				  : "",
			  f->stored.study.precision > 0 ? wanted : "");
		break;
	case RCC_INTERIM_MOST:
		rcc_wrapf(out, "", 2,
			  "It ended at as many layouts as it may have "
			  "(--max-layouts %u)%s%s.",
			  f->stored.study.max_layouts,
			  f->stored.study.precision > 0
				  ? ", before it was at +-"
				  : "",
			  f->stored.study.precision > 0 ? wanted : "");
		break;
	case RCC_INTERIM_CONTINUE:
		rcc_wrap(out, "", 2, "It has not ended yet.");
		break;
	}
}

void rcc_report_looks(const struct rcc_findings *f, FILE *out)
{
	size_t n = 0;
	struct rcc_interim *look =
		rcc_interim_read(f->stored.interim_analyses, &n);
	char *text;

	if (n != 0) {
		fputs("\nWhen did it end?\n", out);
		text = looks_text(look, n);
		rcc_wrapf(out, "", 2, "Half-widths of %s when looked at: %s.",
			  f->stored.study.n_systems > 1 ? "the ratio"
							: "the mean",
			  text);
		free(text);
		print_end(f, &look[n - 1], out);
	}
	if (n != 0 && f->asked.computed_level > f->asked.level)
		rcc_wrapf(out, "", 2,
			  "Stopping at a narrow interval favours intervals "
			  "that are narrow by chance: all above are computed "
			  "at %.4g %% so that they hold at %.4g %% (simulated "
			  "for normal data; where few layouts are far slower "
			  "than the rest they still cover less).",
			  100 * f->asked.computed_level, 100 * f->asked.level);
	free(look);
}
