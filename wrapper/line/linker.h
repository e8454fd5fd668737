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
	/* The first line that --version prints; NULL if the linker could not be
	 * run. */
	char *banner;
	enum rcc_linker_kind kind;
};

/*
 * Find the linker that gcc would have run if it had not found randld.  Its name
 * is `chosen` (RANDCC_LD) if that is not NULL; else ld.USE, if `use` (the
 * argument of -fuse-ld=, such as "gold") is not NULL; else the name that randld
 * was called by (ld, ld.bfd, ld.gold...).  It is searched for in COMPILER_PATH,
 * where gcc says its own tools are, then in PATH; randld itself is skipped.
 * Returns its path (caller frees), or NULL if there is none.
 */
char *rcc_linker_find(const char *called_as, const char *use,
		      const char *chosen);

/* Set the kind of the linker at `path`, and its banner if that is NULL.  A
 * replay has the banner from the record. */
void rcc_linker_identify(struct rcc_linker *linker);

void rcc_linker_release(struct rcc_linker *linker);

#endif
