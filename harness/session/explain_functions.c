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
#include "harness/run/sampler.h"

/* Sample until there are this many samples, in at most this many runs. */
#define SAMPLES 4000
#define SAMPLED_RUNS 10
/* A function with a smaller share of the CPU time is not moved. */
#define LEAST_SHARE 0.01
/* The number of functions that are listed. */
#define LISTED 20
/* The most layouts whose addresses are read. */
#define LAYOUTS_MAX 200

/* ---- Samples ----------------------------------------------------------- */

static int say_no_samples(const struct rcc_sampler *sampler)
{
	rcc_error("cannot see in which functions the time is: %s",
		  sampler->error_number != 0 ? strerror(sampler->error_number)
					     : "no samples");
	if (sampler->error_number != 0)
		rcc_hint("%s", rcc_perf_remedy(sampler->error_number));
	return RCC_EXIT_FAILED;
}

static int say_failed_run(void)
{
	rcc_error("the program failed when it was sampled");
	rcc_hint("\"randstudy run\" shows what is wrong with it");
	return RCC_EXIT_FAILED;
}

/* Run the program once and add its samples. */
static int sample_once(struct rcc_explain *s, const struct rcc_hot_file *file,
		       size_t n_files, struct rcc_hot_functions *hot)
{
	struct rcc_sampler sampler = {0};
	struct rcc_trial_run run = {0};
	int status = rcc_trial_runs_try(&s->runs, s->base, &sampler, &run);

	if (status == RCC_EXIT_OK && run.record.outcome != RCC_OUTCOME_OK)
		status = say_failed_run();
	if (status == RCC_EXIT_OK && sampler.error_number != 0)
		status = say_no_samples(&sampler);
	if (status == RCC_EXIT_OK) {
		rcc_trace_sort(&sampler.trace);
		rcc_hot_functions_count(hot, file, n_files, &sampler.trace);
	}
	rcc_sampler_release(&sampler);
	return status;
}

/* The copy of the program that runs has another path than its base. */
static void set_paths(const struct rcc_explain *s, struct rcc_hot_file *file,
		      size_t n_files)
{
	char *dir = realpath(s->x.dir, NULL);
	char *folder = rcc_mem_printf("%s/explain/run/00",
				      dir != NULL ? dir : s->x.dir);

	for (size_t i = 0; i < n_files && s->x.place == RCC_PLACE_LAYOUT; i++) {
		const char *name =
			rcc_moved_program_file(&s->x, s->cell->system, i)->name;

		free(file[i].path);
		file[i].path = rcc_file_join(folder, name);
	}
	free(folder);
	free(dir);
}

static int sample(struct rcc_explain *s, struct rcc_hot_file *file,
		  size_t n_files, struct rcc_hot_functions *hot)
{
	int status = RCC_EXIT_OK;

	set_paths(s, file, n_files);
	for (int i = 0; i < SAMPLED_RUNS && hot->n_samples < SAMPLES &&
			status == RCC_EXIT_OK;
	     i++)
		status = rcc_explain_must_stop(s)
				 ? RCC_EXIT_FAILED
				 : sample_once(s, file, n_files, hot);
	rcc_hot_functions_finish(hot);
	return status;
}

/* ---- Layouts ----------------------------------------------------------- */

/* The places of the hot functions in one program. */
struct places {
	const struct rcc_hot_functions *hot;
	size_t n;	   /* number of functions that are looked for */
	uint64_t *address; /* [n]; 0 if a function was not found */
};

/* Read the addresses in the program in `folder`.  Returns whether all functions
 * were found. */
static bool read_places(const struct rcc_explain *s, const char *folder,
			struct places *p)
{
	size_t n_files = 0;
	struct rcc_hot_file *file =
		rcc_hot_files_read(&s->x, s->cell->system, folder, &n_files);
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

/* Return the folder with a layout's program; link it if it was removed.  Caller
 * frees; NULL if that failed. */
static char *folder_of(const struct rcc_explain *s, int64_t layout)
{
	const size_t n = 1 + s->x.linked[s->cell->system].n_libraries;
	char *program = rcc_layout_table_program(&s->x, layout);
	char *folder = rcc_layout_table_folder(&s->x, layout);
	char **moves = rcc_mem_calloc(n, sizeof(*moves));
	char *problem = NULL;

	if (!rcc_file_is_regular(program)) {
		free(folder);
		folder = rcc_explain_path(s, "layout");
		if (rcc_moved_program_make(&s->x, layout, moves, folder,
					   &problem) != 0) {
			free(folder);
			folder = NULL;
		}
	}
	free(problem);
	free(moves);
	free(program);
	return folder;
}

static json_t *read_layouts(const struct rcc_explain *s, struct places *p)
{
	const struct rcc_cell *c = s->cell;
	json_t *layouts = json_array();

	for (size_t i = 0;
	     i < c->n_layouts && i < LAYOUTS_MAX && !rcc_explain_must_stop(s);
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

/* Try to move a function to an offset modulo a page, or to leave it if the
 * offset is negative.  Return why it cannot be moved there; NULL if it can;
 * caller frees. */
static char *try_offset(const struct rcc_explain *s,
			const struct rcc_hot_function *h, int offset)
{
	const size_t n = 1 + s->x.linked[s->cell->system].n_libraries;
	char **moves = rcc_mem_calloc(n, sizeof(*moves));
	char *folder = rcc_explain_path(s, "try");
	char *problem = NULL;

	moves[h->file] = offset < 0 ? rcc_mem_printf("%s@same", h->name)
				    : rcc_mem_printf("%s@%d/%u", h->name,
						     offset, RCC_PLACE_PAGE);
	(void)rcc_moved_program_make(&s->x, s->layout, moves, folder, &problem);
	free(moves[h->file]);
	free(moves);
	free(folder);
	return problem;
}

/* Return the smallest distance, from RCC_PLACE_STEP on, by which a function can
 * be moved.  Its section's alignment decides that.  Returns RCC_PLACE_PAGE with
 * *problem set (caller frees) if it cannot be moved at all. */
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
		rcc_moved_program_file(&s->x, s->cell->system, h->file);
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

/* Return what randld says, without its name. */
static const char *problem_of(const char *message)
{
	static const char prefix[] = "randld: error: ";
	const size_t n = sizeof(prefix) - 1;

	return strncmp(message, prefix, n) == 0 ? message + n : message;
}

/* List the functions.  The first *n_moved can be moved; the list is sorted
 * accordingly. */
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
		else if (*n_moved == s->options->n_functions)
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
	if (rcc_explain_must_stop(s)) {
		json_decref(list);
		json_decref(layouts);
		return RCC_EXIT_FAILED;
	}
	status = rcc_explain_store_json(s, RCC_EXPLAIN_LAYOUTS, layouts);
	if (status != RCC_EXIT_OK) {
		json_decref(list);
		return status;
	}
	return rcc_explain_store_json(s, RCC_EXPLAIN_FUNCTIONS, list);
}

int rcc_explain_functions(struct rcc_explain *s)
{
	struct rcc_hot_functions hot = {0};
	struct rcc_trial_run run = {0};
	struct rcc_hot_file *file;
	size_t n_files = 0;
	int status;

	/* The first run also shows whether programs can share a CPU. */
	if (s->e.functions != NULL)
		return rcc_trial_runs_try(&s->runs, s->base, NULL, &run);
	file = rcc_hot_files_read(&s->x, s->cell->system, s->base, &n_files);
	if (file == NULL) {
		rcc_error("randld cannot list the functions of \"%s\"",
			  s->base);
		return RCC_EXIT_FAILED;
	}
	fputs("explain: where the time is\n", stderr);
	status = sample(s, file, n_files, &hot);
	if (status == RCC_EXIT_OK)
		status = store_functions(s, &hot);
	rcc_hot_files_free(file, n_files);
	rcc_hot_functions_release(&hot);
	return status;
}
