/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Make laid-out programs from a recorded link.  Each program is stored as soon
 * as it is made, so that a killed study loses none.
 *
 * The original layout is made in the same way: its link is repeated with the
 * seed "none".  Random and original programs therefore differ in layout only.
 * The original layout has several files.  The first is linked, and the others
 * are copies of it.
 *
 * Each program and library contains a note with its seed.  The note must name
 * the seed that was asked for.
 */
#include "harness/build/layouts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/progress.h"
#include "common/rank.h"
#include "harness/build/discard.h"
#include "harness/build/layout_table.h"
#include "harness/build/program_note.h"
#include "harness/build/relink.h"

/* The work of rcc_layouts_make(). */
struct work {
	struct rcc_experiment *x;
	/* The folder for new layouts.  Each layout is made in a subfolder. */
	const char *folder;
	unsigned n_jobs;
	bool *is_wanted; /* whether to make a layout, by layout id */
	size_t n_wanted;
	size_t n_done;
	struct rcc_progress progress;
};

/* ---- Checking new layouts ---------------------------------------------- */

/* Return whether a file may keep its original layout.  A library may, if the
 * user gave no --library.  The libraries were then found automatically, and
 * some may contain nothing that a layout can move. */
static bool may_stay(const struct rcc_experiment *x,
		     const struct rcc_layout_record *record,
		     const struct rcc_linked *linked)
{
	return linked != &x->linked[record->system] && !x->study.has_libraries;
}

/* Check the seed in a program's note (program_note.h), and copy the digest from
 * the note. */
static int check_note(const struct rcc_experiment *x,
		      const struct rcc_layout_record *record,
		      const struct rcc_linked *linked, const char *program,
		      char **digest)
{
	struct rcc_program_note note = {0};
	char seed[RCC_RELINK_SEED_MAX];
	int status = rcc_program_note_read(x->bindir, program, &note);

	rcc_relink_seed(record, seed);
	if (status == RCC_EXIT_OK && strcmp(note.seed, seed) != 0 &&
	    x->study.is_rebuilt) {
		rcc_error(
			"the build did not link \"%s\" again: it has seed %s, "
			"not %s",
			linked->output, note.seed, seed);
		rcc_hint("with --rebuild the build command must clean first, "
			 "for example: make clean && make CC=randcc");
		status = RCC_EXIT_FAILED;
	} else if (status == RCC_EXIT_OK && strcmp(note.seed, seed) != 0) {
		rcc_error(
			"randld was asked for seed %s, but \"%s\" says it has "
			"seed %s",
			seed, program, note.seed);
		status = RCC_EXIT_FAILED;
	} else if (status == RCC_EXIT_OK && !record->is_original &&
		   !note.is_randomised && !may_stay(x, record, linked)) {
		rcc_error("\"%s\" was linked without a random layout",
			  linked->name);
		rcc_hint("its objects must be compiled by randcc too, and the "
			 "linker must be able to order functions");
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK) {
		free(*digest);
		*digest = rcc_mem_strdup(note.digest);
	}
	rcc_program_note_release(&note);
	return status;
}

static int check_notes(const struct rcc_experiment *x,
		       struct rcc_layout_record *record, const char *folder)
{
	const struct rcc_linked *linked = &x->linked[record->system];
	char *path = rcc_file_join(folder, linked->name);
	int status = check_note(x, record, linked, path, &record->digest);

	free(path);
	for (size_t i = 0; i < record->n_libraries && status == RCC_EXIT_OK;
	     i++) {
		path = rcc_file_join(folder, linked->library[i].name);
		status = check_note(x, record, &linked->library[i], path,
				    &record->library[i].digest);
		free(path);
	}
	return status;
}

/* If a layout's record has no libraries yet, add their names to the record. */
static void name_libraries(const struct rcc_experiment *x,
			   struct rcc_layout_record *record)
{
	const struct rcc_linked *linked = &x->linked[record->system];

	if (record->n_libraries != 0 || linked->n_libraries == 0)
		return;
	record->n_libraries = linked->n_libraries;
	record->library =
		rcc_mem_calloc(record->n_libraries, sizeof(*record->library));
	for (size_t i = 0; i < record->n_libraries; i++)
		record->library[i].name =
			rcc_mem_strdup(linked->library[i].name);
}

static int read_checksum(const char *path, uint64_t *checksum, int64_t *size)
{
	struct rcc_file_map map;

	if (rcc_file_map(path, &map) != 0)
		return RCC_ESYS;
	*checksum = rcc_rank_hash(map.data, map.n, 0);
	*size = (int64_t)map.n;
	rcc_file_unmap(&map);
	return 0;
}

/* Check a file that was made, and set its checksum and size.  If *checksum is
 * not 0, the file was made before, and must still have this checksum. */
static int accept_file(const struct rcc_layout_record *record,
		       const char *folder, const char *name, uint64_t *checksum,
		       int64_t *size)
{
	char *path = rcc_file_join(folder, name);
	uint64_t found = 0;
	int status = RCC_EXIT_FAILED;

	if (read_checksum(path, &found, size) != 0) {
		rcc_error_errno("cannot read \"%s\"", path);
	} else if (*checksum != 0 && *checksum != found) {
		rcc_error(
			"layout %lld of \"%s\" is not the file that this study "
			"made before",
			(long long)record->id, name);
		rcc_hint("the compiler or the linker may have changed since; "
			 "begin a new study");
	} else {
		*checksum = found;
		status = RCC_EXIT_OK;
	}
	free(path);
	return status;
}

/* Accept a layout: check its files, move its folder from `from` to the final
 * place (such as DIR/layouts/000007), and store the layout if it is new. */
static int accept_layout(struct rcc_experiment *x,
			 struct rcc_layout_record *record, const char *from)
{
	const bool is_new = record->checksum == 0;
	char *to = rcc_layout_table_folder(x, record->id);
	int status = accept_file(record, from, x->linked[record->system].name,
				 &record->checksum, &record->size);

	for (size_t i = 0; i < record->n_libraries && status == RCC_EXIT_OK;
	     i++)
		status = accept_file(record, from, record->library[i].name,
				     &record->library[i].checksum,
				     &record->library[i].size);
	if (status == RCC_EXIT_OK &&
	    (rcc_file_remove_tree(to) != 0 || rename(from, to) != 0)) {
		rcc_error_errno("cannot make \"%s\"", to);
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK && is_new &&
	    rcc_store_add_layout(x->store, record) != 0)
		status = rcc_experiment_store_failed(x, "store a layout");
	free(to);
	return status;
}

/* ---- Copies of the original -------------------------------------------- */

static int copy_file(const char *from_folder, const char *to_folder,
		     const char *name)
{
	char *from = rcc_file_join(from_folder, name);
	char *to = rcc_file_join(to_folder, name);
	int status = RCC_EXIT_OK;

	if (rcc_file_copy(from, to, 0777) != 0) {
		rcc_error_errno("cannot copy \"%s\" to \"%s\"", from, to);
		status = RCC_EXIT_FAILED;
	}
	free(from);
	free(to);
	return status;
}

static void copy_digests(struct rcc_layout_record *record,
			 const struct rcc_layout_record *first)
{
	free(record->digest);
	record->digest = rcc_mem_strdup(first->digest);
	for (size_t i = 0; i < record->n_libraries; i++) {
		free(record->library[i].digest);
		record->library[i].digest =
			rcc_mem_strdup(first->library[i].digest);
	}
}

/* Make another file of the original layout as a copy of its first file. */
static int copy_original(const struct work *w, int64_t layout)
{
	struct rcc_experiment *x = w->x;
	struct rcc_layout_record *record = &x->layout[layout];
	const struct rcc_layout_record *first =
		&x->layout[rcc_layout_table_reference(x, record->system)];
	const struct rcc_linked *linked = &x->linked[record->system];
	char *from = rcc_layout_table_folder(x, first->id);
	char *dir = rcc_relink_folder(w->folder, record);
	int status = RCC_EXIT_OK;

	if (rcc_file_mkdirs(dir) != 0) {
		rcc_error_errno("cannot make \"%s\"", dir);
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK)
		status = copy_file(from, dir, linked->name);
	for (size_t i = 0; i < linked->n_libraries && status == RCC_EXIT_OK;
	     i++)
		status = copy_file(from, dir, linked->library[i].name);
	if (status == RCC_EXIT_OK) {
		name_libraries(x, record);
		copy_digests(record, first);
		status = accept_layout(x, record, dir);
	}
	free(from);
	free(dir);
	return status;
}

/* ---- Missing layouts --------------------------------------------------- */

static bool is_same(const char *folder, const char *name, uint64_t checksum)
{
	char *path = rcc_file_join(folder, name);
	uint64_t found = 0;
	int64_t size = 0;
	const bool result =
		read_checksum(path, &found, &size) == 0 && found == checksum;

	free(path);
	return result;
}

/* Return whether the files of a layout exist and have the stored checksums. */
static bool is_there(const struct rcc_experiment *x,
		     const struct rcc_layout_record *record)
{
	const struct rcc_linked *linked = &x->linked[record->system];
	char *dir;
	bool result;

	if (record->digest == NULL ||
	    record->n_libraries != linked->n_libraries)
		return false;
	dir = rcc_layout_table_folder(x, record->id);
	result = is_same(dir, linked->name, record->checksum);
	for (size_t i = 0; i < record->n_libraries && result; i++)
		result = is_same(dir, record->library[i].name,
				 record->library[i].checksum);
	free(dir);
	return result;
}

/* Remove the folders of calls of randstudy that were killed while they
 * linked. */
static void remove_leftovers(const char *layouts)
{
	DIR *dir = opendir(layouts);
	struct dirent *e;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		char *path;

		if (strncmp(e->d_name, "new-", 4) != 0)
			continue;
		path = rcc_file_join(layouts, e->d_name);
		/* A linker of the killed call may still be writing into this
		 * folder.  The next call removes what is left. */
		rcc_file_remove_tree(path);
		free(path);
	}
	if (dir != NULL)
		closedir(dir);
}

static bool is_copy(const struct rcc_experiment *x, size_t layout)
{
	const struct rcc_layout_record *record = &x->layout[layout];

	return record->is_original &&
	       rcc_layout_table_reference(x, record->system) != record->id;
}

static int find_work(struct work *w)
{
	struct rcc_experiment *x = w->x;

	w->is_wanted = rcc_discard_needed(x);
	if (w->is_wanted == NULL)
		return RCC_EXIT_FAILED;
	for (size_t i = 0; i < x->n_layouts; i++) {
		w->is_wanted[i] &= !is_there(x, &x->layout[i]);
		w->n_wanted += w->is_wanted[i] && !is_copy(x, i);
		if (w->is_wanted[i])
			x->layout[i].link_ns = 0;
	}
	return RCC_EXIT_OK;
}

/* ---- Making the layouts ------------------------------------------------ */

static int accept_made(struct work *w, int64_t layout, int64_t link_ns)
{
	struct rcc_layout_record *record = &w->x->layout[layout];
	char *from = rcc_relink_folder(w->folder, record);
	int status;

	rcc_progress_clear(&w->progress);
	record->link_ns = link_ns;
	name_libraries(w->x, record);
	status = check_notes(w->x, record, from);
	if (status == RCC_EXIT_OK)
		status = accept_layout(w->x, record, from);
	rcc_progress_step(&w->progress, ++w->n_done, 0, rcc_clock_now_ns());
	free(from);
	return status;
}

static int make_listed(struct work *w, const int64_t *layout, size_t n)
{
	struct rcc_relink *relink =
		rcc_relink_new(w->x, w->folder, w->n_jobs, layout, n);
	int64_t made = 0;
	int64_t link_ns = 0;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK && made >= 0) {
		status = rcc_relink_next(relink, &made, &link_ns);
		if (status == RCC_EXIT_OK && made >= 0)
			status = accept_made(w, made, link_ns);
	}
	rcc_relink_free(relink);
	return status;
}

/* Make the wanted layouts of one cell, which is one system with one set of
 * factors.  They are made from the same recorded link. */
static int make_cell(struct work *w, size_t cell)
{
	const struct rcc_experiment *x = w->x;
	const size_t n_cells = rcc_study_n_cells(&x->study);
	int64_t *layout = rcc_mem_calloc(x->n_layouts, sizeof(*layout));
	size_t n = 0;
	int status = RCC_EXIT_OK;

	for (size_t i = cell; i < x->n_layouts; i += n_cells)
		if (w->is_wanted[i] && !is_copy(x, i))
			layout[n++] = (int64_t)i;
	if (n != 0)
		status = make_listed(w, layout, n);
	free(layout);
	return status;
}

static int make_all(struct work *w)
{
	const struct rcc_experiment *x = w->x;
	int status = RCC_EXIT_OK;

	rcc_progress_begin(&w->progress, stderr, "laying out", w->n_wanted, 0,
			   rcc_clock_now_ns());
	for (size_t i = 0;
	     i < rcc_study_n_cells(&x->study) && status == RCC_EXIT_OK; i++)
		status = make_cell(w, i);
	rcc_progress_clear(&w->progress);
	for (size_t i = 0; i < x->n_layouts && status == RCC_EXIT_OK; i++)
		if (w->is_wanted[i] && is_copy(x, i))
			status = copy_original(w, (int64_t)i);
	return status;
}

int rcc_layouts_make(struct rcc_experiment *x, unsigned n_jobs)
{
	char *layouts = rcc_experiment_path(x, "layouts");
	/* Append the process id to the name, because a linker of an earlier
	 * call, which was killed, may still be writing into its folder. */
	char *folder = rcc_mem_printf("%s/new-%ld", layouts, (long)getpid());
	struct work w = {.x = x, .folder = folder, .n_jobs = n_jobs};
	int status;

	remove_leftovers(layouts);
	status = find_work(&w);
	if (status == RCC_EXIT_OK && rcc_file_mkdirs(folder) != 0) {
		rcc_error_errno("cannot make \"%s\"", folder);
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK)
		status = make_all(&w);
	if (rcc_file_remove_tree(folder) != 0)
		rcc_warn("cannot remove \"%s\": %s", folder, strerror(errno));
	free(w.is_wanted);
	free(folder);
	free(layouts);
	return status;
}
