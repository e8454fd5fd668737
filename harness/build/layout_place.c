/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/layout_place.h"

#include <stdlib.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/build/layout_table.h"

static void add_file(const char *folder, const struct rcc_linked *linked,
		     struct rcc_place *place)
{
	rcc_strvec_take(&place->from, rcc_file_join(folder, linked->name));
	rcc_strvec_push(&place->to, linked->output);
}

/* Return the value of LD_LIBRARY_PATH.  Each folder is listed once, even if it
 * contains several libraries. */
static char *library_path_of(const struct rcc_linked *linked)
{
	struct rcc_strvec folder = {0};
	struct rcc_strbuf path = {0};

	for (size_t i = 0; i < linked->n_libraries; i++) {
		const char *output = linked->library[i].output;
		const size_t n = (size_t)(rcc_file_base(output) - output);
		char *one = rcc_mem_strndup(output, n > 1 ? n - 1 : n);

		if (!rcc_strvec_has(&folder, one)) {
			rcc_strbuf_add_item(&path, ":", one);
			rcc_strvec_push(&folder, one);
		}
		free(one);
	}
	rcc_strvec_release(&folder);
	return linked->n_libraries != 0 ? rcc_strbuf_take(&path) : NULL;
}

void rcc_place_find_in(const struct rcc_experiment *x, size_t system,
		       const char *folder, struct rcc_place *place)
{
	const struct rcc_linked *linked = &x->linked[system];

	*place = (struct rcc_place){
		.mode = x->place,
		.study = x->dir,
		.program = x->place == RCC_PLACE_LAYOUT
				   ? rcc_file_join(folder, linked->name)
				   : rcc_mem_strdup(linked->output),
	};
	if (x->place == RCC_PLACE_LAYOUT)
		return;
	place->library_path = library_path_of(linked);
	add_file(folder, linked, place);
	for (size_t i = 0; i < linked->n_libraries; i++)
		add_file(folder, &linked->library[i], place);
}

void rcc_place_find(const struct rcc_experiment *x, int64_t layout,
		    struct rcc_place *place)
{
	char *folder = rcc_layout_table_folder(x, layout);

	rcc_place_find_in(x, x->layout[layout].system, folder, place);
	free(folder);
}

char *rcc_place_path(const struct rcc_experiment *x, int64_t layout,
		     const struct rcc_linked *linked)
{
	char *folder;
	char *path;

	if (x->place != RCC_PLACE_LAYOUT)
		return rcc_mem_strdup(linked->output);
	folder = rcc_layout_table_folder(x, layout);
	path = rcc_file_join(folder, linked->name);
	free(folder);
	return path;
}
