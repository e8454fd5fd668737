/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/row_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/number.h"
#include "common/strbuf.h"

/* With --tune, one value can be the total time of up to this many executions.
 * The limit keeps the number within 64 bits. */
#define MOST_TOGETHER ((size_t)1000000000000000000)

static const char columns_hint[] =
	"--columns NAME,NAME... selects columns: the system, the levels from "
	"the highest to the lowest, the value";

static int csv_failed(const struct rcc_row_reader *r, int result,
		      struct rcc_refusal *why)
{
	if (result == RCC_ESYS)
		return rcc_refuse(why, result, NULL, "cannot read \"%s\"",
				  r->path);
	return rcc_refuse(why, result, NULL, "\"%s\" line %zu: %s", r->path,
			  r->csv.line, r->csv.problem);
}

/* ---- The columns to use ------------------------------------------------ */

/* Return the index of the header's first column, from column i on, with this name;
 * n_in_file if there is none. */
static size_t find_column_from(const struct rcc_row_reader *r, size_t i,
			       const char *name, size_t len)
{
	while (i < r->n_in_file &&
	       (r->csv.field[i].len != len ||
		memcmp(r->csv.field[i].text, name, len) != 0))
		i++;
	return i;
}

static size_t find_column(const struct rcc_row_reader *r, const char *name,
			  size_t len)
{
	return find_column_from(r, 0, name, len);
}

/* Refuse a name in --columns that the header lacks. */
static int refuse_column(const struct rcc_row_reader *r, const char *name,
			 size_t len, struct rcc_refusal *why)
{
	struct rcc_strbuf hint = {0};
	int result;

	rcc_strbuf_add(&hint, "its columns are ");
	for (size_t i = 0; i < r->n_in_file; i++)
		rcc_strbuf_printf(&hint, "%s%s", i > 0 ? ", " : "",
				  r->csv.field[i].text);
	result = rcc_refuse(why, RCC_EFORMAT, hint.text,
			    "--columns: \"%s\" has no column \"%.*s\"", r->path,
			    (int)len, name);
	rcc_strbuf_release(&hint);
	return result;
}

static int add_column(struct rcc_row_reader *r, const char *name, size_t len,
		      struct rcc_refusal *why)
{
	const size_t found = find_column(r, name, len);

	if (found == r->n_in_file)
		return refuse_column(r, name, len, why);
	if (find_column_from(r, found + 1, name, len) != r->n_in_file)
		return rcc_refuse(why, RCC_EFORMAT,
				  "give each column of the header its own name",
				  "--columns: \"%s\" has two columns \"%.*s\"",
				  r->path, (int)len, name);
	for (size_t i = 0; i < r->n_columns; i++)
		if (r->column[i] == found)
			return rcc_refuse(why, RCC_EFORMAT, NULL,
					  "--columns: \"%.*s\" is named twice",
					  (int)len, name);
	if (r->n_columns < RCC_ROW_MAX_COLUMNS)
		r->column[r->n_columns] = found;
	r->n_columns++;
	return 0;
}

/* Choose the columns of --columns or, without it, all columns. */
static int choose_columns(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const char *name = r->options.columns;
	int result = 0;

	r->n_in_file = r->csv.n_fields;
	if (name == NULL) {
		r->n_columns = r->n_in_file;
		for (size_t i = 0; i < r->n_columns && i < RCC_ROW_MAX_COLUMNS;
		     i++)
			r->column[i] = i;
		return 0;
	}
	while (result == 0 && r->n_columns < RCC_ROW_MAX_COLUMNS + 1) {
		const size_t len = strcspn(name, ",");

		result = add_column(r, name, len, why);
		name += len;
		if (*name == '\0')
			break;
		name++;
	}
	return result;
}

/* Take the cells of the chosen columns from the last line read. */
static void take_cells(struct rcc_row_reader *r)
{
	for (size_t i = 0; i < r->n_columns; i++)
		r->cell[i] = r->csv.field[r->column[i]];
}

/* Check that a cell has a name without blanks around it.  Two names that differ in
 * such blanks look alike, and would count as two systems or units. */
static int check_name(const struct rcc_row_reader *r, size_t column,
		      struct rcc_refusal *why)
{
	const struct rcc_csv_field *cell = &r->csv.field[column];

	if (cell->len == 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "\"%s\" line %zu: column %zu is empty",
				  r->path, r->csv.line, column + 1);
	if (isblank((unsigned char)cell->text[0]) ||
	    isblank((unsigned char)cell->text[cell->len - 1]))
		return rcc_refuse(
			why, RCC_EFORMAT, "remove blanks beside commas",
			"\"%s\" line %zu: \"%s\" in column %zu begins "
			"or ends with a blank",
			r->path, r->csv.line, cell->text, column + 1);
	return 0;
}

/* Take the cells of the chosen columns, and check the names in them. */
static int check_cells(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	int result = 0;

	take_cells(r);
	for (size_t i = 0; i + 1 < r->n_columns && result == 0; i++)
		result = check_name(r, r->column[i], why);
	return result;
}

/* ---- The header -------------------------------------------------------- */

/* Return the index of the column with this name if no level or value is taken
 * from it; otherwise n_in_file. */
static size_t find_unused(const struct rcc_row_reader *r, const char *name)
{
	const size_t found = find_column(r, name, strlen(name));

	for (size_t i = 0; i < r->n_columns; i++)
		if (r->column[i] == found)
			return r->n_in_file;
	return found;
}

/* Find the columns in which randstudy says what became of a run. */
static void find_outcome(struct rcc_row_reader *r)
{
	r->outcome = r->replaced = r->n_in_file;
	if (find_unused(r, "start_unix_ns") == r->n_in_file)
		return;
	r->outcome = find_unused(r, "outcome");
	r->replaced = find_unused(r, "replaced");
}

/* Return what separates the columns of a header without commas; NULL if it is
 * neither semicolons nor tabs. */
static const char *other_separator(const struct rcc_row_reader *r)
{
	if (strchr(r->csv.field[0].text, ';') != NULL)
		return "semicolons";
	return strchr(r->csv.field[0].text, '\t') != NULL ? "tabs" : NULL;
}

static int check_header(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const size_t n_names = 1 + r->has_benchmarks;
	const size_t n_only = r->options.only != NULL;
	double number;

	if (r->n_in_file == 1 && other_separator(r) != NULL)
		return rcc_refuse(why, RCC_EFORMAT,
				  "write the file again with commas, and a "
				  "point in decimal numbers",
				  "\"%s\" line 1: its columns are separated by "
				  "%s, not by commas",
				  r->path, other_separator(r));
	if (r->n_columns < n_names + 2 ||
	    r->n_columns > n_names + RCC_STATS_MAX_LEVELS + 1)
		return rcc_refuse(why, RCC_EFORMAT, columns_hint,
				  "\"%s\" line 1: %zu columns: %ssystem, 1 to "
				  "%d levels and value are needed",
				  r->path, r->n_columns,
				  r->has_benchmarks ? "benchmark, " : "",
				  RCC_STATS_MAX_LEVELS);
	if (rcc_number_parse(r->csv.field[r->column[r->n_columns - 1]].text,
			     &number) == 0)
		return rcc_refuse(why, RCC_EFORMAT,
				  "add a line with the names of the columns",
				  "\"%s\" line 1 is no header: its last column "
				  "is a number",
				  r->path);
	if (r->n_columns == n_names + 1 + n_only)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "--only needs two levels or more; \"%s\" has "
				  "one",
				  r->path);
	r->n_levels = r->n_columns - n_names - 1 - n_only;
	return 0;
}

/* Refuse a file without --columns in which a column of this name is not at
 * index `place`.  It would be read as something else. */
static int check_place(const struct rcc_row_reader *r, const char *name,
		       size_t place, struct rcc_refusal *why)
{
	for (size_t i = 0; i < r->n_columns; i++)
		if (i != place &&
		    strcasecmp(r->csv.field[r->column[i]].text, name) == 0)
			return rcc_refuse(
				why, RCC_EFORMAT, columns_hint,
				"\"%s\" line 1: column %zu is \"%s\", "
				"which should be column %zu",
				r->path, i + 1, name, place + 1);
	return 0;
}

static int check_places(const struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const size_t system = r->has_benchmarks;
	const char *highest = r->csv.field[r->column[system + 1]].text;
	const bool has_kinds = strcasecmp(highest, "kind") == 0;
	const struct {
		const char *name;
		size_t place;
	} wanted[] = {
		{"benchmark", 0},
		{"system", system},
		{"machine", system + 1 + has_kinds},
		{"value", r->n_columns - 1},
	};
	int result = 0;

	if (r->options.columns != NULL)
		return 0;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		if (result == 0)
			result = check_place(r, wanted[i].name, wanted[i].place,
					     why);
	return result;
}

int rcc_row_reader_open(struct rcc_row_reader *r, const char *path, int fd,
			const struct rcc_row_options *options,
			struct rcc_refusal *why)
{
	const struct rcc_csv_field *level;
	int got;

	memset(r, 0, sizeof(*r));
	r->path = path;
	r->options = *options;
	rcc_csv_init(&r->csv, fd);
	got = rcc_csv_next(&r->csv);
	if (got < 0)
		return csv_failed(r, got, why);
	if (got == 0)
		return rcc_refuse(why, RCC_EFORMAT,
				  "its first line names the columns: "
				  "system,layout,execution,iteration,value",
				  "\"%s\" is empty", path);
	if (choose_columns(r, why) != 0)
		return RCC_EFORMAT;
	r->has_benchmarks =
		strcasecmp(r->csv.field[r->column[0]].text, "benchmark") == 0;
	if (check_header(r, why) != 0 || check_places(r, why) != 0 ||
	    check_cells(r, why) != 0)
		return RCC_EFORMAT;
	find_outcome(r);
	level = &r->cell[1 + r->has_benchmarks];
	for (size_t i = 0; i < r->n_levels; i++)
		r->level_name[i] =
			rcc_mem_strdup(level[r->n_levels - 1 - i].text);
	if (options->only != NULL)
		r->only_name = rcc_mem_strdup(level[r->n_levels].text);
	return 0;
}

void rcc_row_reader_release(struct rcc_row_reader *r)
{
	for (size_t i = 0; i < RCC_STATS_MAX_LEVELS; i++)
		free(r->level_name[i]);
	free(r->only_name);
	rcc_csv_release(&r->csv);
	memset(r, 0, sizeof(*r));
}

/* ---- Rows -------------------------------------------------------------- */

static int check_width(const struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const struct rcc_csv *csv = &r->csv;

	if (csv->n_fields == r->n_in_file)
		return 0;
	return rcc_refuse(why, RCC_EFORMAT, NULL,
			  "\"%s\" line %zu: %zu columns, but the header has "
			  "%zu",
			  r->path, csv->line, csv->n_fields, r->n_in_file);
}

/* Count a row that is the run of a study which failed or was made again, and
 * return true. */
static bool is_bad_run(struct rcc_row_reader *r)
{
	const struct rcc_csv_field *field = r->csv.field;

	if (r->outcome < r->n_in_file &&
	    strcmp(field[r->outcome].text, "ok") != 0) {
		r->n_failed++;
		return true;
	}
	if (r->replaced < r->n_in_file &&
	    strcmp(field[r->replaced].text, "1") == 0) {
		r->n_replaced++;
		return true;
	}
	return false;
}

/* Divide the total time of several executions by their number. */
static int divide_value(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const char *cell = r->level[r->n_levels - 1].text;
	size_t n;

	if (cell[0] == '0' ||
	    rcc_number_parse_size(cell, 1, MOST_TOGETHER, &n) != 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "\"%s\" line %zu: \"%s\" is not a number of "
				  "executions: 1, 2, 3 ...",
				  r->path, r->csv.line, cell);
	r->value /= (double)n;
	if (n > r->most_together)
		r->most_together = n;
	return 0;
}

/* Check a row and take its fields.  Returns 1, or 0 if the row is left out, or
 * RCC_EFORMAT. */
static int take_row(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	const struct rcc_csv_field *field = r->cell;
	const size_t n_names = r->n_columns - 1;

	if (check_width(r, why) != 0)
		return RCC_EFORMAT;
	if (is_bad_run(r))
		return 0;
	if (check_cells(r, why) != 0)
		return RCC_EFORMAT;
	if (rcc_number_parse(field[n_names].text, &r->value) != 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "\"%s\" line %zu: \"%s\" is not a finite "
				  "decimal number",
				  r->path, r->csv.line, field[n_names].text);
	if (r->options.only != NULL &&
	    strcmp(field[n_names - 1].text, r->options.only) != 0) {
		r->n_left_out++;
		return 0;
	}
	r->benchmark = r->has_benchmarks ? &field[0] : NULL;
	r->system = &field[r->has_benchmarks];
	r->level = r->system + 1;
	if (r->options.is_together && divide_value(r, why) != 0)
		return RCC_EFORMAT;
	r->n_returned++;
	return 1;
}

static int check_any(const struct rcc_row_reader *r, struct rcc_refusal *why)
{
	if (r->n_returned > 0)
		return 0;
	if (r->n_failed + r->n_replaced != 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "\"%s\" has no row of a good run", r->path);
	if (r->n_left_out == 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "\"%s\" has no rows after its header",
				  r->path);
	return rcc_refuse(why, RCC_EFORMAT, NULL,
			  "\"%s\": no row has \"%s\" in its column \"%s\"",
			  r->path, r->options.only, r->only_name);
}

int rcc_row_reader_next(struct rcc_row_reader *r, struct rcc_refusal *why)
{
	int result = 0;

	while (result == 0) {
		const int got = rcc_csv_next(&r->csv);

		if (got == 0)
			return check_any(r, why);
		result = got < 0 ? csv_failed(r, got, why) : take_row(r, why);
	}
	return result;
}
