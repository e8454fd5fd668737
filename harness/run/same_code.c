/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/same_code.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "harness/build/layout_table.h"
#include "harness/build/moved_program.h"
#include "harness/run/hot_functions.h"

/* A layout that was made, and the functions in it. */
struct made {
	size_t system;
	char *folder;
	struct rcc_hot_file *file; /* NULL if they cannot be read */
	size_t n_files;
};

static void open_made(struct made *m, const struct rcc_experiment *x,
		      const struct rcc_layout_record *layout)
{
	*m = (struct made){.system = layout->system};
	m->folder = rcc_layout_table_folder(x, layout->id);
	m->file = rcc_hot_files_read(x, m->system, m->folder, &m->n_files);
}

static void close_made(struct made *m)
{
	rcc_hot_files_free(m->file, m->n_files);
	free(m->folder);
}

static bool map_file(const struct rcc_experiment *x, const struct made *m,
		     size_t i, struct rcc_file_map *map)
{
	const struct rcc_linked *linked =
		rcc_moved_program_file(x, m->system, i);
	char *path = rcc_file_join(m->folder, linked->name);
	const bool is_mapped = rcc_file_map(path, map) == 0;

	free(path);
	return is_mapped;
}

static bool is_same_function(const struct rcc_code_function *f,
			     const struct rcc_file_map *bytes,
			     const struct rcc_code_function *g,
			     const struct rcc_file_map *other)
{
	if (strcmp(f->name, g->name) != 0 || f->address != g->address ||
	    f->size != g->size)
		return false;
	if (f->offset > bytes->n || f->size > bytes->n - f->offset ||
	    g->offset > other->n || g->size > other->n - g->offset)
		return false;
	return memcmp(bytes->data + f->offset, other->data + g->offset,
		      f->size) == 0;
}

static bool is_same_map(const struct rcc_code_map *a,
			const struct rcc_file_map *bytes,
			const struct rcc_code_map *b,
			const struct rcc_file_map *other)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!is_same_function(&a->function[i], bytes, &b->function[i],
				      other))
			return false;
	return true;
}

/* Compare file i of two layouts: the program, or one of its libraries. */
static bool is_same_file(const struct rcc_experiment *x, const struct made *a,
			 const struct made *b, size_t i)
{
	struct rcc_file_map bytes;
	struct rcc_file_map others;
	bool is_same;

	if (!map_file(x, a, i, &bytes))
		return false;
	if (!map_file(x, b, i, &others)) {
		rcc_file_unmap(&bytes);
		return false;
	}
	is_same =
		is_same_map(&a->file[i].map, &bytes, &b->file[i].map, &others);
	rcc_file_unmap(&others);
	rcc_file_unmap(&bytes);
	return is_same;
}

static bool is_same_layout(const struct rcc_experiment *x,
			   const struct rcc_layout_record *layout,
			   const struct rcc_layout_record *other)
{
	struct made a;
	struct made b;
	bool is_same;

	open_made(&a, x, layout);
	open_made(&b, x, other);
	is_same = a.file != NULL && b.file != NULL && a.n_files == b.n_files;
	for (size_t i = 0; i < a.n_files && is_same; i++)
		is_same = is_same_file(x, &a, &b, i);
	close_made(&b);
	close_made(&a);
	return is_same;
}

/* Find the layout of `system` that has the arm, the number and the seed of
 * another system's layout.  Returns NULL if it does not exist or was not
 * made. */
static const struct rcc_layout_record *
find_layout(const struct rcc_experiment *x, size_t system,
	    const struct rcc_layout_record *like)
{
	for (size_t i = 0; i < x->n_layouts; i++) {
		const struct rcc_layout_record *l = &x->layout[i];

		if (l->system == system && l->arm == like->arm &&
		    l->layout == like->layout && l->seed == like->seed)
			return l->digest != NULL ? l : NULL;
	}
	return NULL;
}

bool rcc_same_code(const struct rcc_experiment *x, size_t system, size_t other)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_layouts; i++) {
		const struct rcc_layout_record *l = &x->layout[i];
		const struct rcc_layout_record *pair;

		if (l->system != system || l->digest == NULL)
			continue;
		pair = find_layout(x, other, l);
		if (pair == NULL)
			continue;
		if (!is_same_layout(x, l, pair))
			return false;
		n++;
	}
	return n != 0;
}
