/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded link of a program or shared library. */
#ifndef RCC_HARNESS_BUILD_LINKED_H
#define RCC_HARNESS_BUILD_LINKED_H

#include <stdbool.h>
#include <stddef.h>

struct rcc_linked {
	char *record; /* path of the record; NULL if not built yet */
	char *name;   /* the file's name in a layout's folder */
	char *output; /* path to which the build writes the file */
	/* The shared libraries that are laid out with a program. */
	struct rcc_linked *library;
	size_t n_libraries;
};

void rcc_linked_copy(struct rcc_linked *to, const struct rcc_linked *from);
/* Return whether any of n programs has libraries. */
bool rcc_linked_any_libraries(const struct rcc_linked *linked, size_t n);
/* Release what *linked owns and zero it; accepts a half-filled struct. */
void rcc_linked_release(struct rcc_linked *linked);

#endif
