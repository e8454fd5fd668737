/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/inputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "harness/run/checksum.h"

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
		return rcc_checksum_folder(path, checksum);
	return S_ISREG(st.st_mode) ? rcc_checksum_file(path, checksum) : -1;
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

int rcc_inputs_load(const struct rcc_experiment *x, json_t **inputs)
{
	return rcc_experiment_load_json(x, inputs_key, inputs);
}

int rcc_inputs_store(const struct rcc_experiment *x, json_t *inputs)
{
	return rcc_experiment_store_json(x, inputs_key, inputs);
}

int rcc_inputs_check(struct rcc_experiment *x)
{
	json_t *before = NULL;
	json_t *now;
	int status = rcc_inputs_load(x, &before);

	if (status != RCC_EXIT_OK)
		return status;
	now = describe(&x->study);
	if (before == NULL)
		return rcc_inputs_store(x, now);
	status = compare(&x->study, before, now);
	json_decref(before);
	json_decref(now);
	return status;
}
