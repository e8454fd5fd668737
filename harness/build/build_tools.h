/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tools of a build: what a build command takes from the machine and from
 * the environment, besides its sources.  A build that was made with other tools
 * must not be taken for a build of today.
 */
#ifndef RCC_HARNESS_BUILD_BUILD_TOOLS_H
#define RCC_HARNESS_BUILD_BUILD_TOOLS_H

#include <jansson.h>

/* Return an object of strings; caller owns it.  It has the variables of the
 * environment that usually choose compilers and options (CC, CFLAGS, ...), as
 * far as they are set.  It also has the versions of gcc, g++, gfortran and ld,
 * and the path of clang, as far as they were found. */
json_t *rcc_build_tools(void);

/* Compare two results of rcc_build_tools().  Returns NULL if they are equal;
 * otherwise a sentence about one tool or variable that differs (caller frees).
 * `was` are the tools of a build, and `now` those of today. */
char *rcc_build_tools_difference(const json_t *was, const json_t *now);

#endif
