/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A subcommand's command line as a table.  Each row has one option, and the
 * field of a struct that receives its value.  argp parses the line and prints
 * the help.  An invalid command line ends the program, as argp_error() does.
 * The message names the option and says which values it accepts.
 */
#ifndef RCC_COMMON_ARGUMENTS_H
#define RCC_COMMON_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* A row of the table: an option, or a heading in the help. */
struct rcc_argument {
	const char *name; /* NULL: `doc` is a heading in the help */
	int letter;	  /* the short option, or 0 */
	const char *arg;  /* the value's name in the help; NULL: no value */
	const char *doc;  /* NULL: the help does not show it */
	/* Converts `text` (NULL without a value) and stores it in *field. */
	void (*read)(const struct rcc_argument *row, const char *text,
		     const struct argp_state *state, void *field);
	size_t field;		   /* offset in the struct of values */
	double least, most;	   /* limits of a number, inclusive */
	const char *const *choice; /* accepted words; ends with NULL */
};

/* The table and the rest of a command line. */
struct rcc_command_line {
	const struct rcc_argument *option; /* ends with a zeroed row */
	const char *args_doc;		   /* see struct argp */
	const char *doc;		   /* see struct argp */
	/* Takes an argument that is not an option.  NULL: there may be none. */
	void (*argument)(const char *text, const struct argp_state *state,
			 void *values);
	/* Takes the first word that is not an option and the n - 1 words after
	 * it, without parsing them.  NULL: every word is parsed. */
	void (*rest)(char *const *word, int n, const struct argp_state *state,
		     void *values);
	/* Checks the values after the last option, or NULL. */
	void (*check)(const struct argp_state *state, void *values);
};

/* Parse a command line.  `name` is the name of the program in messages, such as
 * "randstudy plan".  `values` holds the defaults, and receives the values
 * given. */
void rcc_arguments_parse(const struct rcc_command_line *line, const char *name,
			 int argc, char **argv, void *values);
/* Parse words that a file contains.  Messages about argv[i] begin with
 * place[i]. */
void rcc_arguments_parse_file(const struct rcc_command_line *line, int argc,
			      char **argv, char *const *place, void *values);

/* Print what is wrong with a value and end the program.  The functions `read`
 * of a table call this. */
void rcc_argument_error(const struct argp_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Make a row of the table whose field is a const char *, borrowed.  In all
 * these macros `f` is the offsetof() of the field. */
#define RCC_ARGUMENT_TEXT(n, l, a, f, d)                                       \
	RCC_ARGUMENT_ROW(n, l, a, f, d, rcc_argument_read_text)
/* Make a row whose field is a double from `lo` to `hi`. */
#define RCC_ARGUMENT_NUMBER(n, l, a, f, lo, hi, d)                             \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_number, .least = (lo),   \
		.most = (hi)                                                   \
	}
/* Make a row whose field is a size_t from `lo` to `hi`. */
#define RCC_ARGUMENT_COUNT(n, l, a, f, lo, hi, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_count, .least = (lo),    \
		.most = (hi)                                                   \
	}
/* Make a row whose field is a double, a fraction: a percentage above 0, at most
 * `hi`. */
#define RCC_ARGUMENT_PERCENT(n, l, a, f, hi, d)                                \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_percent, .most = (hi)    \
	}
/* Make a row whose field is a double, a duration in seconds. */
#define RCC_ARGUMENT_TIME(n, l, a, f, d)                                       \
	RCC_ARGUMENT_ROW(n, l, a, f, d, rcc_argument_read_time)
/* Make a row whose field is an enum that counts from 0: the index in
 * `words`. */
#define RCC_ARGUMENT_CHOICE(n, l, a, f, words, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_choice,                  \
		.choice = (words)                                              \
	}
/* Make a row whose field is a bool, which the option sets. */
#define RCC_ARGUMENT_FLAG(n, l, f, d)                                          \
	RCC_ARGUMENT_ROW(n, l, NULL, f, d, rcc_argument_read_flag)
/* Make a row whose field the function `how` reads. */
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
void rcc_argument_read_percent(const struct rcc_argument *row, const char *text,
			       const struct argp_state *state, void *field);
void rcc_argument_read_time(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field);

/* Return the index of `text` in `word`, which ends with NULL.  Another text is
 * an error. */
int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word);
/* Return whether the value of --format is json.  It must be text or json. */
bool rcc_argument_is_json(const struct argp_state *state, const char *text);
/* Parse a number from `least` to `most`.  Another text is an error. */
double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most);
/* Parse a percentage above 0, at most row->most, such as "1%" or "1".  Returns
 * it as a fraction.  Another text is an error. */
double rcc_argument_percent(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state);
/* Parse a duration such as "90m", "2h" or "300".  Returns it in seconds.
 * Another text is an error. */
double rcc_argument_time(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state);

#endif
