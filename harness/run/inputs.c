/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/inputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "harness/run/folder_checksum.h"

static const char inputs_key[] = "inputs";

/* ---- Checksums ---------------------------------------------------------- */

/* Compute the checksum of a regular file, or of a folder.  Returns -1 if it is
 * neither, or cannot be read. */
static int compute(const char *path, uint64_t *checksum)
{
	struct stat st;

	*checksum = 0;
	if (stat(path, &st) != 0)
		return -1;
	if (S_ISDIR(st.st_mode))
		return rcc_folder_checksum(path, checksum);
	return S_ISREG(st.st_mode) ? rcc_file_checksum(path, checksum) : -1;
}

json_t *rcc_inputs_checksum(const char *path)
{
	uint64_t checksum = 0;

	return compute(path, &checksum) == 0
		       ? json_sprintf("%016" PRIx64, checksum)
		       : NULL;
}

bool rcc_inputs_is_of_all_runs(const struct rcc_study *study, const char *path)
{
	return path[0] == '/' || !study->has_fresh_cwd;
}

/* Add the checksum of an input.  Ignore what has none. */
static void add(json_t *inputs, const char *path)
{
	json_t *checksum = path != NULL ? rcc_inputs_checksum(path) : NULL;

	if (checksum != NULL)
		json_object_set_new(inputs, path, checksum);
}

/* Add the checksum of a word of the command that names a file. */
static void add_word(json_t *inputs, const char *word)
{
	struct stat st;

	if (stat(word, &st) == 0 && S_ISREG(st.st_mode))
		add(inputs, word);
}

static json_t *describe(const struct rcc_study *study)
{
	json_t *inputs = json_object();

	add(inputs, study->stdin_path);
	add(inputs, study->template_dir);
	for (size_t i = 0; i < study->n_command; i++)
		if (rcc_inputs_is_of_all_runs(study, study->command[i]))
			add_word(inputs, study->command[i]);
	return inputs;
}

/* ---- Comparing ---------------------------------------------------------- */

/* Print an error for each file whose checksum has changed since the study
 * began. */
static int compare(const struct rcc_study *study, const json_t *before,
		   const json_t *now)
{
	const char *path;
	json_t *checksum;
	int status = RCC_EXIT_OK;

	json_object_foreach((json_t *)before, path, checksum)
	{
		if (!rcc_inputs_is_of_all_runs(study, path) ||
		    json_equal(json_object_get(now, path), checksum))
			continue;
		rcc_error("\"%s\" has changed since the study was begun", path);
		status = RCC_EXIT_USAGE;
	}
	if (status != RCC_EXIT_OK)
		rcc_hint(
			"restore it, or begin a new study in another "
			"directory: runs with other inputs cannot be compared");
	return status;
}

int rcc_inputs_store(struct rcc_experiment *x, const json_t *inputs)
{
	char *text = json_dumps(inputs, JSON_COMPACT | JSON_SORT_KEYS);
	const int result = rcc_store_set(x->store, inputs_key, text);

	free(text);
	return result == 0 ? RCC_EXIT_OK
			   : rcc_experiment_store_failed(x, "store the inputs");
}

json_t *rcc_inputs_stored(struct rcc_experiment *x)
{
	json_t *inputs = NULL;
	char *text = NULL;

	if (rcc_store_get(x->store, inputs_key, &text) == 0 && text != NULL)
		inputs = json_loads(text, 0, NULL);
	free(text);
	return inputs;
}

int rcc_inputs_check(struct rcc_experiment *x)
{
	json_t *now = describe(&x->study);
	json_t *before = NULL;
	char *text = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_store_get(x->store, inputs_key, &text) != 0) {
		status = rcc_experiment_store_failed(x, "read the inputs");
	} else if (text != NULL) {
		before = json_loads(text, 0, NULL);
		status = compare(&x->study, before, now);
	} else {
		status = rcc_inputs_store(x, now);
	}
	json_decref(before);
	json_decref(now);
	free(text);
	return status;
}
