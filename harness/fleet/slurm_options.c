/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/slurm_options.h"

#include <string.h>

#include "common/diag.h"

static bool begins_with_one_of(const char *option, const char *const *beginning,
			       size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncmp(option, beginning[i], strlen(beginning[i])) == 0)
			return true;
	return false;
}

/* Return whether an option of sbatch lets other jobs use the node.  sbatch
 * accepts shortened names of options, so only the beginnings of names are
 * compared. */
static bool shares(const char *option)
{
	static const char *const beginning[] = {"-s", "--sh", "--overs"};

	return begins_with_one_of(option, beginning, 3) ||
	       (strncmp(option, "--exclus", 8) == 0 &&
		strchr(option, '=') != NULL);
}

/* Return whether an option of sbatch is one that randstudy must choose itself:
 * --array or --wrap. */
static bool is_ours(const char *option)
{
	static const char *const beginning[] = {"-a", "--ar", "--wr"};

	return begins_with_one_of(option, beginning, 3);
}

int rcc_slurm_check_options(const struct rcc_strvec *options, bool shares_nodes)
{
	for (size_t i = 0; i < options->n; i++) {
		const char *option = options->item[i];

		if (is_ours(option)) {
			rcc_error("randstudy numbers the machines itself: no "
				  "%s",
				  option);
			return RCC_EXIT_USAGE;
		}
		if (shares(option) && !shares_nodes) {
			rcc_error("%s lets other jobs use the nodes, whose "
				  "runs would disturb each other",
				  option);
			rcc_hint("leave it out, or say --share-nodes");
			return RCC_EXIT_USAGE;
		}
	}
	return RCC_EXIT_OK;
}
