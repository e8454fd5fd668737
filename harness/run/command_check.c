/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/command_check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

int rcc_command_check_find(const struct rcc_study *study, char ***command)
{
	const char *first = study->command[0];
	const char *path = getenv("PATH");
	char *found = NULL;

	*command = rcc_mem_calloc(study->n_command + 1, sizeof(**command));
	for (size_t i = 0; i < study->n_command; i++)
		(*command)[i] = rcc_mem_strdup(study->command[i]);
	if (study->has_shell || strstr(first, "{binary}") != NULL ||
	    strchr(first, '/') != NULL)
		return RCC_EXIT_OK;
	found = rcc_file_find_program(
		first, path != NULL ? path : "/usr/bin:/bin", NULL);
	if (found == NULL) {
		rcc_error("cannot find the program \"%s\" of the command",
			  first);
		return RCC_EXIT_USAGE;
	}
	free((*command)[0]);
	(*command)[0] = found;
	return RCC_EXIT_OK;
}

static int check_cpus(const struct rcc_study *study)
{
	const int missing = rcc_process_control_missing_cpu(&study->control);

	if (missing < 0)
		return RCC_EXIT_OK;
	rcc_error(
		"CPU %d (--cpu) does not exist, or this process may not use it",
		missing);
	rcc_hint("taskset -cp $$ prints the CPUs that this shell may use");
	return RCC_EXIT_USAGE;
}

static int check_file(const char *path, const char *option)
{
	if (path == NULL || access(path, R_OK) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot read \"%s\" (%s)", path, option);
	return RCC_EXIT_USAGE;
}

int rcc_command_check_directory(const struct rcc_study *study)
{
	if (chdir(study->directory) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot change to \"%s\", where the study runs",
			study->directory);
	return RCC_EXIT_USAGE;
}

int rcc_command_check_enter(const struct rcc_study *study)
{
	int status = rcc_command_check_directory(study);

	if (status == RCC_EXIT_OK)
		status = check_file(study->stdin_path, "--stdin");
	if (status == RCC_EXIT_OK)
		status = check_file(study->template_dir, "--template");
	if (status == RCC_EXIT_OK)
		status = check_cpus(study);
	return status;
}
