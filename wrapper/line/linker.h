/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real linker: its path and its kind. */
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
	/* The first line of --version; NULL if the linker could not be run. */
	char *banner;
	enum rcc_linker_kind kind;
};

/*
 * Find the linker that gcc would have run if it had not found randld.  The
 * first of these arguments that is not NULL decides the linker's name:
 *
 *	- `chosen`: RANDCC_LD
 *	- `use`: the argument of -fuse-ld=; "gold" means ld.gold
 *	- `called_as`: the name that randld was called by (ld, ld.bfd, ...)
 *
 * The linker is searched for in COMPILER_PATH, in which gcc lists the folders
 * of its own tools, and then in PATH.  randld itself is skipped.  Returns the
 * path (caller frees), or NULL if there is no such linker.
 */
char *rcc_linker_find(const char *called_as, const char *use,
		      const char *chosen);

/* Set linker->kind, the kind of the linker at linker->path.  Also set
 * linker->banner if it is NULL.  A replay has already set the banner. */
void rcc_linker_identify(struct rcc_linker *linker);

void rcc_linker_release(struct rcc_linker *linker);

#endif
