/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A recipe: everything needed to repeat a link with another seed after the
 * build tree is gone.  With RANDCC_RECORD=DIR randld writes
 *
 *	DIR/NAME/recipe		NAME is the base name of the output; if another
 *				output has this name, or the name is reserved,
 *				".<hash of the path>" is added
 *	DIR/store/ID		a file that one or more links use
 *				(content_store.h)
 *
 * A recipe is text with one item "KEY VALUE" on each line.  In values, '%', the
 * byte 0x7f and all bytes below 0x20 are written %XX.
 *
 *	randcc-recipe 4			the version; others are refused
 *	output PATH			the program, as an absolute path
 *	cwd PATH			the working directory
 *	linker ID PATH			the real linker
 *	banner TEXT			what the linker is: the first line that
 *					its --version prints
 *	env NAME=VALUE			a variable that linkers read
 *	arg WORD			a word of the command line, in order
 *	stored ARG ID PATH		word ARG (from 0) means this file, which
 *					is in the store; for -l, PATH is as the
 *					linker found it
 *	system ARG ID PATH		word ARG means this file of the system,
 *					which must still be there
 *	named ID PATH			a linker script or a library names this
 *					file, which must still be there
 *	kept ID PATH			a linker script names this file, which
 *					is in the store
 *	as ID NAME			in the script with this ID, NAME means
 *					the file of the last line "kept" or
 *					"named"
 *	needed ID NAME			a library in the store, which another
 *					library needs by this name (DT_NEEDED)
 *	lto ID				an object that LTO made, which is in the
 *					store; in the order of lto-wrapper
 *	end
 */
#ifndef RCC_WRAPPER_RECORD_RECIPE_H
#define RCC_WRAPPER_RECORD_RECIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/link/link.h"
#include "wrapper/link/recorded.h"

#define RCC_RECIPE_MAGIC "randcc-recipe"
#define RCC_RECIPE_VERSION "4"

/* The names of the environment variables that a record keeps; ends with NULL.
 * GNU ld, gcc's plugin or randld reads them. */
extern const char *const rcc_recipe_variable[];

/* Record a link that succeeded.  Returns 0 or RCC_ESYS.  An error removes the
 * output, because a build that asked for records must not have an output
 * without a record. */
int rcc_recipe_write(const struct rcc_link *l, const char *dir,
		     struct rcc_refusal *why);

/* A recipe in memory. */
struct rcc_recipe {
	char *record; /* DIR/NAME, with symbolic links resolved */
	char *dir;    /* the folder of all records */
	char *linker;
	char *banner;
	char *cwd; /* NULL if it was not recorded */
	struct rcc_strvec arg;
	/* For each argument, the path of its file in the store, or NULL. */
	char **file;
	/* The path of this file when the link was recorded. */
	char **path;
	/* For each argument, the system's file that the linker must find, or
	 * NULL. */
	char **system;
	size_t n_files; /* the length of `file`, `path` and `system` */
	struct rcc_recorded_script_file *script_file;
	size_t n_script_files;
	struct rcc_recorded_needed *needed;
	size_t n_needed;
	struct rcc_strvec lto;
	/* Used only by rcc_recipe_read(). */
	size_t n_allocated;	   /* elements of script_file */
	size_t n_needed_allocated; /* elements of needed */
	/* The file of the last line "kept" or "named": its path, and for "kept"
	 * its base name when it was recorded (struct
	 * rcc_recorded_script_file). */
	char *named_file;
	char *named_base;
	bool has_end;
};

/* Read the record DIR/NAME and check its files.  Set the environment variables
 * that it has.  Unset the others of rcc_recipe_variable, but not RANDCC_PIN,
 * because a replay may pin other objects.  Returns 0, or RCC_EFORMAT or RCC_ESYS
 * if the record is damaged or an input has changed.  The recipe must be released
 * in any case. */
int rcc_recipe_read(struct rcc_recipe *r, const char *record,
		    struct rcc_refusal *why);
void rcc_recipe_release(struct rcc_recipe *r);

/* Decode the escapes %XX in a value in place.  Returns 0, or -1 if an escape is
 * malformed. */
int rcc_recipe_decode(char *s);

/* Print "NAME<TAB>OUTPUT" for each recorded link in DIR, with "<TAB>SONAME"
 * added for a shared library.  Returns 0 or RCC_ESYS. */
int rcc_recipe_list(const char *dir);

#endif
