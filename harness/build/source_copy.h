/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copy a tree of sources.  The copy can be built again, and the user's own tree
 * does not change. */
#ifndef RCC_HARNESS_BUILD_SOURCE_COPY_H
#define RCC_HARNESS_BUILD_SOURCE_COPY_H

/* Copy the files below `from` to the folder `to`, with their times.  An older
 * folder of this name is replaced.  The copy lacks what an earlier build made
 * (source_tree.h), git's own files, and the directories of studies.  Returns
 * NULL, or why the tree cannot be copied (caller frees). */
char *rcc_source_copy(const char *from, const char *to);

#endif
