/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The value of the environment variable RANDCC_MOVE: functions to move, and
 * their new offsets.
 *
 *	FUNCTION@OFFSET/MODULUS[,FUNCTION@OFFSET/MODULUS...]
 *
 * FUNCTION is a symbol, or UNIT:SYMBOL (common/rank.h says what a unit is).
 * The function's address becomes OFFSET modulo MODULUS.  OFFSET is a number
 * below MODULUS, or "same", which keeps the function in its place.  MODULUS is
 * a power of two.  "FUNCTION@same" means "FUNCTION@same/4096".
 */
#ifndef RCC_WRAPPER_CONFIG_MOVE_LIST_H
#define RCC_WRAPPER_CONFIG_MOVE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/refusal.h"

/* A function to move. */
struct rcc_move {
	char *text; /* "FUNCTION@OFFSET/MODULUS", as the user wrote it */
	char *name; /* FUNCTION */
	char *unit; /* UNIT; NULL if FUNCTION is only a symbol */
	const char *symbol; /* SYMBOL; points into `name` */
	bool is_same;	    /* the function keeps its place */
	uint64_t offset;    /* OFFSET; 0 if the function keeps its place */
	uint64_t modulus;
};

/* A zeroed struct is an empty list. */
struct rcc_move_list {
	struct rcc_move *item;
	size_t n;
};

/* Parse a list.  Messages say that it came from `source`, the name of an option
 * or variable.  Returns 0, or RCC_EFORMAT.  The list must be released in any
 * case. */
int rcc_move_list_parse(struct rcc_move_list *list, const char *source,
			const char *text, struct rcc_refusal *why);
void rcc_move_list_release(struct rcc_move_list *list);

#endif
