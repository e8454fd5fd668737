/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In a replay, the linker must find the files of a record's store
 * (record/content_store.h) under the names that they had when recorded.  For
 * most files, a symbolic link into the store has this name.  A script that
 * names other stored files is copied instead.  The copy has the paths of these
 * files in place of their names.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_COPIES_H
#define RCC_WRAPPER_LINK_SCRIPT_COPIES_H

#include "common/refusal.h"
#include "wrapper/link/recorded.h"

/* Make the file `to` for the stored file `file`.  If `file` is a script, the
 * files that it names go below `dir`.  Returns 0 or RCC_ESYS. */
int rcc_script_copy_make(const struct rcc_recorded *recorded, const char *dir,
			 const char *file, const char *to,
			 struct rcc_refusal *why);

#endif
