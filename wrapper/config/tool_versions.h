/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The versions of compilers and linkers.  When randcc is built, those of the
 * installed ones are listed in lib/randcc/, because starting a program only to
 * ask for its version takes as long as a small link.
 */
#ifndef RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H
#define RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H

/* The two lists. */
#define RCC_COMPILER_VERSIONS "compilers"
#define RCC_LINKER_VERSIONS "linkers"

/* The version that the list has for the program `path`, found by the file's
 * size and modification time; caller frees.  NULL if the list does not have
 * this file, for instance since it was updated: ask the program. */
char *rcc_tool_versions_look_up(const char *list, const char *path);

#endif
