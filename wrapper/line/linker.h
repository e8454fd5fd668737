/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real linker: where it is, and which one it is. */
#ifndef RCC_WRAPPER_LINE_LINKER_H
#define RCC_WRAPPER_LINE_LINKER_H

enum rcc_linker_kind {
	RCC_LINKER_UNKNOWN,
	RCC_LINKER_BFD,
	RCC_LINKER_GOLD,
	RCC_LINKER_LLD,
	RCC_LINKER_MOLD,
};

struct rcc_linker {
	char *path;
	/* The first line of its --version; NULL: it could not be run. */
	char *banner;
	enum rcc_linker_kind kind;
};

/*
 * The program that gcc would have run if it had not found randld, by the name
 * that randld was called by (ld, ld.bfd, ld.gold…).  It is searched for in
 * COMPILER_PATH, where gcc says its own tools are, then in PATH; randld itself
 * is skipped.  `chosen` (RANDCC_LD) wins if not NULL, then `use`, the argument
 * of -fuse-ld= ("gold").  Caller frees; NULL when there is none.
 */
char *rcc_linker_find(const char *called_as, const char *use,
		      const char *chosen);

/* Set the banner of the linker at `path`, unless it is set (a record has it),
 * and the kind. */
void rcc_linker_identify(struct rcc_linker *linker);

void rcc_linker_release(struct rcc_linker *linker);

#endif
