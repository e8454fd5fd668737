/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/replace.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/adopt.h"
#include "harness/build/build_command.h"
#include "harness/store/store_json.h"
#include "harness/study/interim.h"

int rcc_replace_stored(struct rcc_experiment *x, json_t **stored)
{
	return rcc_store_get_json(x->store, "design", stored) == 0
		       ? RCC_EXIT_OK
		       : rcc_experiment_store_failed(x, "read the design");
}

int rcc_replace_is_possible(struct rcc_experiment *x, const json_t *given,
			    bool *is_possible)
{
	int64_t n = 0;

	*is_possible = false;
	if (json_object_get(given, "command") == NULL ||
	    (json_object_get(given, "systems") == NULL &&
	     json_object_get(given, "build") == NULL))
		return RCC_EXIT_OK;
	if (rcc_store_count_runs(x->store, &n) != 0)
		return rcc_experiment_store_failed(x, "count the runs");
	*is_possible = n == 0;
	return RCC_EXIT_OK;
}

/* ---- Keeping builds ---------------------------------------------------- */

/* Return whether both designs compile variables in the same way: with the factor
 * `data`, or without. */
static bool compiles_alike(json_t *was, const struct rcc_study *study)
{
	struct rcc_study old = {0};
	char *problem = NULL;
	bool is_alike = false;

	if (rcc_study_parse(was, &old, &problem) == 0) {
		is_alike = (rcc_build_command_factors(&old) == NULL) ==
			   (rcc_build_command_factors(study) == NULL);
		rcc_study_release(&old);
	}
	free(problem);
	return is_alike;
}

/* The part of one system's build that is kept. */
struct kept {
	bool is_built;		       /* false: nothing is kept */
	char *text[RCC_ADOPT_N_TEXTS]; /* NULL if not stored */
};

static void release_kept(struct kept *kept, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < RCC_ADOPT_N_TEXTS; k++)
			free(kept[i].text[k]);
	free(kept);
}

/* Read from the database the texts about the build of system i. */
static int keep(struct rcc_experiment *x, size_t i, struct kept *kept)
{
	int result = 0;

	for (size_t k = 0; k < RCC_ADOPT_N_TEXTS && result == 0; k++) {
		char *key = rcc_mem_printf("%s-%zu", rcc_adopt_text[k], i);

		result = rcc_store_get(x->store, key, &kept->text[k]);
		free(key);
	}
	return result == 0 ? RCC_EXIT_OK
			   : rcc_experiment_store_failed(x, "read the build");
}

static int put_back(struct rcc_experiment *x, size_t i, const struct kept *kept)
{
	int result = 0;

	for (size_t k = 0; k < RCC_ADOPT_N_TEXTS && result == 0; k++) {
		char *key = rcc_mem_printf("%s-%zu", rcc_adopt_text[k], i);

		if (kept->text[k] != NULL)
			result = rcc_store_set(x->store, key, kept->text[k]);
		free(key);
	}
	return result;
}

/* ---- Replacing --------------------------------------------------------- */

static int remove_one(const struct rcc_experiment *x, char *name)
{
	char *path = rcc_experiment_path(x, name);
	int status = RCC_EXIT_OK;

	if (rcc_file_remove_tree(path) != 0) {
		rcc_error_errno("cannot remove \"%s\"", path);
		status = RCC_EXIT_FAILED;
	}
	free(path);
	free(name);
	return status;
}

/* Remove the layouts, all files of runs, and the records of builds that are not
 * kept.  The study had n_had systems, and will have n. */
static int remove_files(const struct rcc_experiment *x, size_t n_had,
			const struct kept *kept, size_t n)
{
	static const char *const name[] = {"layouts", "loaded",	   "tool",
					   "cwd",     "reference", "failed"};
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		if (status == RCC_EXIT_OK)
			status = remove_one(x, rcc_mem_strdup(name[i]));
	for (size_t i = 0; i < n_had && status == RCC_EXIT_OK; i++)
		if (i >= n || !kept[i].is_built)
			status = remove_one(x, rcc_mem_printf("record/%zu", i));
	return status;
}

static int write_settings(struct rcc_experiment *x,
			  const struct rcc_study *study,
			  const struct kept *kept)
{
	const struct rcc_batch_record batch = {.n_layouts = study->n_layouts};
	char *design = json_dumps(study->json, JSON_COMPACT | JSON_SORT_KEYS);
	int result = rcc_store_begin(x->store);

	if (result == 0)
		result = rcc_store_clear(x->store);
	if (result == 0)
		result = rcc_store_set(x->store, "design", design);
	if (result == 0)
		result = rcc_store_add_batch(x->store, &batch);
	if (result == 0 && rcc_study_plans_end(study))
		result = rcc_store_set(x->store, RCC_INTERIM_END_KEY, "0");
	for (size_t i = 0; i < study->n_systems && result == 0; i++)
		result = put_back(x, i, &kept[i]);
	if (result == 0)
		result = rcc_store_commit(x->store);
	free(design);
	if (result == 0)
		return RCC_EXIT_OK;
	result = rcc_experiment_store_failed(x, "store the design");
	rcc_store_undo(x->store);
	return result;
}

/* The files are removed before the database changes.  If the process is killed
 * between these two steps, the user can run the command again. */
int rcc_replace_settings(struct rcc_experiment *x,
			 const struct rcc_study *study, bool keeps_builds)
{
	const json_t *given = study->json;
	const size_t n = study->n_systems;
	struct kept *kept = rcc_mem_calloc(n + 1, sizeof(*kept));
	json_t *was = NULL;
	int status = rcc_replace_stored(x, &was);

	if (status == RCC_EXIT_OK)
		keeps_builds = keeps_builds && compiles_alike(was, study);
	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		kept[i].is_built =
			keeps_builds && rcc_adopt_is_same(was, given, i);
		if (kept[i].is_built)
			status = keep(x, i, &kept[i]);
	}
	if (status == RCC_EXIT_OK)
		status = remove_files(
			x, json_array_size(json_object_get(was, "systems")),
			kept, n);
	if (status == RCC_EXIT_OK)
		status = write_settings(x, study, kept);
	release_kept(kept, n);
	json_decref(was);
	return status;
}
