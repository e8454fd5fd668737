/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The versions of compilers and linkers.  The build of randcc writes the
 * versions of the installed ones to lists in lib/randcc/, because it takes as
 * long as a small link to start a program and ask for its version.
 */
#ifndef RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H
#define RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H

/* The names of the lists, one for compilers and one for linkers. */
#define RCC_COMPILER_VERSIONS "compilers"
#define RCC_LINKER_VERSIONS "linkers"

/* Look up the version of the program `path` in a list; caller frees.  The
 * program is identified by its size and modification time.  Returns NULL if the
 * list does not have it, for instance because the program was updated.  The
 * caller must then ask the program. */
char *rcc_tool_versions_look_up(const char *list, const char *path);

#endif
