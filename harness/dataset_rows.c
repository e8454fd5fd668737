/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading is one pass: a row's value, and the number of the group it belongs
 * to.  Groups are nodes of a forest: systems, then a node for each distinct
 * cell under its parent, down to the groups of the lowest level, whose members
 * are the rows.
 *
 * That no row comes twice must be known without keeping ten million cells.  In
 * files as programs write them the lowest level counts upwards in each group,
 * so its last number is enough.  Where it does not, the file is read once more,
 * with a hash of each row's cell; equal hashes are looked up in the file before
 * anything is called a duplicate.
 */
#include "harness/dataset_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/numbers.h"

static int at_line(const struct rcc_rows *r, const char *problem)
{
	rcc_error("\"%s\" line %zu: %s", r->path, r->csv.line, problem);
	return RCC_EFORMAT;
}

/* ---- Nodes ------------------------------------------------------------- */

static void table_insert(struct rcc_rows *r, uint32_t number)
{
	size_t at = r->node[number].hash[0] & (r->n_buckets - 1);

	while (r->bucket[at] != RCC_ROWS_NO_NODE)
		at = (at + 1) & (r->n_buckets - 1);
	r->bucket[at] = number;
}

static void table_grow(struct rcc_rows *r)
{
	r->n_buckets = r->n_buckets == 0 ? 1024 : 2 * r->n_buckets;
	r->bucket =
		rcc_mem_realloc(r->bucket, r->n_buckets, sizeof(*r->bucket));
	memset(r->bucket, 0xff, r->n_buckets * sizeof(*r->bucket));
	for (size_t i = 0; i < r->n_nodes; i++)
		table_insert(r, (uint32_t)i);
}

static void cell_hash(uint32_t parent, const struct rcc_csv_field *cell,
		      uint64_t hash[2])
{
	hash[0] = rcc_rank_hash(cell->text, cell->len, parent);
	hash[1] = rcc_rank_hash(cell->text, cell->len, ~(uint64_t)parent << 20);
}

/* The node of a cell under its parent, made if it is new.  RCC_ROWS_NO_NODE if there
 * are too many. */
static uint32_t node_of(struct rcc_rows *r, uint32_t parent, uint32_t depth,
			const struct rcc_csv_field *cell)
{
	struct rcc_rows_node node = {.parent = parent, .depth = depth};
	size_t at;

	cell_hash(parent, cell, node.hash);
	if (2 * (r->n_nodes + 1) > r->n_buckets)
		table_grow(r);
	at = node.hash[0] & (r->n_buckets - 1);
	for (; r->bucket[at] != RCC_ROWS_NO_NODE;
	     at = (at + 1) & (r->n_buckets - 1)) {
		const struct rcc_rows_node *there = &r->node[r->bucket[at]];

		if (there->hash[0] == node.hash[0] &&
		    there->hash[1] == node.hash[1] && there->parent == parent)
			return r->bucket[at];
	}
	if (r->n_nodes == RCC_ROWS_NO_NODE)
		return RCC_ROWS_NO_NODE;
	r->node = rcc_mem_grow(r->node, r->n_nodes, &r->room_nodes,
			       sizeof(*r->node));
	r->node[r->n_nodes] = node;
	r->bucket[at] = (uint32_t)r->n_nodes;
	if (parent != RCC_ROWS_NO_NODE)
		r->node[parent].n_members++;
	if (depth == 0) {
		r->name = rcc_mem_grow(r->name, r->n_names, &r->room_names,
				       sizeof(*r->name));
		r->name[r->n_names++] = rcc_mem_strndup(cell->text, cell->len);
	}
	return (uint32_t)r->n_nodes++;
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
		node = node_of(r, node, (uint32_t)depth, cell);
		if (node == RCC_ROWS_NO_NODE)
			return RCC_ROWS_NO_NODE;
		r->path_node[depth] = node;
		keep_cell(r, depth, cell);
	}
	return node;
}

/* A number written the one usual way, plus 1; 0 for everything else. */
static uint64_t counting_number(const struct rcc_csv_field *cell)
{
	uint64_t number = 0;

	if (cell->len == 0 || cell->len > 18 ||
	    (cell->text[0] == '0' && cell->len > 1))
		return 0;
	for (size_t i = 0; i < cell->len; i++) {
		const unsigned digit = (unsigned char)cell->text[i] - '0';

		if (digit > 9)
			return 0;
		number = 10 * number + digit;
	}
	return number + 1;
}

static void add_row(struct rcc_rows *r, double value, uint32_t group,
		    uint64_t hash)
{
	if (r->n_rows == r->room_rows) {
		r->room_rows = r->room_rows == 0 ? 1024 : 2 * r->room_rows;
		r->value = rcc_mem_realloc(r->value, r->room_rows,
					   sizeof(*r->value));
		r->group = rcc_mem_realloc(r->group, r->room_rows,
					   sizeof(*r->group));
		if (r->wants_hashes)
			r->hash = rcc_mem_realloc(r->hash, r->room_rows,
						  sizeof(*r->hash));
	}
	r->value[r->n_rows] = value;
	r->group[r->n_rows] = group;
	if (r->wants_hashes)
		r->hash[r->n_rows] = hash;
	r->n_rows++;
}

static int check_cells(const struct rcc_rows *r)
{
	const struct rcc_csv *csv = &r->csv;
	const size_t n_names = r->n_levels + 1 + r->has_benchmarks;

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

uint64_t rcc_rows_hash(const struct rcc_csv_field *lowest, uint32_t group)
{
	return rcc_rank_hash(lowest->text, lowest->len, group);
}

static int read_row(struct rcc_rows *r)
{
	const struct rcc_csv_field *lowest = cell_of(r, r->n_levels);
	const struct rcc_csv_field *last = cell_of(r, r->n_levels + 1);
	struct rcc_rows_node *node;
	uint64_t number;
	uint32_t group;
	double value;

	if (check_cells(r) != 0)
		return RCC_EFORMAT;
	if (r->has_benchmarks && !r->csv.is_repeat && join_names(r) != 0)
		return RCC_EFORMAT;
	number = counting_number(lowest);
	if (rcc_number_parse(last->text, &value) != 0) {
		rcc_error("\"%s\" line %zu: \"%s\" is not a finite decimal "
			  "number",
			  r->path, r->csv.line, last->text);
		return RCC_EFORMAT;
	}
	group = group_of_row(r);
	if (group == RCC_ROWS_NO_NODE || r->node[group].n_members == UINT32_MAX)
		return at_line(r, "more groups or rows than fit (2^32)");
	node = &r->node[group];
	if (!r->wants_hashes && number <= node->last)
		return RCC_ROWS_NEED_HASHES;
	node->last = number;
	node->n_members++;
	add_row(r, value, group,
		r->wants_hashes
			? rcc_rows_hash(lowest, group)
			: 0);
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
	r->n_levels = r->csv.n_fields - n_names - 1;
	data->has_benchmarks = r->has_benchmarks;
	r->csv.n_leading = n_names - 1 + r->n_levels;
	if (data->n_levels != 0)
		return 0;
	for (size_t i = 0; i < r->n_levels; i++)
		data->level_name[i] = rcc_mem_strdup(
			r->csv.field[n_names + r->n_levels - 1 - i].text);
	data->n_levels = r->n_levels;
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
	free(r->joined);
	free(r->node);
	free(r->bucket);
	free(r->value);
	free(r->group);
	free(r->hash);
}

void rcc_rows_init(struct rcc_rows *r, const char *path, int fd,
		   bool wants_hashes)
{
	memset(r, 0, sizeof(*r));
	r->path = path;
	r->fd = fd;
	r->wants_hashes = wants_hashes;
	rcc_csv_init(&r->csv, fd);
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
	if (result == 0 && r->n_rows == 0) {
		rcc_error("\"%s\" has no rows behind its header", r->path);
		return RCC_EFORMAT;
	}
	return result;
}
