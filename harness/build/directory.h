/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A directory that holds only files of randstudy: a study or a baseline. */
#ifndef RCC_HARNESS_BUILD_DIRECTORY_H
#define RCC_HARNESS_BUILD_DIRECTORY_H

#include <stdbool.h>

/* Return whether the directory has a file of this name. */
bool rcc_directory_has(const char *dir, const char *name);

/* Check that the directory holds no file for which is_ours() returns false.
 * `what` names the contents that are expected, such as "study", and `option` is
 * the option that gave the directory.  Prints what is wrong and returns an exit
 * code (enum rcc_exit).  A directory that cannot be read passes. */
int rcc_directory_check(const char *dir, bool (*is_ours)(const char *name),
			const char *what, const char *option);

/* Make git ignore the directory, unless it has a .gitignore.  An error is
 * ignored, since it does no harm: git then lists the files. */
void rcc_directory_hide(const char *dir);

#endif
