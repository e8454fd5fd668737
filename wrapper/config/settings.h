/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The user's settings.  They are environment variables, because the command
 * line belongs to the compiler and the linker.
 *
 *	RANDCC_SEED		0 ... 2^64-1, or none for the original layout;
 *				default: a new seed for each link, from
 *				getrandom(2)
 *	RANDCC_FACTORS		the factors (parts of the layout) that the seed
 *				decides (common/rank.h); default:
 *				functions,units
 *	RANDCC_RECORD		the absolute path of a directory in which links
 *				are recorded; unset: no record
 *	RANDCC_UNSUPPORTED	what to do if code cannot be laid out: error
 *				(default), or pass, which warns and goes on
 *	RANDCC_PIN		glob patterns, separated by colons, of object
 *				files that keep their place
 *	RANDCC_PADDING_MAX	the largest filler between two functions (factor
 *				`padding`), in steps of 16 bytes; default 4
 *	RANDCC_MOVE		single functions to move, and their new offsets
 *				(move_list.h)
 *	RANDCC_ORDER		the absolute path of a list of functions, one
 *				symbol on each line; these functions come first
 *				in the program, in this order
 *	RANDCC_LD		the real linker; default: the one gcc would run
 *	RANDCC_FLAGS		options for the compiler, read by randcc.c
 *	RANDCC_SAVE_TEMPS	any value: keep the temporary directory and
 *				print its name
 */
#ifndef RCC_WRAPPER_CONFIG_SETTINGS_H
#define RCC_WRAPPER_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/refusal.h"
#include "common/strmap.h"

struct rcc_settings {
	uint64_t seed;
	bool is_original;      /* the seed is "none" */
	unsigned factors;      /* bits of enum rcc_rank_factor */
	bool pass_unsupported; /* RANDCC_UNSUPPORTED=pass */
	unsigned padding_max;  /* RANDCC_PADDING_MAX, in steps of 16 bytes */
	bool save_temps;
	/* Borrowed from the environment; NULL if the variable is unset. */
	const char *record_dir;
	const char *pin;
	const char *real_linker;
	const char *moves; /* for rcc_move_list_parse() */
	/* The symbols in the file RANDCC_ORDER, each with its place in the
	 * list, from 0.  NULL if RANDCC_ORDER is unset.  Never released. */
	const struct rcc_strmap *order;
};

/* Read and check all settings.  Returns 0, or RCC_EFORMAT or RCC_ESYS with the
 * first bad setting in *refusal.  After an error the program must stop, because
 * it does not know what the user wanted. */
int rcc_settings_read(struct rcc_settings *s, struct rcc_refusal *refusal);

/* Set the seed from `text`.  Messages say that `text` came from `source`, the
 * name of an option or variable.  Returns 0, or RCC_EFORMAT with the reason in
 * *refusal. */
int rcc_settings_set_seed(struct rcc_settings *s, const char *source,
			  const char *text, struct rcc_refusal *refusal);

/* Set the functions to move from `text`, which is borrowed.  `source` and the
 * result are as in rcc_settings_set_seed(). */
int rcc_settings_set_moves(struct rcc_settings *s, const char *source,
			   const char *text, struct rcc_refusal *refusal);

/* Return whether RANDCC_PIN matches a file, by its path or by its base name. */
bool rcc_settings_pins(const struct rcc_settings *s, const char *path);

#endif
