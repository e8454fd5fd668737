/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real linker: where it is, and which one it is. */
#ifndef RCC_WRAPPER_LINKER_H
#define RCC_WRAPPER_LINKER_H

#include <stddef.h>

enum rcc_linker_kind {
	RCC_LINKER_UNKNOWN,
	RCC_LINKER_BFD,
	RCC_LINKER_GOLD,
	RCC_LINKER_LLD,
	RCC_LINKER_MOLD,
};

/* How it is made to place functions by rank (placement.h). */
enum rcc_placement {
	RCC_PLACE_NOT, /* not known */
	RCC_PLACE_BY_NAME,
	RCC_PLACE_BY_HEADER,
};

/* The program that gcc would have run had it not found us, by the name we were
 * called by (ld, ld.bfd, ld.gold…): in COMPILER_PATH, where gcc says its own
 * tools are, then in PATH; never ourselves.  `chosen` (RANDCC_LD) wins if not
 * NULL, then `use`, as -fuse-ld= names it ("gold").  Caller frees; NULL when
 * there is none. */
char *rcc_linker_find(const char *called_as, const char *use,
		      const char *chosen);

/* By the first line of its --version.  *banner is that line (caller frees), or
 * NULL when it could not be run. */
enum rcc_linker_kind rcc_linker_identify(const char *path, char **banner);
/* The same of a banner that is known already. */
enum rcc_linker_kind rcc_linker_kind_of(const char *banner);

/*
 * Have the linker's memory, and that of what it starts, in large pages if the
 * system gives them on request; `n_bytes`: of the objects that it will read.
 * GNU ld keeps in memory about ten times that, in small pieces that it jumps
 * about in.  Not where it would be a waste, nor where the user tuned glibc
 * himself.
 */
void rcc_linker_ask_for_large_pages(size_t n_bytes);

#endif
