/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a row comes twice: by a bit for each number of each group, or by the
 * hashes of all rows, sorted where they are (qsort() would take as much memory
 * again, and ten times as long).
 */
#include "analyse/dataset_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"

#define DIGIT_BITS 8
#define N_DIGITS (1 << DIGIT_BITS)
/* Below this insertion is faster than counting. */
#define FEW 48
/* So many bits for each row at most: no more memory than numbers take. */
#define MOST_BITS 32

static void sort_few(uint64_t *hash, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const uint64_t moved = hash[i];
		size_t at = i;

		for (; at > 0 && hash[at - 1] > moved; at--)
			hash[at] = hash[at - 1];
		hash[at] = moved;
	}
}

/* Radix sort in place by the digit above `shift`, then by those below it
 * (McIlroy, Bostic & McIlroy, "Engineering radix sort", 1993).  Equal hashes
 * end it, too: there is no digit below 0. */
static void sort_hashes(uint64_t *hash, size_t n, unsigned shift)
{
	size_t next[N_DIGITS];
	size_t end[N_DIGITS] = {0};
	size_t begin = 0;

	if (n <= FEW) {
		sort_few(hash, n);
		return;
	}
	for (size_t i = 0; i < n; i++)
		end[(hash[i] >> shift) % N_DIGITS]++;
	for (size_t d = 0; d < N_DIGITS; d++) {
		next[d] = begin;
		begin += end[d];
		end[d] = begin;
	}
	for (size_t d = 0; d < N_DIGITS; d++) {
		while (next[d] < end[d]) {
			const uint64_t moved = hash[next[d]];
			const size_t to = (moved >> shift) % N_DIGITS;

			hash[next[d]] = hash[next[to]];
			hash[next[to]++] = moved;
		}
	}
	for (size_t d = 0; shift > 0 && d < N_DIGITS; d++) {
		begin = d > 0 ? end[d - 1] : 0;
		sort_hashes(hash + begin, end[d] - begin, shift - DIGIT_BITS);
	}
}

/* Two rows of the data seem to have the same cells, those of this hash: finds
 * them in the file.  Returns 0 if their cells differ. */
static int tell_duplicate(struct rcc_rows *r, uint64_t hash)
{
	struct rcc_csv csv;
	/* Here the row is as it stands in the file. */
	struct rcc_csv_field *cell =
		&csv.field[r->n_levels + r->has_benchmarks];
	size_t line = 0;
	size_t row = 0;
	char *text = NULL;
	int result = 0;

	if (lseek(r->fd, 0, SEEK_SET) != 0) {
		/* A pipe: cells of 64 equal bits are taken for equal. */
		rcc_error("\"%s\": a row comes twice", r->path);
		rcc_hint("from a file, the lines would be told");
		return RCC_EFORMAT;
	}
	rcc_csv_init(&csv, r->fd);
	rcc_csv_next(&csv);
	while (result == 0 && row < r->n_rows && rcc_csv_next(&csv) == 1) {
		if (!rcc_rows_is_wanted(r, &csv) ||
		    rcc_rows_hash(cell, r->group[row++]) != hash)
			continue;
		if (text == NULL) {
			text = rcc_mem_strdup(cell->text);
			line = csv.line;
		} else if (strcmp(text, cell->text) == 0) {
			rcc_error("\"%s\" line %zu: the same cells as line %zu",
				  r->path, csv.line, line);
			result = RCC_EFORMAT;
		}
	}
	free(text);
	rcc_csv_release(&csv);
	return result;
}

/* The hash of a row holds its group too, so one sort of all of them will do. */
static int check_hashes(struct rcc_rows *r)
{
	int result = 0;

	sort_hashes(r->hash, r->n_rows, 64 - DIGIT_BITS);
	for (size_t i = 1; i < r->n_rows && result == 0; i++) {
		if (r->hash[i] == r->hash[i - 1])
			result = tell_duplicate(r, r->hash[i]);
	}
	return result;
}

/* Where each node's bits begin, as many as its rows' greatest number. */
static size_t *place_bits(const struct rcc_rows *r, size_t *n_bits)
{
	size_t *begin = rcc_mem_calloc(r->n_nodes, sizeof(*begin));

	for (size_t i = 0; i < r->n_rows; i++)
		if (r->number[i] > begin[r->group[i]])
			begin[r->group[i]] = r->number[i];
	*n_bits = 0;
	for (size_t i = 0; i < r->n_nodes; i++) {
		const size_t n = begin[i];

		begin[i] = *n_bits;
		*n_bits += n;
	}
	return begin;
}

/* The first row whose bit is there already; n_rows if none is. */
static size_t find_duplicate(const struct rcc_rows *r, const size_t *begin,
			     size_t n_bits)
{
	uint64_t *seen = rcc_mem_calloc(n_bits / 64 + 1, sizeof(*seen));
	size_t i = 0;

	for (; i < r->n_rows; i++) {
		const size_t at = begin[r->group[i]] + r->number[i] - 1;
		const uint64_t bit = UINT64_C(1) << at % 64;

		if ((seen[at / 64] & bit) != 0)
			break;
		seen[at / 64] |= bit;
	}
	free(seen);
	return i;
}

/* Returns 1 where numbers are so far apart that bits would not do. */
static int check_numbers(struct rcc_rows *r)
{
	size_t n_bits;
	size_t *begin = place_bits(r, &n_bits);
	struct rcc_csv_field cell;
	char text[24];
	int result = 1;
	size_t row;

	if (n_bits / MOST_BITS <= r->n_rows) {
		row = find_duplicate(r, begin, n_bits);
		result = 0;
		if (row < r->n_rows) {
			cell.text = text;
			cell.len =
				(size_t)snprintf(text, sizeof(text), "%" PRIu32,
						 r->number[row] - 1);
			result = tell_duplicate(
				r, rcc_rows_hash(&cell, r->group[row]));
		}
	}
	free(begin);
	return result;
}

int rcc_rows_check_duplicates(struct rcc_rows *r)
{
	int result = 1;

	if (r->is_ascending)
		result = 0;
	else if (r->number != NULL)
		result = check_numbers(r);
	if (result == 1) {
		if (r->hash == NULL)
			rcc_rows_make_hashes(r);
		result = check_hashes(r);
	}
	free(r->number);
	free(r->hash);
	r->number = NULL;
	r->hash = NULL;
	return result;
}
