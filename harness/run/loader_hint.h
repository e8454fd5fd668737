/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advise on a program that does not find a shared library when it runs in a
 * layout's folder. */
#ifndef RCC_HARNESS_RUN_LOADER_HINT_H
#define RCC_HARNESS_RUN_LOADER_HINT_H

#include <stdbool.h>

/* If a run's standard error says that a library is missing, search the
 * directory `tree` for the library, except below `not_below`.  Print where the
 * library is and how the program can find it.  Returns whether a library is
 * missing. */
bool rcc_loader_hint(const char *stderr_path, const char *tree,
		     const char *not_below);

#endif
