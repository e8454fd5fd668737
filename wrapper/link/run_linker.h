/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the real linker so that the user sees his own file names: what it
 * prints, its map and its dependency file name our private copies, and that is
 * taken back.
 */
#ifndef RCC_WRAPPER_LINK_RUN_LINKER_H
#define RCC_WRAPPER_LINK_RUN_LINKER_H

#include "wrapper/link/link.h"

/* Runs the command (argv[0] a path), relays its output, mends the files it
 * wrote, and returns its exit status.  A rehearsal that succeeds is silent: the
 * link that follows says the same.  Ends the program when it cannot be
 * started. */
int rcc_relay_run(struct rcc_link *l, char *const command[],
		  bool is_rehearsal);

#endif
