/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy check: run SQLite's own check of a study's database. */
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/store/store.h"

int rcc_cmd_check(int argc, char **argv)
{
	static const struct rcc_argument option[] = {{0}};
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Check the database of the study in DIR for damage.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct rcc_study_arguments o = {0};
	struct rcc_store *store = NULL;
	char *path;
	int result;

	rcc_arguments_parse(&line, "randstudy check", argc, argv, &o);
	path = rcc_mem_printf("%s/study.db", o.dir);
	result = rcc_store_open(path, RCC_STORE_READ, &store);
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
