/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving single functions (RANDCC_MOVE), while all others keep their addresses.
 *
 * Each moved function gets a window of filler (order/move_place.h).  The
 * program is linked two or three times:
 *
 *	first link	shows which functions are in the program, and where
 *	second link	only with the factor `padding` or `offset`: shows where
 *			the functions are after filler was inserted
 *	last link	has the filler in the right places
 *
 * The names of filler sections make the linker sort them right before and right
 * behind the function's section.  Everything in this section moves, for example
 * aliases and thunks of C++.
 *
 * After the last link, the symbols outside the moved sections are compared with
 * those of the previous link:
 *
 *	- If the previous link had the same windows, none may have moved.
 *	- If the previous link had no windows, they may have moved by whole
 *	  pages, because windows are whole pages.
 */
#ifndef RCC_WRAPPER_LINK_MOVE_FACTOR_H
#define RCC_WRAPPER_LINK_MOVE_FACTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/config/move_list.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/move_find.h"

/* The functions to move in one link, and their filler.  A zeroed struct moves
 * nothing. */
struct rcc_move_factor {
	struct rcc_move_list list;
	struct rcc_moved *item; /* one for each element of the list */
	size_t n;
	struct rcc_window_filler *filler;
	size_t n_fillers;
	/* The fields below are private. */
	struct rcc_output base; /* the previous link's program */
	bool has_windows;	/* whether that program has the windows */
};

/*
 * Find the functions of the list `text` in the program of the first link.  Plan
 * a window for each function, with all filler behind the function.  Returns 0,
 * RCC_ESYS, or RCC_EFORMAT if a function cannot be moved.  *m must be released
 * in any case.
 */
int rcc_move_factor_find(struct rcc_move_factor *m, const char *text,
			 const struct rcc_move_probe *probe,
			 struct rcc_refusal *why);

/* Read the program of a second link, in which the windows are reserved.
 * Returns 0, RCC_ESYS or RCC_EFORMAT. */
int rcc_move_factor_read_windows(struct rcc_move_factor *m, const char *program,
				 struct rcc_refusal *why);

/* Divide the filler of each window between the two sides of its function, so
 * that the function comes to its offset.  Returns 0, or RCC_EFORMAT if the
 * alignment of a function does not allow its offset. */
int rcc_move_factor_place(struct rcc_move_factor *m, struct rcc_refusal *why);

/* Return whether a program lacks symbols that the previous link's program had.
 * Then the program cannot be verified. */
bool rcc_move_factor_lacks_symbols(const struct rcc_move_factor *m,
				   const struct rcc_output *out);

/* Check that the functions are where they should be, and that no other function
 * or variable moved.  Returns 0 or RCC_EFORMAT. */
int rcc_move_factor_verify(const struct rcc_move_factor *m,
			   const struct rcc_output *out,
			   struct rcc_refusal *why);

/* Return the lines about moved functions for the program's note
 * (layout_note.h), or "".  Caller frees. */
char *rcc_move_factor_note(const struct rcc_move_factor *m);

void rcc_move_factor_release(struct rcc_move_factor *m);

#endif
