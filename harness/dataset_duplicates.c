/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a row comes twice, by the hashes of all rows, sorted where they are:
 * qsort() would take as much memory again, and ten times as long.
 */
#include "harness/dataset_rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"

#define DIGIT_BITS 8
#define N_DIGITS (1 << DIGIT_BITS)
/* Below this insertion is faster than counting. */
#define FEW 48

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

/* Two rows of the data have this hash: finds them in the file.  Returns 0 if
 * their cells differ. */
static int tell_duplicate(struct rcc_rows *r, uint64_t hash)
{
	struct rcc_csv csv;
	/* Here the row is as it stands in the file. */
	struct rcc_csv_field *cell =
		&csv.field[r->n_levels + r->has_benchmarks];
	size_t line = 0;
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
	for (size_t row = 0; result == 0 && rcc_csv_next(&csv) == 1; row++) {
		if (row >= r->n_rows ||
		    rcc_rows_hash(cell, r->group[row]) != hash)
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
int rcc_rows_check_duplicates(struct rcc_rows *r)
{
	int result = 0;

	sort_hashes(r->hash, r->n_rows, 64 - DIGIT_BITS);
	for (size_t i = 1; i < r->n_rows && result == 0; i++) {
		if (r->hash[i] == r->hash[i - 1])
			result = tell_duplicate(r, r->hash[i]);
	}
	free(r->hash);
	r->hash = NULL;
	return result;
}
