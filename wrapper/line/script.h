/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linker scripts: the facts that a layout needs.  rcc_script_read() finds all
 * of these facts in the text of a script.  A script may come from -T, or it may
 * be an input, such as a "libfoo.a" that contains only the text
 * INPUT(libbar.a).
 */
#ifndef RCC_WRAPPER_LINE_SCRIPT_H
#define RCC_WRAPPER_LINE_SCRIPT_H

#include <stdbool.h>

#include "common/file.h"
#include "common/strvec.h"

/* How a script places the sections of functions (.text.NAME). */
enum rcc_script_code {
	RCC_SCRIPT_ADDS,  /* only adds to the default script */
	RCC_SCRIPT_SORTS, /* takes .text.sorted.* first, sorted by name */
	/* takes .text.*, or with INSERT all sections of some objects, in the
	 * order of the inputs */
	RCC_SCRIPT_KEEPS_ORDER,
	RCC_SCRIPT_NAMES, /* names the sections of single functions */
	RCC_SCRIPT_OTHER,
};

struct rcc_script {
	enum rcc_script_code code;
	bool inserts;	 /* INSERT: adds to the default script */
	bool sets_entry; /* ENTRY(SYMBOL) */
	bool names_data; /* names the sections of single variables */
	/* The files in INPUT, GROUP, STARTUP and INCLUDE, as the script writes
	 * them: paths, or -lNAME. */
	struct rcc_strvec file;
	/* Those in INPUT and GROUP.  Only these can be relative to the
	 * sysroot. */
	struct rcc_strvec searched;
	/* The patterns that may choose input files, such as *src/fast.o or
	 * libx.a:*.  Words that are no patterns may be among them. */
	struct rcc_strvec pattern;
};

/* Read a script into *s.  For a file that is not text, s->code is
 * RCC_SCRIPT_OTHER and all other fields are zero.  `is_mri` means an MRI script
 * (-c, --mri-script).  Then s->file also lists the files in the commands LOAD
 * and INCLUDE. */
void rcc_script_read(struct rcc_script *s, const struct rcc_file_map *map,
		     bool is_mri);
void rcc_script_release(struct rcc_script *s);

/* Copy the text of a script, with new names for the files in rcc_script.file.
 * other() returns the new name of a file, or NULL to keep its name.  Caller
 * frees. */
char *rcc_script_rename(const char *text,
			char *(*other)(void *self, const char *name),
			void *self);

#endif
