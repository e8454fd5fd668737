/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The check of the finished program, and its note.  A linker script, an option,
 * or a library found in an unexpected place can undo a layout.  Then the link
 * fails, or under RANDCC_UNSUPPORTED=pass the note says that the program is not
 * randomised.
 */
#ifndef RCC_WRAPPER_LINK_CHECK_PROGRAM_H
#define RCC_WRAPPER_LINK_CHECK_PROGRAM_H

#include "common/refusal.h"
#include "wrapper/link/layout.h"

/* Compare the program with the layout, and write the digest of its order into
 * its note.  Returns 0, or a negative RCC_E… if the program must not be
 * used. */
int rcc_check_program(struct rcc_layout *lay, struct rcc_refusal *why);

#endif
