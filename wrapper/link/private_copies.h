/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the linker is given in the place of the user's files: private copies, in
 * the link's temporary directory, which end as the user's paths do.  The files
 * themselves are never written to.
 */
#ifndef RCC_WRAPPER_LINK_PRIVATE_COPIES_H
#define RCC_WRAPPER_LINK_PRIVATE_COPIES_H

#include "wrapper/link/link.h"

/* Rank the functions of all inputs, and write copies of those that changed.
 * Both end the program with a message when that cannot be done. */
void rcc_views_rank(struct rcc_link *l);

/* A replay: files that it keeps under other names, under their own. */
void rcc_views_rename(struct rcc_link *l);

#endif
