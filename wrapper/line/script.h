/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linker scripts among the inputs ("libfoo.a" that says INPUT(libbar.a)): the
 * linker reads the files they name behind our back.
 */
#ifndef RCC_WRAPPER_LINE_SCRIPT_H
#define RCC_WRAPPER_LINE_SCRIPT_H

#include "common/file.h"
#include "common/strvec.h"

/* What a script does with the sections of functions, .text.NAME. */
enum rcc_script_code {
	RCC_SCRIPT_ADDS,	/* nothing: it adds to the default script */
	RCC_SCRIPT_SORTS,	/* takes .text.sorted.* by name, first */
	RCC_SCRIPT_KEEPS_ORDER, /* takes .text.* as they come */
	RCC_SCRIPT_NAMES,	/* names some of them */
	RCC_SCRIPT_OTHER,
};

enum rcc_script_code rcc_script_code(const char *text);

/* Appends the files that INPUT, GROUP, STARTUP and INCLUDE name, as they are
 * written there (a path, or -lNAME).  What is no text has none. */
void rcc_script_files(const struct rcc_file_map *map, struct rcc_strvec *out);

/* The text with other names for these files: other() gives a new one, or NULL
 * to leave it.  Caller frees. */
char *rcc_script_rename(const char *text,
			char *(*other)(void *self, const char *name),
			void *self);

/* As rcc_script_files(), of what LOAD and INCLUDE name in a script in MRI's language (-c,
 * --mri-script). */
void rcc_script_mri_files(const struct rcc_file_map *map,
			  struct rcc_strvec *out);

#endif
