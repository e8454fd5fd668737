/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/compiler_version.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

char *rcc_compiler_version(const char *variable, const char *name)
{
	const char *given = variable != NULL ? getenv(variable) : NULL;
	const char *path = getenv("PATH");
	char *tool =
		rcc_file_find_program(given != NULL ? given : name,
				      path != NULL ? path : "/usr/bin", NULL);
	char option[] = "--version";
	char *argv[] = {tool, option, NULL};
	char *text = NULL;

	if (tool != NULL && rcc_process_ask(argv, &text) == 0)
		text[strcspn(text, "\n")] = '\0';
	free(tool);
	return text != NULL ? text : rcc_mem_strdup("");
}
