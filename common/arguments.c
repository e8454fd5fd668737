/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/number.h"
#include "common/strbuf.h"

/* argp needs a key for each option.  If an option has no letter, the key is
 * this number plus the index of its row. */
#define FIRST_KEY 256

/* ---- The table --------------------------------------------------------- */

/* A command line that is being parsed. */
struct parse {
	const struct rcc_command_line *line;
	void *values;
	/* For each word, the place in a file where it was read, such as
	 * "randstudy: FILE:LINE:COLUMN".  `place` is NULL if the words are from
	 * a command line. */
	char *const *place;
};

static bool is_last(const struct rcc_argument *row)
{
	return row->name == NULL && row->doc == NULL;
}

static size_t count_rows(const struct rcc_argument *row)
{
	size_t n = 0;

	while (row != NULL && !is_last(&row[n]))
		n++;
	return n;
}

static bool is_among(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

struct rcc_argument *rcc_arguments_join(const struct rcc_argument *first,
					const struct rcc_argument *second,
					const char *const *hidden)
{
	const size_t n_first = count_rows(first);
	const size_t n = n_first + count_rows(second);
	struct rcc_argument *row = rcc_mem_calloc(n + 1, sizeof(*row));

	for (size_t i = 0; i < n; i++)
		row[i] = i < n_first ? first[i] : second[i - n_first];
	for (size_t i = n_first; i < n; i++)
		if (row[i].name != NULL && is_among(row[i].name, hidden))
			row[i].doc = NULL;
	return row;
}

static int key_of(const struct rcc_argument *row, size_t index)
{
	return row->letter != 0 ? row->letter : FIRST_KEY + (int)index;
}

/* Make the table that argp needs.  Caller frees. */
static struct argp_option *argp_options(const struct rcc_argument *row)
{
	struct argp_option *option;
	int group = 1;
	size_t n = 0;

	while (!is_last(&row[n]))
		n++;
	option = rcc_mem_calloc(n + 1, sizeof(*option));
	for (size_t i = 0; i < n; i++) {
		if (row[i].name == NULL)
			group++;
		option[i] = (struct argp_option){
			.name = row[i].name,
			.key = row[i].name != NULL ? key_of(&row[i], i) : 0,
			.arg = row[i].arg,
			.doc = row[i].doc,
			.flags = row[i].doc == NULL ? OPTION_HIDDEN : 0,
			.group = group};
	}
	return option;
}

static const struct rcc_argument *find_row(const struct rcc_argument *row,
					   int key)
{
	for (size_t i = 0; !is_last(&row[i]); i++)
		if (row[i].name != NULL && key_of(&row[i], i) == key)
			return &row[i];
	return NULL;
}

static void take_argument(const char *text, struct argp_state *state,
			  const struct parse *parse)
{
	const int first = state->next - 1;

	if (parse->line->rest != NULL) {
		parse->line->rest(state->argv + first, state->argc - first,
				  state, parse->values);
		state->next = state->argc;
	} else if (parse->line->argument != NULL) {
		parse->line->argument(text, state, parse->values);
	} else {
		rcc_argument_error(state, "unexpected argument \"%s\"", text);
	}
}

static int parse_key(int key, char *text, struct argp_state *state)
{
	const struct parse *parse = state->input;
	const struct rcc_command_line *line = parse->line;
	const struct rcc_argument *row = find_row(line->option, key);

	if (parse->place != NULL && state->next > 0)
		state->name = parse->place[state->next - 1];
	if (row != NULL) {
		row->read(row, text, state, (char *)parse->values + row->field);
		return 0;
	}
	switch (key) {
	case ARGP_KEY_ARG:
		take_argument(text, state, parse);
		return 0;
	case ARGP_KEY_END:
		if (line->check != NULL)
			line->check(state, parse->values);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void parse_words(const struct rcc_command_line *line, int argc,
			char **argv, char *const *place, void *values)
{
	struct parse parse = {.line = line, .values = values, .place = place};
	struct argp_option *option = argp_options(line->option);
	const struct argp argp = {.options = option,
				  .parser = parse_key,
				  .args_doc = line->args_doc,
				  .doc = line->doc};

	argp_parse(&argp, argc, argv, line->rest != NULL ? ARGP_IN_ORDER : 0,
		   NULL, &parse);
	free(option);
}

void rcc_arguments_parse(const struct rcc_command_line *line, const char *name,
			 int argc, char **argv, void *values)
{
	char *const given = argv[0];
	char *program = rcc_mem_strdup(name);

	argv[0] = program;
	parse_words(line, argc, argv, NULL, values);
	argv[0] = given;
	free(program);
}

void rcc_arguments_parse_file(const struct rcc_command_line *line, int argc,
			      char **argv, char *const *place, void *values)
{
	parse_words(line, argc, argv, place, values);
}

void rcc_argument_error(const struct argp_state *state, const char *format, ...)
{
	const struct parse *parse = state->input;
	char *text = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		text = NULL;
	va_end(ap);
	/* argp_error() would refer to --help, but the error is in a file. */
	if (parse->place != NULL)
		argp_failure(state, argp_err_exit_status, 0, "%s",
			     text != NULL ? text : format);
	argp_error(state, "%s", text != NULL ? text : format);
	exit(argp_err_exit_status);
}

/* ---- Values ------------------------------------------------------------ */

int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word)
{
	struct rcc_strbuf list = {0};

	for (int i = 0; word[i] != NULL; i++)
		if (strcmp(text, word[i]) == 0)
			return i;
	for (int i = 0; word[i] != NULL; i++)
		rcc_strbuf_add_item(&list, ", ", word[i]);
	rcc_argument_error(state, "--%s: \"%s\" is not one of %s", option, text,
			   list.text);
}

bool rcc_argument_is_json(const struct argp_state *state, const char *text)
{
	static const char *const format[] = {"text", "json", NULL};

	return rcc_argument_choice(state, "format", text, format) == 1;
}

double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most)
{
	double number = 0;

	if (rcc_number_parse(text, &number) != 0 || number < least ||
	    number > most)
		rcc_argument_error(state,
				   "--%s: \"%s\" is not a number from %g to %g",
				   option, text, least, most);
	return number;
}

double rcc_argument_percent(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state)
{
	double fraction = 0;

	if (rcc_number_parse_percent(text, &fraction) != 0 || !(fraction > 0) ||
	    fraction > row->most / 100)
		rcc_argument_error(state,
				   "--%s needs a percentage above 0, at most "
				   "%g: \"%s\"",
				   row->name, row->most, text);
	return fraction;
}

double rcc_argument_time(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state)
{
	double seconds = 0;

	if (rcc_number_parse_time(text, &seconds) != 0)
		rcc_argument_error(
			state,
			"--%s needs a time such as 90m, 2h or 300: \"%s\"",
			row->name, text);
	return seconds;
}

void rcc_argument_read_text(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field)
{
	(void)row;
	(void)state;
	*(const char **)field = text;
}

void rcc_argument_read_number(const struct rcc_argument *row, const char *text,
			      const struct argp_state *state, void *field)
{
	*(double *)field = rcc_argument_number(state, row->name, text,
					       row->least, row->most);
}

void rcc_argument_read_count(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field)
{
	const size_t least = (size_t)row->least;
	const size_t most = (size_t)row->most;

	if (rcc_number_parse_size(text, least, most, field) != 0)
		rcc_argument_error(
			state,
			"--%s: \"%s\" is not a whole number from %zu to %zu",
			row->name, text, least, most);
}

void rcc_argument_read_choice(const struct rcc_argument *row, const char *text,
			      const struct argp_state *state, void *field)
{
	const int choice =
		rcc_argument_choice(state, row->name, text, row->choice);

	*(unsigned *)field = (unsigned)choice;
}

void rcc_argument_read_flag(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field)
{
	(void)row;
	(void)text;
	(void)state;
	*(bool *)field = true;
}

void rcc_argument_read_percent(const struct rcc_argument *row, const char *text,
			       const struct argp_state *state, void *field)
{
	*(double *)field = rcc_argument_percent(row, text, state);
}

void rcc_argument_read_time(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field)
{
	*(double *)field = rcc_argument_time(row, text, state);
}
