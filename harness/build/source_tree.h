/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tell the sources below a directory from what a build or a study made
 * there. */
#ifndef RCC_HARNESS_BUILD_SOURCE_TREE_H
#define RCC_HARNESS_BUILD_SOURCE_TREE_H

#include <fts.h>
#include <stdbool.h>
#include <stdint.h>

/* Return whether a directory below the tree has no sources: git's own directory,
 * the directory of a study, or a folder that CMake or Meson made for a build. */
bool rcc_source_tree_skips(const FTSENT *directory);

/* Return whether a build made the file.  `name` is the file's path relative to
 * `top`. */
bool rcc_source_tree_is_built(const char *top, const char *name);

/* Find a file below `top` that was written, or got another name, after the time
 * since_ns (nanoseconds since 1970).  With needs_name, only files count that are
 * named as sources are (.c, Makefile ...): a program that runs in its own sources
 * may write other files there.  Returns the path (caller frees), or NULL if there
 * is none.  A file that was removed is not noticed.  The file to which our own
 * output is redirected does not count. */
char *rcc_source_tree_changed(const char *top, int64_t since_ns,
			      bool needs_name);

#endif
