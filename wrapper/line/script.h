/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linker scripts: the facts that a layout needs, read from the text once.
 * Scripts come by -T and among the inputs ("libfoo.a" that says
 * INPUT(libbar.a)).
 */
#ifndef RCC_WRAPPER_LINE_SCRIPT_H
#define RCC_WRAPPER_LINE_SCRIPT_H

#include <stdbool.h>

#include "common/file.h"
#include "common/strvec.h"

/* The ways in which a script places the sections of functions, .text.NAME. */
enum rcc_script_code {
	RCC_SCRIPT_ADDS,	/* not at all: it adds to the default script */
	RCC_SCRIPT_SORTS,	/* takes .text.sorted.* by name, first */
	RCC_SCRIPT_KEEPS_ORDER, /* takes .text.* in the order of the inputs */
	RCC_SCRIPT_NAMES,	/* names some of them */
	RCC_SCRIPT_OTHER,
};

struct rcc_script {
	enum rcc_script_code code;
	bool inserts;	 /* INSERT: it adds to the default script */
	bool sets_entry; /* ENTRY(SYMBOL) */
	/* The files that INPUT, GROUP, STARTUP and INCLUDE name, as they are
	 * written there: a path, or -lNAME. */
	struct rcc_strvec file;
};

/* Read a script.  A file that is not text has no facts.  With `is_mri` the
 * files that LOAD and INCLUDE name are listed too, for a script in MRI's
 * language (-c, --mri-script). */
void rcc_script_read(struct rcc_script *s, const struct rcc_file_map *map,
		     bool is_mri);
void rcc_script_release(struct rcc_script *s);

/* The text with other names for the files in rcc_script.file: other() returns a
 * new name, or NULL to leave the old one.  Caller frees. */
char *rcc_script_rename(const char *text,
			char *(*other)(void *self, const char *name),
			void *self);

#endif
