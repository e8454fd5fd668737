/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options of `randstudy run`: one table per topic (options_*.c), one row per
 * option.  A row says how its argument becomes a value of the study.
 */
#ifndef RCC_HARNESS_OPTIONS_OPTION_H
#define RCC_HARNESS_OPTIONS_OPTION_H

#include <argp.h>
#include <jansson.h>

#include "harness/options/run_options.h"

struct rcc_option {
	const char *name; /* of the option, and of the study's key (study.h) */
	int letter;	  /* 0: none */
	const char *arg;  /* NULL: takes no argument */
	const char *doc;
	/* Reads `text` into o->given, or ends the process by rcc_option_bad(). */
	void (*read)(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state);
	/* Of numbers. */
	json_int_t min;
	json_int_t max;
	/* Of choices: "a|b". */
	const char *choices;
};

/* Each ends with a row without a name. */
extern const struct rcc_option rcc_options_study[];
extern const struct rcc_option rcc_options_program[];
extern const struct rcc_option rcc_options_arms[];
extern const struct rcc_option rcc_options_metric[];
extern const struct rcc_option rcc_options_run[];
extern const struct rcc_option rcc_options_right[];

/* Ways to read an argument, for a row's `read`: they set the key of its name. */
void rcc_option_number(struct rcc_run_options *o, const struct rcc_option *row,
		       const char *text, struct argp_state *state);
/* Seconds, more than none. */
void rcc_option_seconds(struct rcc_run_options *o, const struct rcc_option *row,
			const char *text, struct argp_state *state);
void rcc_option_text(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state);
/* A file that is there, by its absolute name. */
void rcc_option_file(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state);
void rcc_option_choice(struct rcc_run_options *o, const struct rcc_option *row,
		       const char *text, struct argp_state *state);
void rcc_option_flag(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state);

/* When all arms are known. */
void rcc_option_settle_arms(struct rcc_run_options *o);

/* For readers of one row: */

/* What is wrong, as argp_error() says it, or in a study file with its place;
 * ends the process. */
void rcc_option_bad(struct argp_state *state, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Set a key; NULL for a value that is not valid UTF-8. */
void rcc_option_set(struct rcc_run_options *o, const char *key, json_t *value,
		    struct argp_state *state);
/* Append to the array `key`. */
void rcc_option_append(struct rcc_run_options *o, const char *key,
		       json_t *value, struct argp_state *state);
json_int_t rcc_option_integer(const struct rcc_option *row, const char *text,
			      struct argp_state *state);

#endif
