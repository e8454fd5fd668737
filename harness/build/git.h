/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call git, which need not be installed. */
#ifndef RCC_HARNESS_BUILD_GIT_H
#define RCC_HARNESS_BUILD_GIT_H

#include <stddef.h>

/* The words after `git -C DIRECTORY`, as an array that ends with NULL. */
#define RCC_GIT_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Run `git -C DIRECTORY WORD...` with its output on standard error.  Returns
 * its exit status, or 127 if git is not installed. */
int rcc_git_run(const char *directory, const char *const *word);

/* Run `git -C DIRECTORY WORD...` quietly.  Returns its output without the final
 * newline (caller frees), or NULL if it failed. */
char *rcc_git_ask(const char *directory, const char *const *word);

#endif
