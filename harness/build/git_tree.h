/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warn of builds that check out a revision in the user's own git tree. */
#ifndef RCC_HARNESS_BUILD_GIT_TREE_H
#define RCC_HARNESS_BUILD_GIT_TREE_H

#include "harness/study/study.h"

/* Warn if a build command checks out a revision while the tree has uncommitted
 * changes.  Every revision would then include these changes. */
void rcc_git_tree_warn(const struct rcc_study *study);

#endif
