/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/document/wrap.h"

/* If a table is too wide, its first column is narrowed, but not below this
 * width. */
#define NAME_LEAST 12

/* How a table is printed as text.  Widths, indent and gap are in characters. */
struct form {
	const struct rcc_table *table;
	int *width; /* width of each column; 0 if the column is not shown */
	int indent;
	int gap;
};

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* ---- Widths ------------------------------------------------------------ */

static int longest_word(const char *text)
{
	int longest = 0;

	while (*text != '\0') {
		const size_t n = rcc_wrap_word_length(text);

		longest = max(longest, rcc_wrap_columns_n(text, n));
		text += n;
		text += strspn(text, " ");
	}
	return longest;
}

/* Return the number of characters that a column needs.  Headings may be broken
 * into lines; cells may not. */
static int width_of(const struct rcc_table *t, size_t column)
{
	int width = longest_word(t->column[column].head);

	for (size_t i = 0; i < t->n_rows; i++) {
		const struct rcc_row *row = &t->row[i];
		const size_t n = row->cell.n - row->ends_with_message;

		if (column < n)
			width = max(width,
				    rcc_wrap_columns(row->cell.item[column]));
	}
	return max(width, 1);
}

static int total_width(const struct form *form)
{
	int total = form->indent - form->gap;

	for (size_t i = 0; i < form->table->n_columns; i++)
		total += form->width[i] > 0 ? form->width[i] + form->gap : 0;
	return total;
}

/* Widen columns while there is room, so that their headings need fewer
 * lines. */
static void widen(struct form *form)
{
	int room = RCC_WRAP_WIDTH - total_width(form);

	for (size_t i = 0; i < form->table->n_columns; i++) {
		const int head = rcc_wrap_columns(form->table->column[i].head);
		const int more = head - form->width[i];

		if (form->width[i] > 0 && more > 0 && more <= room) {
			form->width[i] = head;
			room -= more;
		}
	}
}

/* Choose the gap between columns, at most two blanks.  Narrow the first column,
 * which has the names of the rows, if necessary.  Return whether the table fits
 * the width of a terminal. */
static bool fit(struct form *form)
{
	const int least =
		form->width[0] < NAME_LEAST ? form->width[0] : NAME_LEAST;

	for (form->gap = 2; form->gap > 0; form->gap--) {
		const int excess = total_width(form) - RCC_WRAP_WIDTH;

		if (excess <= 0) {
			widen(form);
			return true;
		}
		if (form->width[0] - excess >= least) {
			form->width[0] -= excess;
			return true;
		}
	}
	return false;
}

/* ---- Lines ------------------------------------------------------------- */

static void add_blanks(struct rcc_strbuf *line, int n)
{
	while (n-- > 0)
		rcc_strbuf_add_char(line, ' ');
}

static void print_line(struct rcc_strbuf *line, FILE *out)
{
	size_t n = line->n;

	while (n > 0 && line->text[n - 1] == ' ')
		n--;
	if (n > 0)
		fwrite(line->text, 1, n, out);
	fputc('\n', out);
	rcc_strbuf_release(line);
}

static void add_cell(struct rcc_strbuf *line, const struct form *form,
		     size_t column, const char *text, size_t n)
{
	const int pad = form->width[column] - rcc_wrap_columns_n(text, n);
	const bool is_right =
		form->table->column[column].align == RCC_ALIGN_RIGHT;

	add_blanks(line, line->n == 0 ? form->indent : form->gap);
	if (is_right)
		add_blanks(line, pad);
	rcc_strbuf_add_bytes(line, text, n);
	if (!is_right)
		add_blanks(line, pad);
}

/* Return the number of bytes of `text` that fit on a line, broken at blanks. */
static size_t line_length(const char *text, int width)
{
	size_t n = rcc_wrap_word_length(text);

	while (text[n] != '\0') {
		const size_t next = n + 1 + rcc_wrap_word_length(text + n + 1);

		if (rcc_wrap_columns_n(text, next) > width)
			break;
		n = next;
	}
	return n;
}

static size_t n_lines(const char *text, int width)
{
	size_t n = 0;

	while (*text != '\0') {
		text += line_length(text, width);
		text += strspn(text, " ");
		n++;
	}
	return n;
}

/* Return line `i` of a column's heading, and its length in *length.  The
 * longest heading of the table takes n_all lines.  A shorter heading stands in
 * the last of these lines; *length is 0 for the lines above it. */
static const char *head_line(const char *head, int width, size_t i,
			     size_t n_all, size_t *length)
{
	const size_t n = n_lines(head, width);

	*length = 0;
	if (i + n < n_all)
		return "";
	for (i = i + n - n_all; i > 0; i--) {
		head += line_length(head, width);
		head += strspn(head, " ");
	}
	*length = line_length(head, width);
	return head;
}

static void print_heads(const struct form *form, FILE *out)
{
	const struct rcc_table *t = form->table;
	size_t n_all = 0;

	for (size_t k = 0; k < t->n_columns; k++) {
		const size_t n = form->width[k] > 0 ? n_lines(t->column[k].head,
							      form->width[k])
						    : 0;

		n_all = n > n_all ? n : n_all;
	}
	for (size_t i = 0; i < n_all; i++) {
		struct rcc_strbuf line = {0};

		for (size_t k = 0; k < t->n_columns; k++) {
			size_t n = 0;
			const char *text;

			if (form->width[k] == 0)
				continue;
			text = head_line(t->column[k].head, form->width[k], i,
					 n_all, &n);
			add_cell(&line, form, k, text, n);
		}
		print_line(&line, out);
	}
}

/* ---- Rows -------------------------------------------------------------- */

/* Add the row's name to the line.  A name that is too long is printed on a line
 * of its own. */
static void add_name(struct rcc_strbuf *line, const struct form *form,
		     const char *name, FILE *out)
{
	add_cell(line, form, 0, name, strlen(name));
	if (rcc_wrap_columns(name) <= form->width[0])
		return;
	print_line(line, out);
	add_blanks(line, form->indent + form->width[0]);
}

static void print_message(const struct form *form, struct rcc_strbuf *line,
			  const char *message, FILE *out)
{
	char *first;

	add_blanks(line, form->gap);
	first = rcc_strbuf_take(line);
	rcc_wrap(out, first, rcc_wrap_columns(first), message);
	free(first);
}

static void print_row(const struct form *form, const struct rcc_row *row,
		      FILE *out)
{
	const size_t n = row->cell.n - row->ends_with_message;
	struct rcc_strbuf line = {0};

	add_name(&line, form, row->cell.item[0], out);
	for (size_t k = 1; k < n; k++)
		if (form->width[k] > 0)
			add_cell(&line, form, k, row->cell.item[k],
				 strlen(row->cell.item[k]));
	if (row->ends_with_message)
		print_message(form, &line, row->cell.item[n], out);
	else
		print_line(&line, out);
}

/* Print a row as a list, because the table is too wide for columns. */
static void print_list(const struct form *form, const struct rcc_row *row,
		       FILE *out)
{
	const struct rcc_table *t = form->table;

	rcc_wrapf(out, "", form->indent, "%s", row->cell.item[0]);
	for (size_t k = 1; k < row->cell.n; k++) {
		const bool is_message =
			row->ends_with_message && k + 1 == row->cell.n;

		if (form->width[k] > 0)
			rcc_wrapf(out, "", form->indent + 2, "%s%s%s",
				  is_message ? "" : t->column[k].head,
				  is_message ? "" : ": ", row->cell.item[k]);
	}
}

void rcc_text_table(const struct rcc_table *t, int indent, FILE *out)
{
	struct form form = {.table = t, .indent = indent};
	bool is_list;

	form.width = rcc_mem_calloc(t->n_columns + 1, sizeof(*form.width));
	for (size_t k = 0; k < t->n_columns; k++)
		if (rcc_medium_shows(RCC_MEDIUM_TEXT, t->column[k].medium))
			form.width[k] = width_of(t, k);
	is_list = !fit(&form);
	if (!is_list)
		print_heads(&form, out);
	for (size_t i = 0; i < t->n_rows; i++)
		(is_list ? print_list : print_row)(&form, &t->row[i], out);
	free(form.width);
}
