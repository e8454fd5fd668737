/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A recipe is all that a link needs to be done again with another seed after the
 * build tree is gone.  RANDCC_RECORD=DIR makes randld write
 *
 *	DIR/NAME/recipe		NAME: the output's base name; followed by
 *				".<hash of its path>" when another output has
 *				that base name already
 *	DIR/store/ID		content, shared by all links (content_store.h)
 *
 * It is text, with an item "key value" on each line.  In values the bytes below
 * 0x20, 0x7f and '%' are written %XX.
 *
 *	randcc-recipe 3			the version; others are refused
 *	output PATH			absolute
 *	cwd PATH
 *	linker ID PATH			the real linker
 *	banner TEXT			the first line of its --version
 *	env NAME=VALUE			that linkers read
 *	arg WORD			the command line, in order
 *	stored ARG ID PATH		word ARG (from 0) read this file, which
 *					is in the store
 *	system ARG ID PATH		word ARG read this file of the system,
 *					which is needed where it is
 *	named ID PATH			a linker script names this file, which
 *					is needed where it is
 *	kept ID PATH			a linker script names this file, which
 *					is in the store
 *	as ID NAME			the script of that content calls the
 *					last kept file by this name
 *	lto ID				objects that LTO made, in order
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
#define RCC_RECIPE_VERSION "3"

/* Record a link that succeeded.  0 or RCC_ESYS; then the output is removed,
 * since a build that asked for a record must not lack one. */
int rcc_recipe_write(const struct rcc_link *l, const char *dir,
		     struct rcc_refusal *why);

struct rcc_recipe {
	char *record; /* DIR/NAME, links resolved */
	char *dir;    /* DIR */
	char *linker;
	char *banner;
	char *cwd; /* NULL: not recorded */
	struct rcc_strvec arg;
	/* Each argument's file in the store; NULL: none. */
	char **file;
	/* The file of the system that each argument must lead to, or NULL. */
	char **system;
	size_t n_files; /* the files of both lists */
	struct rcc_recorded_script_file *script_file;
	size_t n_script_files;
	struct rcc_strvec lto;
	/* private, while it is read */
	size_t n_allocated; /* script files */
	char *kept_file;    /* the last line "kept": path in the store */
	char *kept_base;    /* and base name when it was recorded */
	bool has_end;
};

/* Read DIR/NAME, check the files that it names, and set the recorded
 * environment.  Returns 0, or RCC_EFORMAT or RCC_ESYS when the record is
 * damaged or an input has changed.  In any case the recipe must be released. */
int rcc_recipe_read(struct rcc_recipe *r, const char *record,
		    struct rcc_refusal *why);
void rcc_recipe_release(struct rcc_recipe *r);

/* Undo the escapes of a value, in place; -1 when one is broken. */
int rcc_recipe_decode(char *s);

/* Print "NAME<TAB>OUTPUT" for each link of DIR, for a shared library followed
 * by "<TAB>SONAME".  Returns 0 or RCC_ESYS. */
int rcc_recipe_list(const char *dir);

#endif
