/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map of the functions in the file of a program or shared library.  It says
 * where each function is, and whether layouts move it.  `randld --inspect
 * --record` prints the list from which the map is made. */
#ifndef RCC_HARNESS_RUN_CODE_MAP_H
#define RCC_HARNESS_RUN_CODE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rcc_code_how {
	RCC_CODE_LINKER, /* made by the linker, or of unknown origin */
	RCC_CODE_MOVED,	 /* layouts move the function */
	/* Layouts do not move the function, for example because its object was
	 * compiled without a section for each function. */
	RCC_CODE_FIXED,
	RCC_CODE_SYSTEM, /* from an object or a static library of the system */
};

struct rcc_code_function {
	uint64_t address; /* address that the linker gave the function */
	const char *name; /* the symbol */
	uint64_t offset;  /* offset of the function in the file */
	uint64_t size;	  /* 0 if it extends to the next function */
	enum rcc_code_how how;
	const char *origin; /* the object file that contained the function */
	bool is_cplusplus;
};

/* A zeroed struct is an empty map. */
struct rcc_code_map {
	/* Sorted by offset; two functions never have the same offset. */
	struct rcc_code_function *function;
	size_t n;
	size_t n_allocated;
	char *text; /* private: the text that was parsed */
};

/* Parse randld's list and take ownership of `text`.  Malformed lines are
 * ignored. */
void rcc_code_map_parse(struct rcc_code_map *map, char *text);
void rcc_code_map_release(struct rcc_code_map *map);

/* Return the function at an offset in the file; NULL if there is none. */
const struct rcc_code_function *
rcc_code_map_find(const struct rcc_code_map *map, uint64_t offset);

/* Run randld and read its list.  Returns 0, or RCC_ESYS if randld cannot list
 * the functions. */
int rcc_code_map_read(struct rcc_code_map *map, const char *bindir,
		      const char *record, const char *program);

#endif
