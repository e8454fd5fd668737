/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that did not find a shared library at its layout's place. */
#ifndef RCC_HARNESS_RUN_LOADER_HINT_H
#define RCC_HARNESS_RUN_LOADER_HINT_H

#include <stdbool.h>

/* If a run's standard error says that a library is missing, say where it is
 * below the directory `tree` and how the program finds it.  The directory
 * `not_below` is not searched.  Returns whether a library is missing. */
bool rcc_loader_hint(const char *stderr_path, const char *tree,
		     const char *not_below);

#endif
