/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/code_study.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/build/link_records.h"
#include "harness/run/perf_events.h"

static char *real_path(const char *path)
{
	char *real = realpath(path, NULL);

	return real != NULL ? real : rcc_mem_strdup(path);
}

static char *key_of(size_t system)
{
	return rcc_mem_printf(RCC_CODE_SHARE_KEY "-%zu", system);
}

/* ---- The files with code ------------------------------------------------ */

static bool is_stored(const struct rcc_experiment *x, size_t system)
{
	char *key = key_of(system);
	char *text = NULL;
	const int result = rcc_store_get(x->store, key, &text);
	const bool is_there = result != 0 || text != NULL;

	free(key);
	free(text);
	return is_there;
}

static int add_file(struct rcc_code_study *s, const struct rcc_experiment *x,
		    const struct rcc_linked *linked, const char *folder)
{
	struct rcc_code_file *f = &s->file[s->n_files];
	char *path = rcc_file_join(folder, linked->name);
	const int result =
		rcc_code_map_read(&f->map, x->bindir, linked->record, path);

	if (result == 0) {
		f->path = x->place == RCC_PLACE_LAYOUT
				  ? real_path(path)
				  : real_path(linked->output);
		s->n_files++;
	}
	free(path);
	return result;
}

/* List all shared libraries of the build, including those that are laid out.
 * The program may load the original file of such a library from the path where
 * the build linked it.  Layouts do not move the functions in that file. */
static void find_libraries(struct rcc_code_study *s,
			   const struct rcc_experiment *x, size_t system)
{
	char *record = rcc_mem_printf("%s/record/%zu", x->dir,
				      x->study.is_aa ? (size_t)0 : system);

	rcc_link_records_libraries(x->bindir, record, &s->library);
	free(record);
}

void rcc_code_study_begin(struct rcc_code_study *s,
			  const struct rcc_experiment *x, int64_t layout)
{
	const size_t system = x->layout[layout].system;
	const struct rcc_linked *linked;
	char *folder;

	*s = (struct rcc_code_study){0};
	if (x->linked == NULL || x->linked[system].record == NULL ||
	    x->is_carried || is_stored(x, system))
		return;
	linked = &x->linked[system];
	folder = rcc_layout_table_folder(x, layout);
	s->file = rcc_mem_calloc(1 + linked->n_libraries, sizeof(*s->file));
	/* If randld lists no functions of the program, the program has no
	 * symbols, so do not sample it. */
	if (add_file(s, x, linked, folder) == 0 && s->file[0].map.n == 0) {
		rcc_code_study_release(s);
	} else if (s->n_files != 0) {
		for (size_t i = 0; i < linked->n_libraries; i++)
			add_file(s, x, &linked->library[i], folder);
		find_libraries(s, x, system);
	}
	free(folder);
}

struct rcc_sampler *rcc_code_study_sampler(struct rcc_code_study *s)
{
	return s->n_files != 0 ? &s->sampler : NULL;
}

void rcc_code_study_release(struct rcc_code_study *s)
{
	for (size_t i = 0; i < s->n_files; i++) {
		rcc_code_map_release(&s->file[i].map);
		free(s->file[i].path);
	}
	free(s->file);
	rcc_strvec_release(&s->library);
	rcc_sampler_release(&s->sampler);
	*s = (struct rcc_code_study){0};
}

/* ---- Counting ----------------------------------------------------------- */

static void add_function(struct rcc_code_share *share,
			 const struct rcc_code_file *file,
			 const struct rcc_code_function *f, double n)
{
	const enum rcc_code_how how = f != NULL ? f->how : RCC_CODE_LINKER;

	switch (how) {
	case RCC_CODE_MOVED:
		rcc_code_share_add(share, RCC_CODE_KIND_MOVED, "", n, false);
		return;
	case RCC_CODE_FIXED:
		rcc_code_share_add(share, RCC_CODE_KIND_OBJECT, f->origin, n,
				   f->is_cplusplus);
		return;
	case RCC_CODE_SYSTEM:
		rcc_code_share_add(share, RCC_CODE_KIND_SYSTEM,
				   rcc_file_base(file->path), n, false);
		return;
	case RCC_CODE_LINKER:
		rcc_code_share_add(share, RCC_CODE_KIND_LINKER,
				   rcc_file_base(file->path), n, false);
		return;
	}
}

/* Return whether the file at `path` is a shared library of the build.  An equal
 * file name is enough, since the library may be installed elsewhere or loaded
 * by its soname. */
static bool is_of_build(const struct rcc_code_study *s, const char *path)
{
	const char *base = rcc_file_base(path);

	for (size_t i = 0; i < s->library.n; i++)
		if (strcmp(s->library.item[i], path) == 0 ||
		    strcmp(rcc_file_base(s->library.item[i]), base) == 0)
			return true;
	return false;
}

static void add_other(struct rcc_code_share *share,
		      const struct rcc_code_study *s, const char *path)
{
	const char *base = rcc_file_base(path);
	enum rcc_code_kind kind = RCC_CODE_KIND_PROGRAM;

	/* "//anon", "[heap]", "[stack]" and so on are not files. */
	if (path[0] != '/' || path[1] == '/') {
		const bool is_vdso = strcmp(path, "[vdso]") == 0;

		rcc_code_share_add(share,
				   is_vdso ? RCC_CODE_KIND_KERNEL
					   : RCC_CODE_KIND_GENERATED,
				   "", 1, false);
		return;
	}
	if (is_of_build(s, path))
		kind = RCC_CODE_KIND_BUILD_LIBRARY;
	else if (strstr(base, ".so") != NULL)
		kind = RCC_CODE_KIND_LIBRARY;
	rcc_code_share_add(share, kind, base, 1, false);
}

void rcc_code_study_count(const struct rcc_code_study *s,
			  const struct rcc_trace *trace,
			  struct rcc_code_share *share)
{
	share->n_samples = trace->n_samples;
	for (size_t i = 0; i < trace->n_samples; i++) {
		const struct rcc_trace_sample *sample = &trace->sample[i];
		uint64_t offset = 0;
		const char *path = NULL;
		size_t k = 0;

		if (sample->is_kernel) {
			rcc_code_share_add(share, RCC_CODE_KIND_KERNEL, "", 1,
					   false);
			continue;
		}
		path = rcc_trace_place(trace, sample, &offset);
		while (path != NULL && k < s->n_files &&
		       strcmp(s->file[k].path, path) != 0)
			k++;
		if (path == NULL)
			rcc_code_share_add(share, RCC_CODE_KIND_GENERATED, "",
					   1, false);
		else if (k < s->n_files)
			add_function(share, &s->file[k],
				     rcc_code_map_find(&s->file[k].map, offset),
				     1);
		else
			add_other(share, s, path);
	}
}

void rcc_code_study_count_bytes(const struct rcc_code_study *s,
				struct rcc_code_share *share)
{
	for (size_t i = 0; i < s->n_files; i++)
		for (size_t k = 0; k < s->file[i].map.n; k++) {
			const struct rcc_code_function *f =
				&s->file[i].map.function[k];

			add_function(share, &s->file[i], f, (double)f->size);
		}
}

/* ---- The shares --------------------------------------------------------- */

/* Estimate the kernel's share from the run's system time, since the kernel's
 * code was not sampled. */
static void add_kernel(struct rcc_code_share *share,
		       const struct rcc_run_record *run)
{
	if (run->user_ns > 0)
		rcc_code_share_add(share, RCC_CODE_KIND_KERNEL, "",
				   (double)share->n_samples *
					   (double)run->system_ns /
					   (double)run->user_ns,
				   false);
}

static char *why_not(int error_number)
{
	return rcc_mem_printf("%s (%s)", strerror(error_number),
			      rcc_perf_remedy(error_number));
}

int rcc_code_study_store(struct rcc_code_study *s,
			 const struct rcc_experiment *x, size_t system,
			 const struct rcc_run_record *run)
{
	struct rcc_code_share share = {0};
	json_t *json;
	char *key;
	char *text;
	int result;

	if (s->n_files == 0)
		return RCC_EXIT_OK;
	if (s->sampler.error_number == 0) {
		rcc_trace_sort(&s->sampler.trace);
		rcc_code_study_count(s, &s->sampler.trace, &share);
		if (!s->sampler.has_kernel)
			add_kernel(&share, run);
	}
	if (s->sampler.error_number != 0)
		share.why_not = why_not(s->sampler.error_number);
	else if (share.n_samples == 0)
		share.why_not = rcc_mem_strdup("the run is too short");
	if (share.why_not != NULL)
		rcc_code_study_count_bytes(s, &share);
	rcc_code_share_finish(&share);
	json = rcc_code_share_json(&share);
	text = json_dumps(json, JSON_COMPACT);
	key = key_of(system);
	result = rcc_store_set(x->store, key, text);
	free(key);
	free(text);
	json_decref(json);
	rcc_code_share_release(&share);
	return result == 0 ? RCC_EXIT_OK
			   : rcc_experiment_store_failed(x, "store where the "
							    "CPU time goes");
}
