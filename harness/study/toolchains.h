/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the systems of a study were built, if they differ in that: for example,
 * one by gcc and one by clang.
 */
#ifndef RCC_HARNESS_STUDY_TOOLCHAINS_H
#define RCC_HARNESS_STUDY_TOOLCHAINS_H

/* The study's database has this JSON object under the key:
 *
 *	{SYSTEM: {"compilers": TEXT, "linker": TEXT}, ...}
 *
 * The texts are those of the note of the system's original layout
 * (build/program_note.h).  The key does not exist if all systems have equal
 * texts, nor in studies of older versions. */
#define RCC_TOOLCHAINS_KEY "toolchains"

#endif
