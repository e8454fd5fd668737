/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names that are unique.  Several functions or variables can have the same
 * name.  A check after a link compares only those whose names occur once in
 * what was planned and once in the program.
 */
#ifndef RCC_WRAPPER_LINK_UNIQUE_H
#define RCC_WRAPPER_LINK_UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strmap.h"

/* Add a planned name of `len` bytes, which is borrowed, and its value. */
void rcc_unique_plan(struct rcc_strmap *m, const char *name, size_t len,
		     uint64_t value);

/* Count that the program has the name.  Returns its slot, whose `value` is what
 * rcc_unique_plan() was given, or NULL if the name was not planned. */
struct rcc_strmap_slot *rcc_unique_meet(struct rcc_strmap *m, const char *name);

/* Return whether a name was planned once and met once.  Call this when all
 * names were met.  `s` may be NULL. */
bool rcc_unique_is(const struct rcc_strmap_slot *s);

#endif
