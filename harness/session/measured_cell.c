/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/measured_cell.h"

#include <string.h>

#include "common/diag.h"

int rcc_measured_cell_load(const char *dir, const char *metric,
			   struct rcc_findings *f)
{
	int status = rcc_findings_load(dir, metric, f);

	if (status != RCC_EXIT_OK || metric != NULL ||
	    f->asked.metric.spec != NULL)
		return status;
	rcc_findings_release(f);
	*f = (struct rcc_findings){0};
	return rcc_findings_load(dir, "cpu", f);
}

static int find_system(const struct rcc_study *study, const char *name,
		       size_t *system)
{
	*system = 0;
	if (name == NULL)
		return RCC_EXIT_OK;
	for (; *system < study->n_systems; (*system)++)
		if (strcmp(study->system[*system].name, name) == 0)
			return RCC_EXIT_OK;
	rcc_error("the study has no system \"%s\"", name);
	return RCC_EXIT_USAGE;
}

/* Refuse values without a ratio: a layout whose mean is 0 or less. */
static int check_values(const struct rcc_findings *f, const struct rcc_cell *c)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		if (c->layout_mean[i] > 0)
			continue;
		rcc_error("the values of \"%s\" are 0 or less, so they have no "
			  "ratio",
			  f->asked.metric.name);
		rcc_hint("name a metric whose values are above 0: --metric "
			 "NAME");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

int rcc_measured_cell_find(const struct rcc_findings *f, const char *dir,
			   const char *system, const struct rcc_cell **cell)
{
	size_t number;
	int status = find_system(&f->stored.study, system, &number);

	*cell = NULL;
	for (size_t i = 0; status == RCC_EXIT_OK && i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		if (c->system == number && !c->is_original && *cell == NULL)
			*cell = c;
	}
	if (status != RCC_EXIT_OK)
		return status;
	if (*cell == NULL || (*cell)->n_layouts == 0) {
		rcc_error("\"%s\" has no runs of random layouts", dir);
		rcc_hint("measure the study first: randstudy run -o DIR");
		return RCC_EXIT_USAGE;
	}
	if (f->stored.study.is_rebuilt) {
		rcc_error("a study with --rebuild has no links to repeat, so "
			  "no layout can be linked again");
		return RCC_EXIT_USAGE;
	}
	return check_values(f, *cell);
}
