/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export the layout that won in `randstudy best`, so that linkers without
 * randcc can repeat its order of functions. */
#ifndef RCC_HARNESS_SESSION_BEST_EXPORT_H
#define RCC_HARNESS_SESSION_BEST_EXPORT_H

#include "harness/session/best_state.h"

/* Write the winner's order of functions to the folder options->export_to, in
 * the files that build/plain_order.h describes.  The files of a library are in
 * a folder with its name, inside export_to.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_best_export(const struct rcc_best_search *s);

#endif
