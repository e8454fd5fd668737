/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of git.  It is an ordinary program that need not be installed. */
#ifndef RCC_HARNESS_BUILD_GIT_H
#define RCC_HARNESS_BUILD_GIT_H

#include <stddef.h>

/* The words after `git -C DIRECTORY`, as an array that ends with NULL. */
#define RCC_GIT_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Run `git -C DIRECTORY WORD...`.  Its output goes to standard error.  Returns
 * its status, or 127 without git. */
int rcc_git_run(const char *directory, const char *const *word);

/* Run it quietly.  Returns what it printed, without the newline at the end
 * (caller frees); NULL if it failed. */
char *rcc_git_ask(const char *directory, const char *const *word);

#endif
