/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Advice for a build that linked nothing because its tree was built before.
 * The files to remove depend on the build system.
 */
#ifndef RCC_HARNESS_BUILD_STALE_TREE_H
#define RCC_HARNESS_BUILD_STALE_TREE_H

#include "harness/study/study.h"

/* Print what to do about a build of a system in `directory` that linked nothing
 * through randcc. */
void rcc_stale_tree_hint(const struct rcc_study *study,
			 const struct rcc_system *system,
			 const char *directory);

#endif
