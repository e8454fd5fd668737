/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/adopt.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/study/json_values.h"

const char *const rcc_adopt_text[RCC_ADOPT_N_TEXTS] = {
	"program",  "output",	   "libraries", "options",
	"built-ns", "build-tools", "record"};

bool rcc_adopt_is_same(const json_t *a, const json_t *b, size_t i)
{
	static const char *const keys[] = {"directory", "library", "aa", NULL};

	return rcc_json_agree_on(a, b, keys) &&
	       json_equal(json_array_get(json_object_get(a, "systems"), i),
			  json_array_get(json_object_get(b, "systems"), i));
}

static bool has_same_build(const json_t *a, const json_t *b, size_t i)
{
	static const char *const keys[] = {"arms", "padding-max", "pin", NULL};

	return rcc_json_agree_on(a, b, keys) && rcc_adopt_is_same(a, b, i);
}

/* Take over the i-th system's record, which holds the files needed to repeat
 * its link.  The files become hard links, which is safe, because no file of a
 * record ever changes. */
static int link_record(const struct rcc_experiment *x, size_t i)
{
	char cp[] = "/bin/cp";
	char options[] = "-al";
	char end[] = "--";
	char *folder = rcc_experiment_path(x, "record");
	char *from = rcc_mem_printf("%s/record/%zu", x->built_in, i);
	char *to = rcc_mem_printf("%s/record/%zu", x->dir, i);
	char *argv[] = {cp, options, end, from, to, NULL};
	int result = 0;

	if (rcc_file_mkdirs(folder) != 0 || rcc_file_remove_tree(to) != 0 ||
	    rcc_process_run(argv, -1, -1) != 0)
		result = RCC_ESYS;
	free(folder);
	free(from);
	free(to);
	return result;
}

static int copy_texts(struct rcc_experiment *x, struct rcc_store *from,
		      size_t i)
{
	int result = 0;

	for (size_t k = 0; k < RCC_ADOPT_N_TEXTS && result == 0; k++) {
		char *key = rcc_mem_printf("%s-%zu", rcc_adopt_text[k], i);
		char *text = NULL;

		result = rcc_store_get(from, key, &text);
		if (result == 0 && text != NULL)
			result = rcc_store_set(x->store, key, text);
		free(text);
		free(key);
	}
	return result;
}

/* Return whether the study `from` built the i-th system with the settings that
 * x has for it. */
static bool is_built_there(const struct rcc_experiment *x,
			   struct rcc_store *from, size_t i)
{
	char *key = rcc_mem_printf("record-%zu", i);
	char *design = NULL;
	char *record = NULL;
	json_t *json = NULL;
	bool is_built = false;

	if (rcc_store_get(from, "design", &design) == 0 && design != NULL &&
	    rcc_store_get(from, key, &record) == 0 && record != NULL) {
		json = json_loads(design, 0, NULL);
		is_built = has_same_build(json, x->study.json, i);
	}
	json_decref(json);
	free(record);
	free(design);
	free(key);
	return is_built;
}

int rcc_adopt_build(struct rcc_experiment *x, size_t i, bool *is_adopted)
{
	struct rcc_store *from = NULL;
	char *path;
	int status = RCC_EXIT_OK;

	*is_adopted = false;
	if (x->built_in == NULL)
		return RCC_EXIT_OK;
	path = rcc_file_join(x->built_in, "study.db");
	if (rcc_store_open(path, RCC_STORE_READ, &from) == 0 &&
	    is_built_there(x, from, i) && link_record(x, i) == 0) {
		*is_adopted = true;
		if (copy_texts(x, from, i) != 0)
			status = rcc_experiment_store_failed(x,
							     "store the build");
	}
	rcc_store_close(from);
	free(path);
	return status;
}
