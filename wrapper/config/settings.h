/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user asked for, from the environment: the command line belongs to
 * the compiler and the linker.
 *
 *	RANDCC_SEED		0 … 2^64-1, or none; default: a fresh one per
 *				link, from getrandom(2)
 *	RANDCC_FACTORS		default functions,units
 *	RANDCC_RECORD		directory, absolute; unset: nothing is recorded
 *	RANDCC_UNSUPPORTED	error (default) or pass
 *	RANDCC_PIN		patterns (glob, separated by colons) of
 *				object files that keep their place
 *	RANDCC_PADDING_MAX	largest filler, in 16-byte steps; default 4
 *	RANDCC_LD		the real linker; default: as gcc would find it
 *	RANDCC_SAVE_TEMPS	1: keep the temporary directory, and name it
 */
#ifndef RCC_WRAPPER_CONFIG_SETTINGS_H
#define RCC_WRAPPER_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct rcc_settings {
	uint64_t seed;
	bool is_original; /* seed "none" */
	bool is_fresh;	  /* nobody chose the seed */
	unsigned factors; /* enum rcc_rank_factor */
	bool pass_unsupported;
	unsigned padding_max;
	bool save_temps;
	/* borrowed from the environment; NULL: unset */
	const char *record_dir;
	const char *pin;
	const char *real_linker;
};

/* Read and check them all.  Ends the program with a message about the first
 * bad one: nothing is linked by a setting that was not understood. */
void rcc_settings_read(struct rcc_settings *s);

/* For command lines: dies like rcc_settings_read(), naming `what`. */
void rcc_settings_seed(struct rcc_settings *s, const char *what,
		       const char *text);

/* Whether RANDCC_PIN names a file, by its path or its base name. */
bool rcc_settings_pins(const struct rcc_settings *s, const char *path);

#endif
