/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/slurm_queue.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

char *rcc_slurm_ask(const char *command, const struct rcc_strvec *arguments)
{
	const char *path = getenv("PATH");
	char *program = rcc_file_find_program(
		command, path != NULL ? path : "/usr/bin:/bin", NULL);
	struct rcc_strvec argv = {0};
	char **words;
	char *out = NULL;
	int status;

	if (program == NULL) {
		rcc_error("cannot find \"%s\", a command of Slurm", command);
		rcc_hint("call this where jobs are submitted; without Slurm, "
			 "see `randstudy worker`");
		return NULL;
	}
	rcc_strvec_take(&argv, program);
	for (size_t i = 0; i < arguments->n; i++)
		rcc_strvec_push(&argv, arguments->item[i]);
	words = rcc_mem_calloc(argv.n + 1, sizeof(*words));
	memcpy(words, argv.item, argv.n * sizeof(*words));
	status = rcc_process_capture(words, &out, NULL);
	if (status != 0) {
		if (status < 0)
			rcc_error_errno("cannot run \"%s\"", program);
		else
			rcc_error("\"%s\" ended with status %d", command,
				  status);
		free(out);
		out = NULL;
	}
	free(words);
	rcc_strvec_release(&argv);
	return out;
}

/* ---- The queue ---------------------------------------------------------- */

/* Read a line of squeue, "JOB|INDEX|STATE".  Jobs that are not array jobs have
 * "N/A" as their index. */
static bool read_task(char *line, struct rcc_slurm_task *task)
{
	char *next = line;
	const char *job = strsep(&next, "|");
	const char *index = strsep(&next, "|");
	const char *state = next;
	char *end = NULL;
	unsigned long number;

	if (index == NULL || state == NULL)
		return false;
	number = strtoul(index, &end, 10);
	if (end == index || *end != '\0')
		return false;
	*task = (struct rcc_slurm_task){
		.job = rcc_mem_strdup(job),
		.index = (unsigned)number,
		.is_waiting = strcmp(state, "PENDING") == 0 ||
			      strcmp(state, "REQUEUED") == 0 ||
			      strcmp(state, "REQUEUE_HOLD") == 0,
	};
	return true;
}

int rcc_slurm_tasks(struct rcc_slurm_task **task, size_t *n)
{
	struct rcc_strvec arguments = {0};
	struct rcc_slurm_task one;
	size_t room = 0;
	char *text;
	char *next;
	char *line;

	*task = NULL;
	*n = 0;
	rcc_strvec_push(&arguments, "--noheader");
	rcc_strvec_push(&arguments, "--array");
	rcc_strvec_push(&arguments, "--me");
	rcc_strvec_push(&arguments, "--format=%F|%K|%T");
	next = text = rcc_slurm_ask("squeue", &arguments);
	rcc_strvec_release(&arguments);
	while (next != NULL && (line = strsep(&next, "\n")) != NULL) {
		if (!read_task(line, &one))
			continue;
		*task = rcc_mem_grow(*task, *n, &room, sizeof(**task));
		(*task)[(*n)++] = one;
	}
	free(text);
	return text != NULL ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

void rcc_slurm_free_tasks(struct rcc_slurm_task *task, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(task[i].job);
	free(task);
}

/* ---- Submitting --------------------------------------------------------- */

int rcc_slurm_largest_index(unsigned *largest)
{
	static const char key[] = "MaxArraySize";
	struct rcc_strvec arguments = {0};
	unsigned size = 0;
	char *text;
	char *at;

	rcc_strvec_push(&arguments, "show");
	rcc_strvec_push(&arguments, "config");
	text = rcc_slurm_ask("scontrol", &arguments);
	rcc_strvec_release(&arguments);
	if (text == NULL)
		return RCC_EXIT_FAILED;
	at = strstr(text, key);
	if (at != NULL && (at = strchr(at, '=')) != NULL)
		size = (unsigned)strtoul(at + 1, NULL, 10);
	free(text);
	if (size < 2) {
		rcc_error("Slurm allows no array jobs here (MaxArraySize)");
		return RCC_EXIT_USAGE;
	}
	*largest = size - 1;
	return RCC_EXIT_OK;
}

int rcc_slurm_sbatch(const struct rcc_strvec *arguments, char **job)
{
	char *text = rcc_slurm_ask("sbatch", arguments);

	*job = NULL;
	if (text == NULL)
		return RCC_EXIT_FAILED;
	/* sbatch prints "JOB" or, if there are several clusters,
	 * "JOB;CLUSTER". */
	text[strcspn(text, ";\n")] = '\0';
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0') {
		rcc_error("sbatch printed \"%s\", not the number of a job",
			  text);
		free(text);
		return RCC_EXIT_FAILED;
	}
	*job = text;
	return RCC_EXIT_OK;
}
