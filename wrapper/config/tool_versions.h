/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The versions of compilers and linkers.  Starting a program to ask for its
 * version takes as long as a small link.  Therefore the build of randcc writes
 * the versions of all installed compilers and linkers to lists in lib/randcc/.
 */
#ifndef RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H
#define RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H

/* The file names of the two lists in lib/randcc/. */
#define RCC_COMPILER_VERSIONS "compilers"
#define RCC_LINKER_VERSIONS "linkers"

/* Look up the version of the program `path` in the list with the file name
 * `list`; caller frees.  The list identifies a program by size and modification
 * time.  Returns NULL if the program is not in the list, for example because it
 * was updated.  Then the caller must ask the program itself. */
char *rcc_tool_versions_look_up(const char *list, const char *path);

#endif
