/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line for the real linker, made from the user's. */
#ifndef RCC_WRAPPER_LINK_COMMAND_H
#define RCC_WRAPPER_LINK_COMMAND_H

#include "common/strvec.h"
#include "wrapper/link/link.h"

/*
 * Appends to `out` the linker and its arguments: the words as they were, but
 * inputs in the new order and by their private copies, and our object among
 * them (`layout_object`, a path; NULL: none).  order[i] is the input that
 * stands where input i stood.  With l->output set, what the line writes goes
 * there, and files that a first link wrote beside its output are not written.
 */
void rcc_command_build(const struct rcc_link *l, const size_t *order,
		       const char *layout_object, struct rcc_strvec *out);

/* A command too long for the kernel becomes "linker @file". */
void rcc_command_shorten(const struct rcc_link *l, struct rcc_strvec *command);

#endif
