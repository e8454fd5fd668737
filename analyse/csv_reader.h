/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Read CSV (RFC 4180) row by row.  Quoted fields may contain commas, line ends
 * and doubled quotes.  Lines end with LF or CRLF.  A byte-order mark is
 * skipped.  Only one row is in memory at a time.
 *
 * libcsv is not used, because it reports neither the line of a row nor why a
 * row is malformed.
 */
#ifndef RCC_ANALYSE_CSV_READER_H
#define RCC_ANALYSE_CSV_READER_H

#include <stdbool.h>
#include <stddef.h>

/* The largest number of columns.  The CSV files that benchmark programs write
 * have a few dozen. */
#define RCC_CSV_MAX_FIELDS 256

/* A field of a row.  The text ends with NUL.  It is valid until the next row is
 * read. */
struct rcc_csv_field {
	char *text;
	size_t len;
};

/* The state of the reader, and the last row read. */
struct rcc_csv {
	int fd; /* borrowed */
	char *buffer;
	size_t room, begin, end;
	bool is_at_end; /* read() has returned 0 */
	bool has_quote; /* a field of the row is quoted */
	size_t next_line;
	/* The last row read: */
	size_t line; /* number of the row's first line, from 1 */
	struct rcc_csv_field field[RCC_CSV_MAX_FIELDS];
	size_t n_fields;
	const char *problem; /* after RCC_EFORMAT: why the row is malformed */
};

void rcc_csv_init(struct rcc_csv *csv, int fd);
void rcc_csv_release(struct rcc_csv *csv);

/* Read the next row.  Returns 1 for a row, 0 at the end of the file,
 * RCC_EFORMAT with `line` and `problem` set, or RCC_ESYS.  Empty lines at the
 * end of the file are ignored. */
int rcc_csv_next(struct rcc_csv *csv);

#endif
