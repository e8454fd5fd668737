/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A layout's files in place of those of the build, for the time of a run, where
 * the machine allows no mount namespaces.
 *
 * Each file of the build is kept beside itself, as PATH.randstudy-original, and
 * DIR/exchange lists them.  If randstudy is killed meanwhile, its guardian puts
 * them back (run/guardian.h); after a power failure the next `randstudy run` of
 * the study does.
 *
 * Results: 0, or RCC_ESYS with errno set.
 */
#ifndef RCC_HARNESS_BUILD_EXCHANGE_H
#define RCC_HARNESS_BUILD_EXCHANGE_H

#include "harness/build/place.h"

/* Put the files of `place` in place; nothing has changed after an error.  EEXIST:
 * another study exchanges the same files.  `dir` is the study's. */
int rcc_exchange_begin(const char *dir, const struct rcc_place *place);

/* Put the files of the build back, if DIR/exchange lists any. */
int rcc_exchange_undo(const char *dir);

#endif
