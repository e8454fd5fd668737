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
		name = "ld"; /* called as randld, for LD=randld */
	if (compiler_path != NULL)
		found = rcc_file_find_program(name, compiler_path, self);
	if (found == NULL && path != NULL)
		found = rcc_file_find_program(name, path, self);
	free(used);
	return found;
}

/* Its --version, whole; NULL if it cannot be run.  Caller frees. */
static char *ask(const char *path)
{
	char *argv[] = {(char *)(uintptr_t)path,
			(char *)(uintptr_t) "--version", NULL};
	char *text = NULL;

	return rcc_process_capture(argv, &text, NULL) < 0 ? NULL : text;
}

enum rcc_linker_kind rcc_linker_kind_of(const char *banner)
{
	static const struct {
		const char *word;
		enum rcc_linker_kind kind;
	} known[] = {
		/* gold says "GNU gold", and lld and mold "compatible with GNU
		 * ld": the more special word first. */
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

enum rcc_linker_kind rcc_linker_identify(const char *path, char **banner)
{
	*banner = rcc_tool_versions_look_up(RCC_LINKER_VERSIONS, path);
	if (*banner == NULL)
		*banner = ask(path);
	if (*banner == NULL)
		return RCC_LINKER_UNKNOWN;
	(*banner)[strcspn(*banner, "\n")] = '\0';
	return rcc_linker_kind_of(*banner);
}

/* Below this a large page or two that stay half empty tell. */
#define LARGE_PAGES_FROM ((size_t)2 << 20)

#define TUNABLES                                                               \
	"glibc.malloc.mmap_threshold=33554432:"                                \
	"glibc.malloc.trim_threshold=67108864:"                                \
	"glibc.malloc.tcache_count=2000"

void rcc_linker_tune(size_t n_bytes)
{
	setenv("GLIBC_TUNABLES",
	       n_bytes < LARGE_PAGES_FROM
		       ? TUNABLES
		       : TUNABLES ":glibc.malloc.hugetlb=1",
	       0);
}
