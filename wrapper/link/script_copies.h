/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the file that the linker reads in a replay instead of a file in the
 * store.  It is a symbolic link, unless the file is a script that names other
 * stored files.  Such a script is copied, and the names in it become paths in
 * the store.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_COPIES_H
#define RCC_WRAPPER_LINK_SCRIPT_COPIES_H

#include "common/refusal.h"
#include "wrapper/link/recorded.h"

/* Make the file `to` for the stored `file`.  If that is a script, the files
 * that it names go below `dir`.  Returns 0 or RCC_ESYS. */
int rcc_script_copy_make(const struct rcc_recorded *recorded, const char *dir,
			 const char *file, const char *to,
			 struct rcc_refusal *why);

#endif
