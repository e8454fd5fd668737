/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/input_watch.h"

#include <stdbool.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/run/inputs.h"

int rcc_input_watch_begin(struct rcc_input_watch *w, struct rcc_experiment *x)
{
	const char *path;
	json_t *checksum;
	json_t *stored = NULL;
	const int status = rcc_inputs_load(x, &stored);

	*w = (struct rcc_input_watch){0};
	w->input =
		rcc_mem_calloc(json_object_size(stored) + 1, sizeof(*w->input));
	json_object_foreach(stored, path, checksum)
	{
		struct rcc_watched_input *input = &w->input[w->n];

		if (!rcc_inputs_is_of_all_runs(&x->study, path) ||
		    stat(path, &input->st) != 0 || !S_ISREG(input->st.st_mode))
			continue;
		input->path = rcc_mem_strdup(path);
		input->checksum = json_incref(checksum);
		w->n++;
	}
	json_decref(stored);
	return status;
}

static void release_input(struct rcc_watched_input *input)
{
	free(input->path);
	json_decref(input->checksum);
}

void rcc_input_watch_release(struct rcc_input_watch *w)
{
	for (size_t i = 0; i < w->n; i++)
		release_input(&w->input[i]);
	free(w->input);
	*w = (struct rcc_input_watch){0};
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       a->st_size == b->st_size &&
	       is_same_time(&a->st_mtim, &b->st_mtim) &&
	       is_same_time(&a->st_ctim, &b->st_ctim);
}

/* Return whether the file is there and was not written since input->st was
 * taken.  Set *now to what it is now. */
static bool is_untouched(const struct rcc_watched_input *input,
			 struct stat *now)
{
	return stat(input->path, now) == 0 && is_same_file(&input->st, now);
}

static bool has_changed(struct rcc_watched_input *input)
{
	struct stat now = {0};
	json_t *checksum;
	bool is_equal;

	if (is_untouched(input, &now))
		return false;
	/* If the file is gone, its checksum is NULL. */
	checksum = rcc_inputs_checksum(input->path);
	is_equal = json_equal(checksum, input->checksum);
	json_decref(checksum);
	if (is_equal)
		input->st = now;
	return !is_equal;
}

int rcc_input_watch_settle(struct rcc_input_watch *w, struct rcc_experiment *x)
{
	json_t *stored = NULL;
	const int status = rcc_inputs_load(x, &stored);
	struct stat now;
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		if (is_untouched(&w->input[i], &now)) {
			w->input[n++] = w->input[i];
		} else {
			json_object_del(stored, w->input[i].path);
			release_input(&w->input[i]);
		}
	}
	w->n = n;
	return stored != NULL ? rcc_inputs_store(x, stored) : status;
}

const char *rcc_input_watch_changed(struct rcc_input_watch *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (has_changed(&w->input[i]))
			return w->input[i].path;
	return NULL;
}
