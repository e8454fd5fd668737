/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Laying out and linking an open link (link.h).  The phases of a link:
 *
 *	1 inputs	find and read them; follow the scripts among them
 *			(rcc_link_open())
 *	2 placement	how this linker can place code by rank; or refuse
 *	3 ranks		plan data; write private copies of the inputs, in which
 *			functions and variables have ranks
 *	4 other factors	plan the stack and the order of objects on the line
 *	5 layout object	write the note, the stack's entry point, filler
 *			(one_link.h)
 *	6 link		run the linker (one_link.h); twice with filler or moved
 *			functions, and three times with both (several_links.h)
 *	7 verify	compare the program's order with the ranks
 *			(check_program.h)
 *	8 note		write the digest of the order into the note
 *			(check_program.h)
 */
#ifndef RCC_WRAPPER_LINK_LAY_OUT_H
#define RCC_WRAPPER_LINK_LAY_OUT_H

#include "common/refusal.h"
#include "wrapper/link/link.h"

/* Lay the program out and link it.  Returns the linker's exit status, or a
 * negative RCC_E… with the reason. */
int rcc_lay_out(struct rcc_link *l, struct rcc_refusal *why);

#endif
