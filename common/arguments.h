/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A subcommand's command line as a table.  Each row describes one option and
 * names the struct member that receives the option's value.  argp parses the
 * line and prints the help.
 *
 * An invalid command line ends the program, as argp_error() does.  The message
 * names the option and says which values it accepts.
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
	const char *doc;  /* NULL: the help leaves the option out */
	/* Converts `text` and stores it in *field.  `text` is NULL if the
	 * option takes no value. */
	void (*read)(const struct rcc_argument *row, const char *text,
		     const struct argp_state *state, void *field);
	size_t field;		   /* offset in the caller's struct */
	double least, most;	   /* limits of a number, inclusive */
	const char *const *choice; /* accepted words; ends with NULL */
};

/* A description of the whole command line. */
struct rcc_command_line {
	const struct rcc_argument *option; /* ends with a zeroed row */
	const char *args_doc;		   /* see struct argp */
	const char *doc;		   /* see struct argp */
	/* Takes an argument that is not an option.  NULL: such arguments are
	 * errors. */
	void (*argument)(const char *text, const struct argp_state *state,
			 void *values);
	/* Takes the first word that is not an option and all words after it, n
	 * words in total.  These words are not parsed.  NULL: every word is
	 * parsed. */
	void (*rest)(char *const *word, int n, const struct argp_state *state,
		     void *values);
	/* Checks the values when all words are parsed; may be NULL. */
	void (*check)(const struct argp_state *state, void *values);
};

/* Return a table with the rows of `first` (may be NULL) and then those of
 * `second`.  The help leaves out the options of `second` that `hidden` names; it
 * ends with NULL.  Caller frees. */
struct rcc_argument *rcc_arguments_join(const struct rcc_argument *first,
					const struct rcc_argument *second,
					const char *const *hidden);

/* Parse a command line.  `name` is the program's name in messages, for example
 * "randstudy plan".  `values` points to the struct that receives the options'
 * values.  Before the call, this struct holds the defaults. */
void rcc_arguments_parse(const struct rcc_command_line *line, const char *name,
			 int argc, char **argv, void *values);
/* Parse options that were read from a file and written to argv as a command
 * line.  Messages about argv[i] begin with place[i], which names the program
 * and the file, line and column of the option. */
void rcc_arguments_parse_file(const struct rcc_command_line *line, int argc,
			      char **argv, char *const *place, void *values);

/* Print what is wrong with an option's value and end the program.  The `read`
 * functions of struct rcc_argument call this. */
void rcc_argument_error(const struct argp_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Make a row for an option whose value is text.  The field that receives the
 * value is a const char *, which points into argv.
 *
 * In all RCC_ARGUMENT_ macros, these parameters set members of struct
 * rcc_argument: n sets `name`, l `letter`, a `arg`, f `field`, and d `doc`. */
#define RCC_ARGUMENT_TEXT(n, l, a, f, d)                                       \
	RCC_ARGUMENT_ROW(n, l, a, f, d, rcc_argument_read_text)
/* Make a row for an option whose value is a number from `lo` to `hi`.  The
 * field is a double. */
#define RCC_ARGUMENT_NUMBER(n, l, a, f, lo, hi, d)                             \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_number, .least = (lo),   \
		.most = (hi)                                                   \
	}
/* Make a row for an option whose value is a whole number from `lo` to `hi`.
 * The field is a size_t. */
#define RCC_ARGUMENT_COUNT(n, l, a, f, lo, hi, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_count, .least = (lo),    \
		.most = (hi)                                                   \
	}
/* Make a row for an option whose value is a percentage above 0 and at most
 * `hi`.  The field is a double and receives a fraction: 0.01 for "1%". */
#define RCC_ARGUMENT_PERCENT(n, l, a, f, hi, d)                                \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_percent, .most = (hi)    \
	}
/* Make a row for an option whose value is a duration, such as "90m".  The field
 * is a double and receives seconds. */
#define RCC_ARGUMENT_TIME(n, l, a, f, d)                                       \
	RCC_ARGUMENT_ROW(n, l, a, f, d, rcc_argument_read_time)
/* Make a row for an option whose value is one of `words`.  The field is an enum
 * whose constants are 0, 1, ...; it receives the index of the word. */
#define RCC_ARGUMENT_CHOICE(n, l, a, f, words, d)                              \
	{                                                                      \
		.name = (n), .letter = (l), .arg = (a), .field = (f),          \
		.doc = (d), .read = rcc_argument_read_choice,                  \
		.choice = (words)                                              \
	}
/* Make a row for an option without a value.  The field is a bool and becomes
 * true. */
#define RCC_ARGUMENT_FLAG(n, l, f, d)                                          \
	RCC_ARGUMENT_ROW(n, l, NULL, f, d, rcc_argument_read_flag)
/* Make a row for an option.  The function `how`, which becomes `read` of struct
 * rcc_argument, converts the option's value. */
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

/* Return the index of `text` in the list `word`, which ends with NULL.  A text
 * that is not in the list is an error. */
int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word);
/* Return whether the value of --format is "json".  Any value but "text" and
 * "json" is an error. */
bool rcc_argument_is_json(const struct argp_state *state, const char *text);
/* Parse a number from `least` to `most`.  Any other text is an error. */
double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most);
/* Parse a percentage such as "1%" or "1", above 0 and at most row->most.
 * Returns it as a fraction.  Any other text is an error. */
double rcc_argument_percent(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state);
/* Parse a duration such as "90m", "2h" or "300".  Returns it in seconds.  Any
 * other text is an error. */
double rcc_argument_time(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state);

#endif
