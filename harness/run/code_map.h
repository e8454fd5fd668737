/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of a program's file its layouts move, as
 * `randld --inspect --record` lists them. */
#ifndef RCC_HARNESS_RUN_CODE_MAP_H
#define RCC_HARNESS_RUN_CODE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rcc_code_how {
	RCC_CODE_LINKER, /* the linker made it, or it is not known */
	RCC_CODE_MOVED,	 /* layouts move it */
	RCC_CODE_FIXED,	 /* another compiler made it */
	RCC_CODE_SYSTEM, /* it comes from a library of the system's */
};

struct rcc_code_function {
	uint64_t offset; /* in the file */
	uint64_t size;	 /* 0: up to the next function */
	enum rcc_code_how how;
	const char *origin; /* the object that it comes from */
	bool is_cplusplus;
};

/* A zeroed struct is an empty map. */
struct rcc_code_map {
	struct rcc_code_function *function; /* sorted by offset, each once */
	size_t n;
	size_t n_allocated;
	char *text; /* private: the list */
};

/* Read the list; takes ownership of `text`.  Lines that are not of the list are
 * left out. */
void rcc_code_map_parse(struct rcc_code_map *map, char *text);
void rcc_code_map_release(struct rcc_code_map *map);

/* The function at an offset of the file; NULL: none is there. */
const struct rcc_code_function *
rcc_code_map_find(const struct rcc_code_map *map, uint64_t offset);

/* Ask randld.  Returns 0, or RCC_ESYS if it cannot say. */
int rcc_code_map_read(struct rcc_code_map *map, const char *bindir,
		      const char *record, const char *program);

#endif
