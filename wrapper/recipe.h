/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a link needs to be done again with another seed, after the build tree
 * is gone.  RANDCC_RECORD=DIR makes randld write
 *
 *	DIR/NAME/recipe		NAME: the output's base name; with ".<hash of
 *				its path>" behind it when another output of
 *				that base name came first
 *	DIR/store/ID		content, shared by all links (content.h)
 *
 * A recipe is text, a line an item, "key value"; in values the bytes below
 * 0x20, 0x7f and '%' are written %XX.
 *
 *	randcc-recipe 1			the version; others are refused
 *	output PATH			absolute
 *	cwd PATH
 *	linker ID PATH			the real linker
 *	env NAME=VALUE			that linkers read
 *	arg WORD			the command line, in order
 *	stored ARG ID PATH		word ARG (from 0) read this file, kept
 *					in the store
 *	system ARG ID PATH		… this file of the system, by path
 *	lto ID				objects that came out of LTO, in order
 *	end
 */
#ifndef RCC_WRAPPER_RECIPE_H
#define RCC_WRAPPER_RECIPE_H

#include "wrapper/link.h"

/* Record a link that succeeded.  Ends the program with a message when that
 * cannot be done: a build that asked for a record must not lack one. */
void rcc_recipe_write(const struct rcc_link *l, const char *dir);

/* Lay out the recorded link DIR/NAME again, into `output`.  Returns the
 * linker's exit status; ends the program when the record is damaged or an
 * input has changed. */
int rcc_recipe_replay(const char *record, const struct rcc_settings *settings,
		      const char *output);

/* Print "NAME<TAB>OUTPUT" for each link of DIR.  Returns 0 or RCC_ESYS. */
int rcc_recipe_list(const char *dir);

#endif
