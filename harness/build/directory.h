/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check directories that hold only files of randstudy: studies and
 * baselines. */
#ifndef RCC_HARNESS_BUILD_DIRECTORY_H
#define RCC_HARNESS_BUILD_DIRECTORY_H

#include <stdbool.h>

/* Return whether the directory has a file of this name. */
bool rcc_directory_has(const char *dir, const char *name);

/* Check that is_ours() returns true for every file in the directory.  For
 * messages, `what` names what the directory should be, such as "study", and
 * `option` names the option that gave it.  A directory that cannot be read
 * passes.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_directory_check(const char *dir, bool (*is_ours)(const char *name),
			const char *what, const char *option);

/* Make git ignore the directory, unless it has a .gitignore.  Errors are
 * ignored.  Without the .gitignore, git merely lists the directory's files as
 * untracked. */
void rcc_directory_hide(const char *dir);

#endif
