/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy check: run SQLite's own check of a study's databases. */
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/explanation.h"
#include "harness/store/store.h"
#include "harness/store/trials.h"

typedef int open_store(const char *path, enum rcc_store_mode mode,
		       struct rcc_store **store);

/* Check the database DIR/FILE, which `open` opens.  Returns an exit code (enum
 * rcc_exit). */
static int check_file(const char *dir, const char *file, open_store *open)
{
	struct rcc_store *store = NULL;
	char *path = rcc_file_join(dir, file);
	int result = open(path, RCC_STORE_READ, &store);

	if (result == 0)
		result = rcc_store_check(store);
	if (result == 0)
		printf("\"%s\": no damage found\n", path);
	else
		rcc_error("\"%s\": %s", path, rcc_store_error(store));
	rcc_store_close(store);
	free(path);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

/* Check the database of `randstudy explain` or `randstudy best`, if there is
 * one. */
static int check_trials(const char *dir, const char *file)
{
	char *path = rcc_file_join(dir, file);
	const bool is_there = rcc_file_is_regular(path);

	free(path);
	return is_there ? check_file(dir, file, rcc_trials_open) : RCC_EXIT_OK;
}

int rcc_cmd_check(int argc, char **argv)
{
	static const struct rcc_argument option[] = {{0}};
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Check the databases of the study in DIR for damage.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct rcc_study_arguments o = {0};
	int status;
	int of_explain;
	int of_best;

	rcc_arguments_parse(&line, "randstudy check", argc, argv, &o);
	status = check_file(o.dir, "study.db", rcc_store_open);
	of_explain = check_trials(o.dir, RCC_EXPLAIN_FILE);
	of_best = check_trials(o.dir, RCC_BEST_FILE);
	if (status == RCC_EXIT_OK)
		status = of_explain;
	return status == RCC_EXIT_OK ? of_best : status;
}
