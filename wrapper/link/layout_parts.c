/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/layout_parts.h"

#include <string.h>

#include "common/diag.h"

int rcc_layout_parts_write(const char *path,
			   const struct rcc_layout_parts *parts,
			   struct rcc_refusal *why)
{
	static const char free_space[] =
		"free some space there, or set TMPDIR to another directory";
	struct rcc_layout_section *pivot = NULL;
	struct rcc_layout_object layout = {
		.flavour = parts->flavour,
		.note = parts->note,
		.n_note = strlen(parts->note),
		.filler = parts->filler,
		.n_fillers = parts->n_fillers,
		.window = parts->window,
		.n_windows = parts->n_windows,
		.first = parts->stack->section,
		.n_first = parts->stack->n_sections,
	};
	char reason[RCC_WHY_MAX];
	int err;

	/* Without fillers, pivots balance the tree in which the linker sorts
	 * sections.  Fillers balance it too, so a link with fillers needs no
	 * pivots. */
	if (parts->n_fillers == 0) {
		layout.pivot = pivot = rcc_pivots_sections(parts->pivots);
		layout.n_pivots = parts->pivots->n;
	}
	err = rcc_layout_object_write(path, &layout, reason);
	if (err == RCC_ESYS)
		rcc_refuse(why, err, free_space, "cannot write \"%s\"", path);
	else if (err == RCC_EUNSUP)
		rcc_refuse(why, err,
			   "take \"offset\" and \"padding\" out of "
			   "RANDCC_FACTORS",
			   "%s", reason);
	else if (err != 0)
		rcc_refuse(why, err, free_space, "cannot write \"%s\": %s",
			   path, reason);
	rcc_pivots_free_sections(pivot, layout.n_pivots);
	return err;
}
