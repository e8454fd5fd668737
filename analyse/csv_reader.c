/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/csv_reader.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"

/* The initial size of the buffer. */
#define FIRST_ROOM ((size_t)1 << 18)
/* The largest size of a row.  Without this limit, a missing closing quote would
 * make the rest of the file one row. */
#define LONGEST_ROW ((size_t)1 << 20)

#define AS_TEXT(number) #number
#define MOST_COLUMNS(number) "more than " AS_TEXT(number) " columns"
#define TOO_MANY MOST_COLUMNS(RCC_CSV_MAX_FIELDS)

void rcc_csv_init(struct rcc_csv *csv, int fd)
{
	memset(csv, 0, sizeof(*csv));
	csv->fd = fd;
	csv->room = FIRST_ROOM;
	csv->buffer = rcc_mem_alloc(csv->room);
	csv->next_line = 1;
}

void rcc_csv_release(struct rcc_csv *csv)
{
	free(csv->buffer);
	csv->buffer = NULL;
}

/* Read more of the file into the buffer, after the bytes that were not parsed
 * yet.  One byte stays free for a NUL, which is needed if the last line has no
 * line end. */
static int fill(struct rcc_csv *csv)
{
	ssize_t got;

	if (csv->begin > 0) {
		memmove(csv->buffer, csv->buffer + csv->begin,
			csv->end - csv->begin);
		csv->end -= csv->begin;
		csv->begin = 0;
	}
	if (csv->end + 1 == csv->room) {
		csv->room *= 2;
		csv->buffer = rcc_mem_realloc(csv->buffer, csv->room, 1);
	}
	do {
		got = read(csv->fd, csv->buffer + csv->end,
			   csv->room - csv->end - 1);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return RCC_ESYS;
	csv->end += (size_t)got;
	csv->is_at_end = got == 0;
	return 0;
}

/* Return the position of the line end that ends the row; SIZE_MAX if the buffer
 * does not contain it yet. */
static size_t row_end(struct rcc_csv *csv)
{
	const char *from = csv->buffer + csv->begin;
	const size_t n = csv->end - csv->begin;
	const char *newline = memchr(from, '\n', n);
	bool is_quoted = false;

	csv->has_quote =
		memchr(from, '"',
		       newline != NULL ? (size_t)(newline - from) : n) != NULL;
	if (!csv->has_quote)
		return newline != NULL ? csv->begin + (size_t)(newline - from)
				       : SIZE_MAX;
	for (size_t i = 0; i < n; i++) {
		if (from[i] == '"')
			is_quoted = !is_quoted;
		else if (from[i] == '\n' && !is_quoted)
			return csv->begin + i;
	}
	return SIZE_MAX;
}

/* Store why a row is malformed, for the error message.  Returns RCC_EFORMAT. */
static int wrong(struct rcc_csv *csv, const char *problem)
{
	csv->problem = problem;
	return RCC_EFORMAT;
}

/* Read a whole row into the buffer.  *end is set to the position of its line
 * end, or to the end of the file.  Returns 1 for a row, 0 at the end of the
 * file, or an error. */
static int get_row(struct rcc_csv *csv, size_t *end)
{
	for (;;) {
		*end = csv->begin < csv->end ? row_end(csv) : SIZE_MAX;
		if (*end != SIZE_MAX)
			return 1;
		if (csv->is_at_end)
			break;
		if (csv->end - csv->begin > LONGEST_ROW)
			return wrong(csv, "longer than a megabyte (is a quote "
					  "left open?)");
		if (fill(csv) != 0)
			return RCC_ESYS;
	}
	*end = csv->end;
	return csv->begin < csv->end;
}

/* Decode a quoted field in place.  Returns the position after the closing
 * quote.  Returns NULL if the quote is missing or if a NUL byte comes before
 * it. */
static char *unquote(struct rcc_csv_field *field, char *at, char *end)
{
	char *to = at++;

	field->text = to;
	for (; at < end && *at != '\0'; at++) {
		if (*at == '"') {
			if (at + 1 == end || at[1] != '"')
				break;
			at++;
		}
		*to++ = *at;
	}
	if (at == end || *at == '\0')
		return NULL;
	field->len = (size_t)(to - field->text);
	*to = '\0';
	return at + 1;
}

/* Split the row [at, end) into fields. */
static int split(struct rcc_csv *csv, char *at, char *end)
{
	static const bool is_special[UCHAR_MAX + 1] = {
		['\0'] = true, [','] = true, ['"'] = true, ['\r'] = true};

	*end = '\0';
	for (;;) {
		struct rcc_csv_field *field = &csv->field[csv->n_fields];
		char *stop = at;

		if (csv->n_fields == RCC_CSV_MAX_FIELDS)
			return wrong(csv, TOO_MANY);
		csv->n_fields++;
		if (at < end && *at == '"') {
			stop = unquote(field, at, end);
			if (stop == NULL)
				return wrong(csv,
					     memchr(at, '\0',
						    (size_t)(end - at)) != NULL
						     ? "a NUL byte"
						     : "a quote is left open");
			if (stop < end && *stop != ',')
				return wrong(csv, "text after a closing "
						  "quote");
		} else {
			while (!is_special[(unsigned char)*stop])
				stop++;
			if (stop < end && *stop == '\0')
				return wrong(csv, "a NUL byte");
			if (stop < end && *stop == '"')
				return wrong(csv,
					     "a quote inside a field that "
					     "does not begin with a quote");
			if (stop < end && *stop == '\r')
				return wrong(csv,
					     "it has a carriage return: lines "
					     "must end with a newline");
			field->text = at;
			field->len = (size_t)(stop - at);
		}
		if (stop == end) {
			field->text[field->len] = '\0';
			return 1;
		}
		field->text[field->len] = '\0';
		at = stop + 1;
	}
}

static size_t count_lines(const char *from, const char *end)
{
	size_t n = 1;

	while ((from = memchr(from, '\n', (size_t)(end - from))) != NULL) {
		n++;
		from++;
	}
	return n;
}

/* Skip the byte-order mark of UTF-8.  Returns 0, or RCC_EFORMAT for UTF-16. */
static int skip_mark(struct rcc_csv *csv)
{
	const char *from = csv->buffer + csv->begin;
	const size_t n = csv->end - csv->begin;

	if (n >= 2 && (memcmp(from, "\xff\xfe", 2) == 0 ||
		       memcmp(from, "\xfe\xff", 2) == 0))
		return wrong(csv, "UTF-16 text, where UTF-8 is needed");
	if (n >= 3 && memcmp(from, "\xef\xbb\xbf", 3) == 0)
		csv->begin += 3;
	return 0;
}

/* Return 1 if the rest of the file consists of line ends, otherwise 0 or an
 * error. */
static int only_empty_lines(struct rcc_csv *csv)
{
	for (;;) {
		while (csv->begin < csv->end &&
		       (csv->buffer[csv->begin] == '\n' ||
			csv->buffer[csv->begin] == '\r'))
			csv->begin++;
		if (csv->begin < csv->end)
			return 0;
		if (csv->is_at_end)
			return 1;
		if (fill(csv) != 0)
			return RCC_ESYS;
	}
}

int rcc_csv_next(struct rcc_csv *csv)
{
	size_t end;
	char *at;
	char *stop;
	int result = 0;

	csv->line = csv->next_line;
	if (csv->line == 1) {
		if (fill(csv) != 0)
			return RCC_ESYS;
		result = skip_mark(csv);
		if (result != 0)
			return result;
	}
	result = get_row(csv, &end);
	if (result != 1)
		return result;
	at = csv->buffer + csv->begin;
	stop = csv->buffer + end;
	/* Only quoted fields can contain line ends. */
	csv->next_line += csv->has_quote ? count_lines(at, stop) : 1;
	csv->begin = end < csv->end ? end + 1 : end;
	if (stop > at && stop[-1] == '\r')
		stop--;
	if (stop == at) {
		result = only_empty_lines(csv);
		if (result != 0)
			return result < 0 ? result : 0;
		return wrong(csv, "empty");
	}
	csv->n_fields = 0;
	return split(csv, at, stop);
}
