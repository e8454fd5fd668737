/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find what an earlier build has left in a git working tree.  make does not
 * build such files again, so they keep the code of the compiler that made them.
 */
#ifndef RCC_HARNESS_BUILD_BUILT_FILES_H
#define RCC_HARNESS_BUILD_BUILT_FILES_H

#include <stdbool.h>

#include "common/strvec.h"

/* Return whether a file below `top` is an object, an archive, a program or a
 * file of libtool. */
bool rcc_built_file(const char *top, const char *name);

/* Return whether a directory is a build tree of CMake or Meson without sources.
 * In a directory with sources, it would be unknown which files the build
 * made. */
bool rcc_built_tree(const char *dir);

/* Find what an earlier build has made among the files that git neither tracks
 * nor ignores.  Append the built files, and the build trees of CMake and Meson
 * as "DIR/". */
void rcc_built_files_find(const char *top, struct rcc_strvec *built);

#endif
