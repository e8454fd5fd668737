/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns of files in linker scripts, as in *src/fast.o(.data).  The linker
 * compares such a pattern with the path of each input.  It gets private copies of
 * some inputs (private_copies.h), whose paths only end like the user's.
 */
#ifndef RCC_WRAPPER_LINK_FILE_PATTERNS_H
#define RCC_WRAPPER_LINK_FILE_PATTERNS_H

#include "wrapper/link/link.h"
#include "wrapper/link/private_copies.h"

/* Refuse a link if a script's pattern matches the user's path of an input, but
 * not the path of the copy: the linker would place the input's sections as if
 * the script did not name it.  If RANDCC_UNSUPPORTED is "pass", only warn.
 * Returns 0 or RCC_EUNSUP. */
int rcc_file_patterns_check(const struct rcc_link *l,
			    const struct rcc_private_copies *copies,
			    struct rcc_refusal *why);

#endif
