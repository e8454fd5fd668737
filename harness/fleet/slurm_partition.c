/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/slurm_partition.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/fleet/slurm_queue.h"

#define FORCED " OverSubscribe=FORCE"

/* Return whether a line of `scontrol show partition` is about the partition
 * `name`, and has "OverSubscribe=FORCE": several jobs use a node at once, even
 * if they ask for whole nodes.  Return false for "FORCE:1", which means one job
 * at a time. */
static bool is_forced(const char *line, const char *name, size_t n)
{
	static const char key[] = "PartitionName=";
	const char *end = strchrnul(line, '\n');
	const char *at = strstr(line, FORCED);

	if (strncmp(line, key, strlen(key)) != 0 ||
	    strncmp(line + strlen(key), name, n) != 0 ||
	    line[strlen(key) + n] != ' ' || at == NULL || at > end)
		return false;
	at += strlen(FORCED);
	return strncmp(at, ":1 ", 3) != 0;
}

/* Return the first partition in `names` whose nodes several jobs may use at
 * once; NULL if there is none.  Commas separate the names.  `partitions` is the
 * output of `scontrol show partition`.  Caller frees. */
static char *find_forced(const char *partitions, const char *names)
{
	for (const char *name = names; *name != '\0';) {
		const size_t n = strcspn(name, ",\n");
		const char *line = partitions;

		while (n != 0 && line != NULL) {
			if (is_forced(line, name, n))
				return rcc_mem_strndup(name, n);
			line = strchr(line, '\n');
			if (line != NULL)
				line++;
		}
		name += n + (name[n] != '\0');
	}
	return NULL;
}

/* Return the output of `scontrol show partition`.  If the command fails, print
 * an error and return NULL.  Caller frees. */
static char *ask_partitions(void)
{
	struct rcc_strvec a = {0};
	char *text;

	rcc_strvec_push(&a, "show");
	rcc_strvec_push(&a, "partition");
	rcc_strvec_push(&a, "--oneliner");
	text = rcc_slurm_ask("scontrol", &a);
	rcc_strvec_release(&a);
	return text;
}

static char *submit_held(const struct rcc_strvec *options, const char *script)
{
	struct rcc_strvec a = {0};
	char *job = NULL;

	rcc_strvec_push(&a, "--parsable");
	for (size_t i = 0; i < options->n; i++)
		rcc_strvec_push(&a, options->item[i]);
	rcc_strvec_push(&a, "--hold");
	rcc_strvec_push(&a, "--job-name=randstudy-partition");
	rcc_strvec_push(&a, script);
	rcc_slurm_sbatch(&a, &job);
	rcc_strvec_release(&a);
	return job;
}

/* Return the partitions of a job, separated by commas, and cancel the job. */
static char *take_partitions(const char *job)
{
	struct rcc_strvec a = {0};
	char *names;

	rcc_strvec_push(&a, "--noheader");
	rcc_strvec_pushf(&a, "--jobs=%s", job);
	rcc_strvec_push(&a, "--format=%P");
	names = rcc_slurm_ask("squeue", &a);
	rcc_strvec_release(&a);
	rcc_strvec_push(&a, job);
	free(rcc_slurm_ask("scancel", &a));
	rcc_strvec_release(&a);
	return names;
}

int rcc_slurm_check_partition(const struct rcc_strvec *options,
			      const char *script)
{
	char *partitions = ask_partitions();
	char *forced = NULL;
	char *names = NULL;
	char *job = NULL;
	int status = partitions != NULL ? RCC_EXIT_OK : RCC_EXIT_FAILED;

	if (partitions == NULL || strstr(partitions, FORCED) == NULL)
		goto out;
	job = submit_held(options, script);
	if (job != NULL)
		names = take_partitions(job);
	if (names == NULL) {
		status = RCC_EXIT_FAILED;
		goto out;
	}
	forced = find_forced(partitions, names);
	if (forced != NULL) {
		rcc_error(
			"partition \"%s\" lets other jobs use the nodes "
			"(OverSubscribe=FORCE), whose runs would disturb each "
			"other",
			forced);
		rcc_hint("name another partition, or say --share-nodes");
		status = RCC_EXIT_USAGE;
	}
out:
	free(forced);
	free(names);
	free(job);
	free(partitions);
	return status;
}
