/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/hot_functions.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/build/moved_program.h"

/* ---- Files ------------------------------------------------------------- */

static char *real_path(const char *path)
{
	char *real = realpath(path, NULL);

	return real != NULL ? real : rcc_mem_strdup(path);
}

struct rcc_hot_file *rcc_hot_files_read(const struct rcc_experiment *x,
					size_t system, const char *folder,
					size_t *n)
{
	const size_t n_files = 1 + x->linked[system].n_libraries;
	struct rcc_hot_file *file = rcc_mem_calloc(n_files, sizeof(*file));
	int result = 0;

	*n = 0;
	while (*n < n_files && result == 0) {
		const struct rcc_linked *linked =
			rcc_moved_program_file(x, system, *n);
		char *path = rcc_file_join(folder, linked->name);

		result = rcc_code_map_read(&file[*n].map, x->bindir,
					   linked->record, path);
		file[(*n)++].path = real_path(
			x->place == RCC_PLACE_LAYOUT ? path : linked->output);
		free(path);
	}
	if (result == 0)
		return file;
	rcc_hot_files_free(file, *n);
	return NULL;
}

void rcc_hot_files_free(struct rcc_hot_file *file, size_t n)
{
	for (size_t i = 0; file != NULL && i < n; i++) {
		rcc_code_map_release(&file[i].map);
		free(file[i].path);
	}
	free(file);
}

const struct rcc_code_function *
rcc_hot_file_find(const struct rcc_hot_file *file, const char *name)
{
	const struct rcc_code_function *found = NULL;

	for (size_t i = 0; i < file->map.n; i++) {
		if (strcmp(file->map.function[i].name, name) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = &file->map.function[i];
	}
	return found;
}

/* ---- Counting ---------------------------------------------------------- */

static struct rcc_hot_function *find(struct rcc_hot_functions *hot, size_t file,
				     const struct rcc_code_function *f)
{
	for (size_t i = 0; i < hot->n; i++)
		if (hot->item[i].file == file &&
		    hot->item[i].address == f->address)
			return &hot->item[i];
	hot->item = rcc_mem_grow(hot->item, hot->n, &hot->n_allocated,
				 sizeof(*hot->item));
	hot->item[hot->n] = (struct rcc_hot_function){
		.name = rcc_mem_strdup(f->name),
		.file = file,
		.address = f->address,
		.size = f->size,
	};
	return &hot->item[hot->n++];
}

/* Add a sample in the function f, at an offset in the function's file. */
static void add(struct rcc_hot_functions *hot, size_t file,
		const struct rcc_code_function *f, uint64_t offset)
{
	struct rcc_hot_function *h = find(hot, file, f);

	h->sample = rcc_mem_grow(h->sample, h->n_samples, &h->samples_allocated,
				 sizeof(*h->sample));
	h->sample[h->n_samples++] = f->address + (offset - f->offset);
}

void rcc_hot_functions_count(struct rcc_hot_functions *hot,
			     const struct rcc_hot_file *file, size_t n_files,
			     const struct rcc_trace *trace)
{
	hot->n_samples += trace->n_samples;
	for (size_t i = 0; i < trace->n_samples; i++) {
		const struct rcc_trace_sample *sample = &trace->sample[i];
		const struct rcc_code_function *f = NULL;
		uint64_t offset = 0;
		const char *path;
		size_t k = 0;

		if (sample->is_kernel)
			continue;
		path = rcc_trace_place(trace, sample, &offset);
		while (path != NULL && k < n_files &&
		       strcmp(file[k].path, path) != 0)
			k++;
		if (path != NULL && k < n_files)
			f = rcc_code_map_find(&file[k].map, offset);
		if (f != NULL && f->how == RCC_CODE_MOVED)
			add(hot, k, f, offset);
	}
}

static int by_samples(const void *a, const void *b)
{
	const struct rcc_hot_function *x = a;
	const struct rcc_hot_function *y = b;

	if (x->n_samples != y->n_samples)
		return x->n_samples > y->n_samples ? -1 : 1;
	return strcmp(x->name, y->name);
}

void rcc_hot_functions_finish(struct rcc_hot_functions *hot)
{
	for (size_t i = 0; i < hot->n; i++)
		hot->item[i].share =
			(double)hot->item[i].n_samples / (double)hot->n_samples;
	if (hot->n != 0)
		qsort(hot->item, hot->n, sizeof(*hot->item), by_samples);
}

void rcc_hot_functions_release(struct rcc_hot_functions *hot)
{
	for (size_t i = 0; i < hot->n; i++) {
		free(hot->item[i].name);
		free(hot->item[i].sample);
	}
	free(hot->item);
	*hot = (struct rcc_hot_functions){0};
}
