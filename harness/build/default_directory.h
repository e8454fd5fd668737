/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The directory of a study that was begun without -o: randstudy-1, randstudy-2
 * and so on, in the working directory.
 *
 * The first directory is used that does not exist or that holds a study without
 * runs.  Thus a corrected command, run again, replaces the study that failed.
 * Git ignores the directory.
 */
#ifndef RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H
#define RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H

/* Choose the directory and make it.  Returns its name (caller frees), or NULL
 * after a message. */
char *rcc_default_directory_make(void);

/* Remove the directory if no study was begun in it.  Otherwise print where the
 * study is. */
void rcc_default_directory_end(const char *dir);

#endif
