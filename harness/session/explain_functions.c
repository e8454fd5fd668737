/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/explain_functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/build/moved_program.h"
#include "harness/run/hot_functions.h"
#include "harness/run/hot_loop.h"
#include "harness/run/perf_events.h"
#include "harness/session/sample_functions.h"

/* A function is moved only if its share of the CPU time is at least this. */
#define LEAST_SHARE 0.01
/* The largest number of hot functions that are stored and reported. */
#define LISTED 20
/* The addresses of functions are read in at most this number of layouts. */
#define LAYOUTS_MAX 200

/* ---- Samples ----------------------------------------------------------- */

static int say_no_samples(int error_number)
{
	rcc_error("cannot see in which functions the time is: %s",
		  error_number != 0 ? strerror(error_number) : "no samples");
	if (error_number != 0)
		rcc_hint("%s", rcc_perf_remedy(error_number));
	return RCC_EXIT_FAILED;
}

static int sample(struct rcc_explain *s, const struct rcc_hot_file *file,
		  size_t n_files, struct rcc_hot_functions *hot)
{
	int error_number;
	int status = rcc_sample_functions(&s->search.runs, s->base, file,
					  n_files, hot, &error_number);

	if (status == RCC_EXIT_OK && error_number != 0)
		status = say_no_samples(error_number);
	return status;
}

/* ---- Layouts ----------------------------------------------------------- */

/* The addresses of the hot functions in one program. */
struct places {
	const struct rcc_hot_functions *hot;
	size_t n;	   /* number of functions that are looked for */
	uint64_t *address; /* address of each function; 0 if not found */
};

/* Read the hot functions' addresses in the program in `folder`.  Returns
 * whether all functions were found. */
static bool read_places(const struct rcc_explain *s, const char *folder,
			struct places *p)
{
	size_t n_files = 0;
	struct rcc_hot_file *file = rcc_hot_files_read(
		&s->search.x, s->search.cell->system, folder, &n_files);
	bool has_all = file != NULL;

	for (size_t i = 0; i < p->n && file != NULL; i++) {
		const struct rcc_hot_function *h = &p->hot->item[i];
		const struct rcc_code_function *f =
			h->file < n_files
				? rcc_hot_file_find(&file[h->file], h->name)
				: NULL;

		p->address[i] = f != NULL ? f->address : 0;
		has_all &= f != NULL;
	}
	rcc_hot_files_free(file, n_files);
	return has_all;
}

/* Return the folder with a layout's program (caller frees).  Link the program
 * if it was removed.  Returns NULL if the link failed. */
static char *folder_of(const struct rcc_explain *s, int64_t layout)
{
	char *program = rcc_layout_table_program(&s->search.x, layout);
	char *folder = rcc_layout_table_folder(&s->search.x, layout);
	char *problem = NULL;

	if (!rcc_file_is_regular(program)) {
		free(folder);
		folder = rcc_trial_search_path(&s->search, "layout");
		if (rcc_moved_program_make(&s->search.x, layout, NULL, folder,
					   &problem) != 0) {
			free(folder);
			folder = NULL;
		}
	}
	free(problem);
	free(program);
	return folder;
}

static json_t *read_layouts(const struct rcc_explain *s, struct places *p)
{
	const struct rcc_cell *c = s->search.cell;
	json_t *layouts = json_array();

	for (size_t i = 0; i < c->n_layouts && i < LAYOUTS_MAX &&
			   !rcc_trial_search_must_stop(&s->search);
	     i++) {
		char *folder = folder_of(s, c->layout_id[i]);
		json_t *offsets = json_array();

		if (folder != NULL && read_places(s, folder, p))
			for (size_t k = 0; k < p->n; k++)
				json_array_append_new(
					offsets,
					json_integer(
						(json_int_t)(p->address[k] %
							     RCC_PLACE_PAGE)));
		json_array_append_new(layouts,
				      json_pack("{s:I,s:f,s:o}", "layout",
						(json_int_t)c->layout_id[i],
						"value", c->layout_mean[i],
						"offsets", offsets));
		free(folder);
	}
	return layouts;
}

/* ---- Alignment ------------------------------------------------- */

/* Try to link the program with a function at an offset in a page.  If the
 * offset is negative, leave the function in its place, but reserve the room in
 * which it could move.  Returns NULL if the link succeeded, or else the reason
 * for the failure (caller frees). */
static char *try_offset(const struct rcc_explain *s,
			const struct rcc_hot_function *h, int offset)
{
	const size_t n =
		1 + s->search.x.linked[s->search.cell->system].n_libraries;
	char **moves = rcc_mem_calloc(n, sizeof(*moves));
	char *folder = rcc_trial_search_path(&s->search, "try");
	char *problem = NULL;

	moves[h->file] = offset < 0 ? rcc_mem_printf("%s@same", h->name)
				    : rcc_mem_printf("%s@%d/%u", h->name,
						     offset, RCC_PLACE_PAGE);
	(void)rcc_moved_program_make(&s->search.x, s->layout, moves, folder,
				     &problem);
	free(moves[h->file]);
	free(moves);
	free(folder);
	return problem;
}

/* Return the smallest distance in bytes, at least RCC_PLACE_STEP, by which a
 * function can be moved.  It is found by trials, and depends on the alignment
 * of the function's section.  If the function cannot be moved at all, returns
 * RCC_PLACE_PAGE, the size of a page, with *problem set (caller frees). */
static unsigned alignment_of(const struct rcc_explain *s,
			     const struct rcc_hot_function *h, char **problem)
{
	*problem = try_offset(s, h, -1);
	for (unsigned step = RCC_PLACE_STEP;
	     step < RCC_PLACE_PAGE && *problem == NULL; step *= 2) {
		char *why = try_offset(
			s, h, (int)((h->address + step) % RCC_PLACE_PAGE));

		free(why);
		if (why == NULL)
			return step;
	}
	return RCC_PLACE_PAGE;
}

/* Return the instructions of a function's hot loop; none if there is no
 * objdump. */
static json_t *loop_json(const struct rcc_explain *s,
			 const struct rcc_hot_function *h)
{
	const struct rcc_linked *file =
		rcc_trial_search_linked(&s->search, h->file);
	char *path = rcc_file_join(s->base, file->name);
	struct rcc_hot_loop loop = {0};
	json_t *json = json_array();

	rcc_hot_loop_read(&loop, path, h->address, h->size);
	rcc_hot_loop_find(&loop, h->sample, h->n_samples);
	for (size_t i = 0; i < loop.n_loop; i++) {
		const struct rcc_hot_instruction *one =
			&loop.item[loop.first + i];

		json_array_append_new(
			json, json_pack("{s:I,s:I,s:s}", "address",
					(json_int_t)one->address, "samples",
					(json_int_t)one->n_samples, "text",
					one->text));
	}
	rcc_hot_loop_release(&loop);
	free(path);
	return json;
}

static json_t *function_json(const struct rcc_hot_function *h)
{
	json_t *json = json_pack(
		"{s:s,s:I,s:I,s:I,s:I,s:f,s:I}", "name", h->name, "file",
		(json_int_t)h->file, "address", (json_int_t)h->address, "size",
		(json_int_t)h->size, "samples", (json_int_t)h->n_samples,
		"share", h->share, "offset",
		(json_int_t)(h->address % RCC_PLACE_PAGE));
	char *label = rcc_symbol_demangle(h->name);

	if (label != NULL)
		json_object_set_new(json, "label", json_string(label));
	free(label);
	return json;
}

/* Return a message of randld without the prefix "randld: error: ". */
static const char *problem_of(const char *message)
{
	static const char prefix[] = "randld: error: ";
	const size_t n = sizeof(prefix) - 1;

	return strncmp(message, prefix, n) == 0 ? message + n : message;
}

/* Return the list of hot functions as JSON.  Also reorder hot->item, so that
 * its first *n_moved functions are those that can be moved. */
static json_t *list_functions(const struct rcc_explain *s,
			      struct rcc_hot_functions *hot, size_t *n_moved)
{
	json_t *list = json_array();

	*n_moved = 0;
	for (size_t i = 0; i < hot->n && i < LISTED; i++) {
		const struct rcc_hot_function h = hot->item[i];
		json_t *one = function_json(&h);
		char *why = NULL;

		if (h.share < LEAST_SHARE)
			why = rcc_mem_strdup("little time");
		else if (*n_moved == s->e.most_functions)
			why = rcc_mem_strdup("more time is in others");
		else
			json_object_set_new(
				one, "alignment",
				json_integer(alignment_of(s, &h, &why)));
		if (why != NULL) {
			json_object_set_new(one, "obstacle",
					    json_string(problem_of(why)));
		} else {
			hot->item[i] = hot->item[*n_moved];
			hot->item[(*n_moved)++] = h;
			json_object_set_new(one, "loop", loop_json(s, &h));
		}
		free(why);
		json_array_append_new(list, one);
	}
	return list;
}

/* ---- Counters ---------------------------------------------------------- */

/* Return the names of the CPU's counters that the kernel grants.  If the kernel
 * refuses counters, also return why it refuses the first of them. */
static json_t *counters_json(void)
{
	static const char *const name[] = {"cycles", "instructions",
					   "branch-misses",
					   "L1-icache-load-misses"};
	json_t *granted = json_array();
	json_t *json = json_pack("{s:o}", "granted", granted);

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
		struct rcc_perf_event event;
		int error_number;

		if (rcc_perf_event_parse(name[i], &event) != 0)
			continue;
		error_number = rcc_perf_try(&event);
		if (error_number == 0)
			json_array_append_new(granted, json_string(name[i]));
		else if (json_object_get(json, "reason") == NULL)
			json_object_update_new(
				json, json_pack("{s:s,s:s}", "reason",
						rcc_perf_reason(error_number),
						"remedy",
						rcc_perf_remedy(error_number)));
	}
	return json;
}

/* ---- All --------------------------------------------------------------- */

static int store_functions(struct rcc_explain *s, struct rcc_hot_functions *hot)
{
	struct places p = {.hot = hot};
	json_t *list = list_functions(s, hot, &p.n);
	json_t *layouts;
	int status;

	p.address = rcc_mem_calloc(p.n + 1, sizeof(*p.address));
	layouts = read_layouts(s, &p);
	free(p.address);
	if (rcc_trial_search_must_stop(&s->search)) {
		json_decref(list);
		json_decref(layouts);
		return RCC_EXIT_FAILED;
	}
	status = rcc_trial_search_store_json(&s->search, RCC_EXPLAIN_LAYOUTS,
					     layouts);
	if (status != RCC_EXIT_OK) {
		json_decref(list);
		return status;
	}
	return rcc_trial_search_store_json(&s->search, RCC_EXPLAIN_FUNCTIONS,
					   list);
}

int rcc_explain_functions(struct rcc_explain *s)
{
	struct rcc_hot_functions hot = {0};
	struct rcc_trial_run run = {0};
	struct rcc_hot_file *file;
	size_t n_files = 0;
	int status;

	/* Find the counters in each call of `randstudy explain`, since
	 * permissions may have changed. */
	status = rcc_trial_search_store_json(&s->search, RCC_EXPLAIN_COUNTERS,
					     counters_json());
	if (status != RCC_EXIT_OK)
		return status;
	/* If an earlier call has stored the functions, run the program once
	 * nevertheless: this run shows whether programs can share a CPU. */
	if (s->e.functions != NULL)
		return rcc_trial_runs_try(&s->search.runs, s->base, NULL, &run);
	file = rcc_sample_files(&s->search.runs, s->base, &n_files);
	if (file == NULL)
		return RCC_EXIT_FAILED;
	fputs("explain: where the time is\n", stderr);
	status = sample(s, file, n_files, &hot);
	if (status == RCC_EXIT_OK)
		status = store_functions(s, &hot);
	rcc_hot_files_free(file, n_files);
	rcc_hot_functions_release(&hot);
	return status;
}
