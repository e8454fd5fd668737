/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choose a directory for a study that was begun without -o: randstudy-1,
 * randstudy-2 and so on, in the working directory.
 *
 * Use the first of these directories that does not exist or whose study has no
 * runs.  If a study fails before its first run, the corrected command therefore
 * replaces that study.  Git ignores the directory.
 */
#ifndef RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H
#define RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H

/* Choose the directory and make it.  Returns its name (caller frees), or NULL
 * after a message. */
char *rcc_default_directory_make(void);

/* If no study was begun in the directory, remove it.  Otherwise print where the
 * study is. */
void rcc_default_directory_end(const char *dir);

#endif
