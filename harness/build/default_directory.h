/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The directory of a study that was begun without -o: randstudy-1, randstudy-2
 * and so on, in the working directory.
 *
 * It is the first one that is free, or that holds a study without runs: a
 * command that is corrected and run again replaces the study that failed.
 * Git ignores it.
 */
#ifndef RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H
#define RCC_HARNESS_BUILD_DEFAULT_DIRECTORY_H

/* Make it.  Returns its name (caller frees), or NULL after a message. */
char *rcc_default_directory_make(void);

/* Remove it if no study was begun there.  Otherwise print where the study
 * is. */
void rcc_default_directory_end(const char *dir);

#endif
