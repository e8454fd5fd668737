/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading is one pass: a row's value, and the number of the group it belongs
 * to.  Groups are nodes of a forest: systems, then a node for each distinct
 * cell under its parent, down to the groups of the lowest level, whose members
 * are the rows.
 *
 * That no row comes twice must be known without keeping ten million cells.  The
 * lowest level's cells are nearly always numbers; where these rise in each group
 * there is nothing to do, else a bit for each number shows it.  For other cells
 * there are hashes; equal ones are looked up in the file before anything is called
 * a duplicate.
 */
#include "analyse/dataset_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/number.h"

static int at_line(const struct rcc_rows *r, const char *problem)
{
	rcc_error("\"%s\" line %zu: %s", r->path, r->csv.line, problem);
	return RCC_EFORMAT;
}

/* ---- Rows -------------------------------------------------------------- */

static bool is_same_cell(const struct rcc_csv_field *a,
			 const struct rcc_csv_field *b)
{
	return a->text != NULL && a->len == b->len &&
	       memcmp(a->text, b->text, a->len) == 0;
}

static void keep_cell(struct rcc_rows *r, size_t depth,
		      const struct rcc_csv_field *cell)
{
	struct rcc_csv_field *kept = &r->kept[depth];

	if (kept->text == NULL || r->kept_room[depth] < cell->len) {
		r->kept_room[depth] = 2 * cell->len + 16;
		kept->text =
			rcc_mem_realloc(kept->text, r->kept_room[depth], 1);
	}
	memcpy(kept->text, cell->text, cell->len);
	kept->len = cell->len;
}

/* The row's cell of this depth; behind the lowest group's stands the lowest
 * level's, then the value. */
static struct rcc_csv_field *cell_of(struct rcc_rows *r, size_t depth)
{
	return &r->csv.field[r->has_benchmarks + depth];
}

/* The row's lowest group.  Cells equal to those of the row before need no
 * look-up. */
static uint32_t group_of_row(struct rcc_rows *r)
{
	uint32_t node = RCC_ROWS_NO_NODE;
	bool is_same = r->n_rows > 0;

	if (r->csv.is_repeat)
		return r->path_node[r->n_levels - 1];
	for (size_t depth = 0; depth < r->n_levels; depth++) {
		const struct rcc_csv_field *cell = cell_of(r, depth);

		is_same = is_same && is_same_cell(&r->kept[depth], cell);
		if (is_same) {
			node = r->path_node[depth];
			continue;
		}
		node = rcc_rows_node_of(r, node, (uint32_t)depth, cell);
		if (node == RCC_ROWS_NO_NODE)
			return RCC_ROWS_NO_NODE;
		r->path_node[depth] = node;
		keep_cell(r, depth, cell);
	}
	return node;
}

uint64_t rcc_rows_hash(const struct rcc_csv_field *lowest, uint32_t group)
{
	return rcc_rank_hash(lowest->text, lowest->len, group);
}

void rcc_rows_make_hashes(struct rcc_rows *r)
{
	char text[24];
	struct rcc_csv_field cell = {.text = text};

	r->hash = rcc_mem_realloc(NULL, r->room_rows + 1, sizeof(*r->hash));
	for (size_t i = 0; i < r->n_rows; i++) {
		cell.len = (size_t)snprintf(text, sizeof(text), "%" PRIu32,
					    r->number[i] - 1);
		r->hash[i] = rcc_rows_hash(&cell, r->group[i]);
	}
	free(r->number);
	r->number = NULL;
}

static void make_room(struct rcc_rows *r)
{
	r->room_rows = r->room_rows == 0 ? 1024 : 2 * r->room_rows;
	r->value = rcc_mem_realloc(r->value, r->room_rows, sizeof(*r->value));
	r->group = rcc_mem_realloc(r->group, r->room_rows, sizeof(*r->group));
	if (r->hash != NULL)
		r->hash = rcc_mem_realloc(r->hash, r->room_rows,
					  sizeof(*r->hash));
	else
		r->number = rcc_mem_realloc(r->number, r->room_rows,
					    sizeof(*r->number));
}

/* Whether the numbers rise still.  Asked as long as they do, so that rows in
 * any order do not fetch a node each. */
static bool rises(struct rcc_rows_node *node, uint64_t number)
{
	if (number <= node->last || number > UINT32_MAX)
		return false;
	node->last = (uint32_t)number;
	return true;
}

static void add_row(struct rcc_rows *r, double value, uint32_t group,
		    const struct rcc_csv_field *lowest)
{
	const uint64_t number = rcc_rows_number(lowest);

	r->is_ascending = r->is_ascending && rises(&r->node[group], number);
	if (r->hash == NULL && (number == 0 || number > UINT32_MAX))
		rcc_rows_make_hashes(r);
	if (r->n_rows == r->room_rows)
		make_room(r);
	r->value[r->n_rows] = value;
	r->group[r->n_rows] = group;
	if (r->hash != NULL)
		r->hash[r->n_rows] = rcc_rows_hash(lowest, group);
	else
		r->number[r->n_rows] = (uint32_t)number;
	r->n_rows++;
}

static int check_cells(const struct rcc_rows *r)
{
	const struct rcc_csv *csv = &r->csv;
	const size_t n_names = r->has_benchmarks + 1 + r->n_levels + r->n_fixed;

	if (csv->n_fields != n_names + 1) {
		rcc_error("\"%s\" line %zu: %zu columns, but the header has "
			  "%zu",
			  r->path, csv->line, csv->n_fields, n_names + 1);
		return RCC_EFORMAT;
	}
	for (size_t i = csv->is_repeat ? csv->n_leading : 0; i < n_names; i++) {
		if (csv->field[i].len == 0) {
			rcc_error("\"%s\" line %zu: column %zu is empty",
				  r->path, csv->line, i + 1);
			return RCC_EFORMAT;
		}
	}
	return 0;
}

/* Benchmark and system become one cell, so that what follows need not know of
 * benchmarks. */
static int join_names(struct rcc_rows *r)
{
	struct rcc_csv *csv = &r->csv;
	const struct rcc_csv_field *benchmark = &csv->field[0];
	const struct rcc_csv_field *system = &csv->field[1];
	const size_t len = benchmark->len + 1 + system->len;

	if (memchr(benchmark->text, RCC_ROWS_SEPARATOR, benchmark->len) != NULL)
		return at_line(r, "a control character in the benchmark");
	if (len >= r->joined_room) {
		r->joined_room = 2 * len + 16;
		r->joined = rcc_mem_realloc(r->joined, r->joined_room, 1);
	}
	memcpy(r->joined, benchmark->text, benchmark->len);
	r->joined[benchmark->len] = RCC_ROWS_SEPARATOR;
	memcpy(r->joined + benchmark->len + 1, system->text, system->len + 1);
	csv->field[1] = (struct rcc_csv_field){r->joined, len};
	return 0;
}

bool rcc_rows_is_wanted(const struct rcc_rows *r, const struct rcc_csv *csv)
{
	return r->n_fixed == 0 ||
	       strcmp(csv->field[r->has_benchmarks + 1 + r->n_levels].text,
		      r->options->only) == 0;
}

/* The time of one execution. */
static int divide(struct rcc_rows *r, const struct rcc_csv_field *lowest,
		  double *value)
{
	const uint64_t number = rcc_rows_number(lowest);

	if (number < 2) {
		rcc_error("\"%s\" line %zu: \"%s\" is not a number of "
			  "executions: 1, 2, 3 ...",
			  r->path, r->csv.line, lowest->text);
		return RCC_EFORMAT;
	}
	*value /= (double)(number - 1);
	if (number - 1 > r->most_together)
		r->most_together = number - 1;
	return 0;
}

static int read_row(struct rcc_rows *r)
{
	const struct rcc_csv_field *lowest = cell_of(r, r->n_levels);
	const struct rcc_csv_field *last =
		cell_of(r, r->n_levels + r->n_fixed + 1);
	uint32_t group;
	double value;

	if (check_cells(r) != 0)
		return RCC_EFORMAT;
	if (rcc_number_parse(last->text, &value) != 0) {
		rcc_error("\"%s\" line %zu: \"%s\" is not a finite decimal "
			  "number",
			  r->path, r->csv.line, last->text);
		return RCC_EFORMAT;
	}
	if (!rcc_rows_is_wanted(r, &r->csv)) {
		r->n_left_out++;
		return 0;
	}
	if (r->options->is_together && divide(r, lowest, &value) != 0)
		return RCC_EFORMAT;
	if (r->has_benchmarks && !r->csv.is_repeat && join_names(r) != 0)
		return RCC_EFORMAT;
	group = group_of_row(r);
	if (group == RCC_ROWS_NO_NODE || r->n_rows == UINT32_MAX)
		return at_line(r, "more groups or rows than fit (2^32)");
	add_row(r, value, group, lowest);
	return 0;
}

/* ---- Files ------------------------------------------------------------- */

static int read_failed(const struct rcc_rows *r, int result)
{
	if (result == RCC_ESYS)
		rcc_error_errno("cannot read \"%s\"", r->path);
	else
		at_line(r, r->csv.problem);
	return result;
}

static int read_header(struct rcc_rows *r, struct rcc_dataset *data)
{
	const int got = rcc_csv_next(&r->csv);
	size_t n_names;

	if (got < 0)
		return read_failed(r, got);
	if (got == 0) {
		rcc_error("\"%s\" is empty", r->path);
		rcc_hint("its first line names the columns: "
			 "system,layout,execution,iteration,value");
		return RCC_EFORMAT;
	}
	r->has_benchmarks = strcmp(r->csv.field[0].text, "benchmark") == 0;
	n_names = 1 + r->has_benchmarks;
	r->n_fixed = r->options->only != NULL;
	if (r->csv.n_fields < n_names + 2 ||
	    r->csv.n_fields > n_names + RCC_STATS_MAX_LEVELS + 1) {
		rcc_error(
			"\"%s\" line 1: %zu columns: %ssystem, 1 to %d levels "
			"and value are needed",
			r->path, r->csv.n_fields,
			r->has_benchmarks ? "benchmark, " : "",
			RCC_STATS_MAX_LEVELS);
		return RCC_EFORMAT;
	}
	r->n_levels = r->csv.n_fields - n_names - 1 - r->n_fixed;
	if (r->n_levels == 0) {
		rcc_error("--only leaves \"%s\" without a level: it has one",
			  r->path);
		return RCC_EFORMAT;
	}
	data->has_benchmarks = r->has_benchmarks;
	/* Rows that are left out must not stand for those that follow. */
	r->csv.n_leading = r->n_fixed > 0 ? 0 : n_names - 1 + r->n_levels;
	for (size_t i = 0; i < r->n_levels; i++)
		data->level_name[i] = rcc_mem_strdup(
			r->csv.field[n_names + r->n_levels - 1 - i].text);
	data->n_levels = r->n_levels;
	if (r->n_fixed > 0)
		data->fixed_name = rcc_mem_strdup(
			r->csv.field[n_names + r->n_levels].text);
	return 0;
}

void rcc_rows_release(struct rcc_rows *r)
{
	rcc_csv_release(&r->csv);
	for (size_t i = 0; i < RCC_STATS_MAX_LEVELS; i++)
		free(r->kept[i].text);
	for (size_t i = 0; i < r->n_names; i++)
		free(r->name[i]);
	free(r->name);
	for (size_t i = 0; i < r->n_nodes; i++)
		free(r->node[i].child);
	free(r->joined);
	free(r->node);
	free(r->bucket);
	free(r->value);
	free(r->group);
	free(r->number);
	free(r->hash);
}

void rcc_rows_init(struct rcc_rows *r, const char *path, int fd,
		   const struct rcc_dataset_options *options)
{
	memset(r, 0, sizeof(*r));
	r->path = path;
	r->fd = fd;
	r->options = options;
	r->is_ascending = true;
	rcc_csv_init(&r->csv, fd);
}

static int no_rows(const struct rcc_rows *r, const struct rcc_dataset *data)
{
	if (r->n_left_out == 0)
		rcc_error("\"%s\" has no rows behind its header", r->path);
	else
		rcc_error("\"%s\": no row has \"%s\" in its column \"%s\"",
			  r->path, r->options->only, data->fixed_name);
	return RCC_EFORMAT;
}

/* Rows in no order would fetch a node each, if they were counted as they come. */
static void count_members(struct rcc_rows *r)
{
	uint32_t *n = rcc_mem_calloc(r->n_nodes, sizeof(*n));

	for (size_t i = 0; i < r->n_rows; i++)
		n[r->group[i]]++;
	for (size_t i = 0; i < r->n_nodes; i++)
		r->node[i].n_members += n[i];
	free(n);
}

int rcc_rows_read(struct rcc_rows *r, struct rcc_dataset *data)
{
	int result = read_header(r, data);

	while (result == 0) {
		const int got = rcc_csv_next(&r->csv);

		if (got == 0)
			break;
		result = got < 0 ? read_failed(r, got) : read_row(r);
	}
	if (result == 0 && r->n_rows == 0)
		return no_rows(r, data);
	if (result == 0)
		count_members(r);
	data->n_left_out = r->n_left_out;
	data->most_together = r->most_together;
	return result;
}
