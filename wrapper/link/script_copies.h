/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In a replay the linker does not read a stored file under its stored name.  It
 * reads a symbolic link to it or, if the file is a script that names other
 * stored files, a copy of the script in which those names are paths in the
 * store.
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
