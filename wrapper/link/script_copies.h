/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file that the linker is given on a replay for a file of the store.  A
 * script that names stored files is copied, with their present paths.  Any other
 * file becomes a symbolic link.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_COPIES_H
#define RCC_WRAPPER_LINK_SCRIPT_COPIES_H

#include "common/refusal.h"
#include "wrapper/link/recorded.h"

/* Make `to` for the file; what the script names goes below `dir`.  0 or
 * RCC_ESYS. */
int rcc_script_copy_make(const struct rcc_recorded *recorded, const char *dir,
			 const char *file, const char *to,
			 struct rcc_refusal *why);

#endif
