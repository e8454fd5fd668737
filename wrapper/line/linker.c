/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/line/linker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "wrapper/config/tool_versions.h"

char *rcc_linker_find(const char *called_as, const char *use,
		      const char *chosen)
{
	const char *compiler_path = getenv("COMPILER_PATH");
	const char *path = getenv("PATH");
	const char *name = rcc_file_base(called_as);
	const char *self = rcc_file_self();
	char *used = use != NULL ? rcc_mem_printf("ld.%s", use) : NULL;
	char *found = NULL;

	if (chosen != NULL)
		name = chosen;
	else if (used != NULL)
		name = used;
	else if (strncmp(name, "ld", 2) != 0)
		name = "ld"; /* randld was called by its own name (LD=randld) */
	if (compiler_path != NULL)
		found = rcc_file_find_program(name, compiler_path, self);
	if (found == NULL && path != NULL)
		found = rcc_file_find_program(name, path, self);
	free(used);
	return found;
}

/* Ask the linker for its version.  Returns the whole text of --version (caller
 * frees), or NULL if the linker cannot be run. */
static char *ask(const char *path)
{
	char *argv[] = {(char *)(uintptr_t)path,
			(char *)(uintptr_t) "--version", NULL};
	char *text = NULL;

	return rcc_process_capture(argv, &text, NULL) < 0 ? NULL : text;
}

/* Return the kind of linker that prints this text for --version. */
static enum rcc_linker_kind kind_of(const char *banner)
{
	static const struct {
		const char *word;
		enum rcc_linker_kind kind;
	} known[] = {
		/* "GNU ld" is the last row, because lld and mold also print
		 * "compatible with GNU ld".  gold prints "GNU gold". */
		{"GNU gold", RCC_LINKER_GOLD},
		{"LLD", RCC_LINKER_LLD},
		{"mold", RCC_LINKER_MOLD},
		{"GNU ld", RCC_LINKER_BFD},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strstr(banner, known[i].word) != NULL)
			return known[i].kind;
	return RCC_LINKER_UNKNOWN;
}

void rcc_linker_identify(struct rcc_linker *linker)
{
	linker->kind = RCC_LINKER_UNKNOWN;
	if (linker->banner == NULL)
		linker->banner = rcc_tool_versions_look_up(RCC_LINKER_VERSIONS,
							   linker->path);
	if (linker->banner == NULL)
		linker->banner = ask(linker->path);
	if (linker->banner == NULL)
		return;
	linker->banner[strcspn(linker->banner, "\n")] = '\0';
	linker->kind = kind_of(linker->banner);
}

void rcc_linker_release(struct rcc_linker *linker)
{
	free(linker->path);
	free(linker->banner);
	*linker = (struct rcc_linker){0};
}
