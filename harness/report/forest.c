/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/forest.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/report/forest_text.h"

static void draw(FILE *out, const void *self)
{
	const struct rcc_forest *f = self;

	rcc_plot_forest(out, f->id, f->title, f->ratio, f->n);
}

static bool has_limits(const struct rcc_forest *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (isfinite(f->ratio[i].lo) && isfinite(f->ratio[i].hi))
			return true;
	return false;
}

void rcc_compose_forest(struct rcc_document *d, const struct rcc_forest *f)
{
	const enum rcc_medium medium = d->medium;

	if (has_limits(f)) {
		char *text = rcc_forest_text(f->ratio, f->n);

		rcc_document_set_medium(d, RCC_MEDIUM_TEXT);
		rcc_document_diagram(d, text);
		rcc_document_note(d, "%s", f->caption);
		rcc_document_set_medium(d, medium);
		free(text);
	}
	rcc_document_figure(d, f->caption, draw, f);
}
