/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the systems of a study were built, if they differ in that: for example,
 * one by gcc and one by clang.
 */
#ifndef RCC_HARNESS_STUDY_TOOLCHAINS_H
#define RCC_HARNESS_STUDY_TOOLCHAINS_H

#include <stdbool.h>
#include <jansson.h>

/* The study's database has this JSON object under the key:
 *
 *	{SYSTEM: {"compilers": TEXT, "linker": TEXT}, ...}
 *
 * The texts are those of the note of the system's original layout
 * (build/program_note.h).  The key does not exist if all systems have equal
 * texts, nor in studies of older versions. */
#define RCC_TOOLCHAINS_KEY "toolchains"

/* Return the object {COMPILER: n, ...} for a text such as "clang 14.0.6: 10, gcc
 * 12.2.0: 2", the number of functions from each compiler.  The caller owns it. */
json_t *rcc_toolchains_compilers(const char *text);

/* Return whether gcc made functions of a program.  A text that is NULL or empty
 * says that randcc's plugin of gcc named all of them. */
bool rcc_toolchains_has_gcc(const char *text);

#endif
