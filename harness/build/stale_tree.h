/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Advise on a build that linked nothing because its tree was built before.
 * Which files the user must remove depends on the build system.
 */
#ifndef RCC_HARNESS_BUILD_STALE_TREE_H
#define RCC_HARNESS_BUILD_STALE_TREE_H

#include "harness/study/study.h"

/* Print what the user can do if the build of a system in `directory` has linked
 * nothing through randcc. */
void rcc_stale_tree_hint(const struct rcc_study *study,
			 const struct rcc_system *system,
			 const char *directory);

#endif
