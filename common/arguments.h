/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A subcommand's command line as a table: one row per option, with the field
 * that receives its value.  argp parses and prints the help.
 *
 * A command line that is not valid ends the program, as argp_error() does; the
 * message names the option and says what it takes.
 */
#ifndef RCC_COMMON_ARGUMENTS_H
#define RCC_COMMON_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

struct rcc_argument {
	const char *name; /* NULL: `doc` is a heading in the help */
	int letter;	  /* the short option; 0: none */
	const char *arg;  /* the value's name in the help; NULL: no value */
	const char *doc; /* NULL: the help does not show it */
	/* Converts `text` (NULL without a value) and stores it in *field. */
	void (*read)(const struct rcc_argument *row, const char *text,
		     const struct argp_state *state, void *field);
	size_t field;		   /* offset in the struct of the values */
	double least, most;	   /* range of a number, limits included */
	const char *const *choice; /* words of a choice; ends with NULL */
};

struct rcc_command_line {
	const struct rcc_argument *option; /* ends with a zeroed row */
	const char *args_doc;		   /* see struct argp */
	const char *doc;		   /* see struct argp */
	/* Takes an argument that is not an option; NULL: there is none. */
	void (*argument)(const char *text, const struct argp_state *state,
			 void *values);
	/* Takes the first argument that is not an option and the n - 1 words
	 * after it, whatever they are; NULL: every word is parsed. */
	void (*rest)(char *const *word, int n, const struct argp_state *state,
		     void *values);
	/* Checks the values after the last option; NULL: nothing to check. */
	void (*check)(const struct argp_state *state, void *values);
};

/* `name` is the program's name in messages, "randstudy plan"; `values` holds
 * the defaults and receives what was given. */
void rcc_arguments_parse(const struct rcc_command_line *line, const char *name,
			 int argc, char **argv, void *values);
/* The same for words that a file contains: messages about argv[i] begin with
 * place[i]. */
void rcc_arguments_parse_file(const struct rcc_command_line *line, int argc,
			      char **argv, char *const *place, void *values);

/* Readers call this to print what is wrong with a value and end the program. */
void rcc_argument_error(const struct argp_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Rows of the table; `field` is offsetof() the field, of this type: */
/* const char *, borrowed */
#define RCC_ARGUMENT_TEXT(n, l, a, f, d)                                       \
	RCC_ARGUMENT_ROW(n, l, a, f, d, rcc_argument_read_text)
/* double */
#define RCC_ARGUMENT_NUMBER(n, l, a, f, lo, hi, d)                             \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_number, .least = (lo),   \
		.most = (hi)                                                   \
	}
/* size_t */
#define RCC_ARGUMENT_COUNT(n, l, a, f, lo, hi, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_count, .least = (lo),    \
		.most = (hi)                                                   \
	}
/* an enum that counts from 0 */
#define RCC_ARGUMENT_CHOICE(n, l, a, f, words, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_choice,                  \
		.choice = (words)                                              \
	}
/* bool */
#define RCC_ARGUMENT_FLAG(n, l, f, d)                                          \
	RCC_ARGUMENT_ROW(n, l, NULL, f, d, rcc_argument_read_flag)
/* `how` reads it. */
#define RCC_ARGUMENT_ROW(n, l, a, f, d, how)                                   \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = (how)                                      \
	}
#define RCC_ARGUMENT_HEADING(d)                                                \
	{                                                                      \
		.doc = (d)                                                     \
	}

void rcc_argument_read_text(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field);
void rcc_argument_read_number(const struct rcc_argument *row, const char *text,
			      const struct argp_state *state, void *field);
void rcc_argument_read_count(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
void rcc_argument_read_choice(const struct rcc_argument *row, const char *text,
			      const struct argp_state *state, void *field);
void rcc_argument_read_flag(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field);

/* The index of `text` in the words; the last one is NULL. */
int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word);
/* The value of --format: text or json. */
bool rcc_argument_is_json(const struct argp_state *state, const char *text);
double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most);

#endif
