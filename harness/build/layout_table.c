/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/layout_table.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/study/schedule.h"

static void release_records(struct rcc_experiment *x)
{
	for (size_t i = 0; i < x->n_layouts; i++)
		rcc_layout_record_release(&x->layout[i]);
	free(x->layout);
}

static void plan_layouts(struct rcc_experiment *x)
{
	const struct rcc_study *s = &x->study;
	const size_t n_cells = rcc_study_n_cells(s);
	const bool is_common = rcc_study_has_common_layouts(s);

	release_records(x);
	x->n_layouts = n_cells * s->n_layouts;
	x->layout = rcc_mem_calloc(x->n_layouts, sizeof(*x->layout));
	for (size_t i = 0; i < x->n_layouts; i++) {
		const size_t cell = i % n_cells;
		const struct rcc_system *system = &s->system[cell / s->n_arms];
		const struct rcc_arm *arm = &s->arm[cell % s->n_arms];
		struct rcc_layout_record *record = &x->layout[i];

		record->id = (int64_t)i;
		record->system = (unsigned)(cell / s->n_arms);
		record->arm = (unsigned)(cell % s->n_arms);
		record->layout = (unsigned)(i / n_cells);
		record->is_original = arm->factors == NULL;
		if (!record->is_original)
			record->seed = rcc_schedule_layout_seed(
				s->master_seed,
				is_common ? s->system[0].name : system->name,
				arm->name, record->layout);
	}
}

int rcc_layout_table_load(struct rcc_experiment *x)
{
	struct rcc_layout_record *record = NULL;
	size_t n = 0;

	plan_layouts(x);
	if (rcc_store_layouts(x->store, &record, &n) != 0)
		return rcc_experiment_store_failed(x, "read the layouts");
	for (size_t i = 0; i < n; i++) {
		if (record[i].id >= 0 && (size_t)record[i].id < x->n_layouts)
			x->layout[record[i].id] = record[i];
		else
			rcc_layout_record_release(&record[i]);
	}
	free(record);
	return RCC_EXIT_OK;
}

char *rcc_layout_table_folder(const struct rcc_experiment *x, int64_t layout)
{
	return rcc_mem_printf("%s/layouts/%06lld", x->dir, (long long)layout);
}

char *rcc_layout_table_program(const struct rcc_experiment *x, int64_t layout)
{
	char *folder = rcc_layout_table_folder(x, layout);
	char *path =
		rcc_file_join(folder, x->linked[x->layout[layout].system].name);

	free(folder);
	return path;
}

int64_t rcc_layout_table_reference(const struct rcc_experiment *x,
				   size_t system)
{
	const struct rcc_layout_record *first = NULL;

	for (size_t i = 0; i < x->n_layouts; i++) {
		if (x->layout[i].system != system)
			continue;
		if (x->layout[i].is_original)
			return x->layout[i].id;
		if (first == NULL)
			first = &x->layout[i];
	}
	return first != NULL ? first->id : -1;
}
