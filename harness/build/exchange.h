/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Put a layout's files in the place of the build's files for the duration of a
 * run.  This is for machines that allow no mount namespaces.
 *
 * Each file PATH of the build is kept as PATH.randstudy-original, and
 * DIR/exchange lists these files.  If randstudy is killed during the run, its
 * guardian puts them back (run/guardian.h).  After a power failure, the next
 * `randstudy run` of the study puts them back.
 *
 * The functions return 0, or RCC_ESYS with errno set.
 */
#ifndef RCC_HARNESS_BUILD_EXCHANGE_H
#define RCC_HARNESS_BUILD_EXCHANGE_H

#include "harness/build/place.h"

/* Put the files place->from in the place of the files place->to.  `dir` is the
 * study's directory.  After an error all files are as before.  errno is EEXIST
 * if another study exchanges the same files. */
int rcc_exchange_begin(const char *dir, const struct rcc_place *place);

/* Put the build's files back, if DIR/exchange lists any. */
int rcc_exchange_undo(const char *dir);

#endif
