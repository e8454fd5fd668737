/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a link needs to be done again with another seed, after the build tree
 * is gone.  RANDCC_RECORD=DIR makes randld write
 *
 *	DIR/NAME/recipe		NAME: the output's base name; with ".<hash of
 *				its path>" behind it when another output of
 *				that base name came first
 *	DIR/store/ID		content, shared by all links (content_store.h)
 *
 * A recipe is text, a line an item, "key value"; in values the bytes below
 * 0x20, 0x7f and '%' are written %XX.
 *
 *	randcc-recipe 3			the version; others are refused
 *	output PATH			absolute
 *	cwd PATH
 *	linker ID PATH			the real linker
 *	banner TEXT			what it says to --version
 *	env NAME=VALUE			that linkers read
 *	arg WORD			the command line, in order
 *	stored ARG ID PATH		word ARG (from 0) read this file, kept
 *					in the store
 *	system ARG ID PATH		… this file of the system, by path
 *	named ID PATH			a linker script names this file, which
 *					the linker finds by itself: not kept
 *	kept ID PATH			a linker script names this file, kept
 *					in the store
 *	as ID NAME			… the script of that content, by this
 *					name
 *	lto ID				objects that came out of LTO, in order
 *	end
 */
#ifndef RCC_WRAPPER_RECORD_RECIPE_H
#define RCC_WRAPPER_RECORD_RECIPE_H

#include "common/strvec.h"
#include "wrapper/link/link.h"

#define RCC_RECIPE_MAGIC "randcc-recipe"
#define RCC_RECIPE_VERSION "3"

/* Record a link that succeeded.  Ends the program with a message when that
 * cannot be done: a build that asked for a record must not lack one. */
void rcc_recipe_write(struct rcc_link *l, const char *dir);

struct rcc_recipe {
	char *record; /* DIR/NAME, links resolved */
	char *dir;    /* DIR */
	char *linker;
	char *banner;
	char *cwd; /* NULL: not said */
	struct rcc_strvec arg;
	char **file; /* by argument: the file behind it; NULL: as it is */
	/* By argument: the file of the system that it must lead to; or NULL. */
	char **system;
	size_t n_files; /* of both */
	struct rcc_link_kept *kept;
	size_t n_kept;
	size_t kept_room;
	char *kept_file; /* of the last line "kept": in the store … */
	char *kept_base; /* … and what it was called */
	struct rcc_strvec lto;
	bool has_end;
};

/* Read DIR/NAME and set the recorded environment.  Ends the program when the
 * record is damaged or an input has changed. */
void rcc_recipe_read(struct rcc_recipe *r, const char *record);
void rcc_recipe_release(struct rcc_recipe *r);

/* Undo the escapes of a value, in place; -1 when one is broken. */
int rcc_recipe_decode(char *s);

/* Print "NAME<TAB>OUTPUT" for each link of DIR, for a shared library with
 * "<TAB>SONAME" behind it.  Returns 0 or RCC_ESYS. */
int rcc_recipe_list(const char *dir);

#endif
