/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/compiler_version.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

char *rcc_compiler_version(void)
{
	const char *name = getenv("RANDCC_CC");
	const char *path = getenv("PATH");
	char *gcc =
		rcc_file_find_program(name != NULL ? name : "gcc",
				      path != NULL ? path : "/usr/bin", NULL);
	char option[] = "--version";
	char *argv[] = {gcc, option, NULL};
	char *text = NULL;

	if (gcc != NULL && rcc_process_capture(argv, &text, NULL) == 0)
		text[strcspn(text, "\n")] = '\0';
	free(gcc);
	return text != NULL ? text : rcc_mem_strdup("");
}
