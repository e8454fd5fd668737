/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finding the node of a cell under its parent: by its number where it is a small
 * one (four bytes for each node, so that rows in any order find them in a cache),
 * else in a hash table.
 */
#include "analyse/dataset_rows.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/rank.h"

uint64_t rcc_rows_number(const struct rcc_csv_field *cell)
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

/* Cells of up to this many bytes are their own key, length and all. */
#define SHORT_CELL 7
#define LONG_KEY ((uint64_t)0xff << 56)

static bool is_long(uint64_t key)
{
	return key >= LONG_KEY;
}

static uint64_t key_of(const struct rcc_csv_field *cell)
{
	uint64_t key = 0;

	if (cell->len > SHORT_CELL)
		return rcc_rank_hash(cell->text, cell->len, 0) | LONG_KEY;
	for (size_t i = 0; i < cell->len; i++)
		key = key << 8 | (unsigned char)cell->text[i];
	return key | (uint64_t)cell->len << 56;
}

static size_t place_of(const struct rcc_rows *r, uint64_t key, uint32_t parent)
{
	/* Knuth's multiplicative hashing, twice; the high bits are good. */
	uint64_t mixed = (key ^ parent) * UINT64_C(0x9e3779b97f4a7c15);

	mixed ^= mixed >> 32;
	mixed = (mixed + parent) * UINT64_C(0x9e3779b97f4a7c15);
	return (mixed >> 32) & (r->n_buckets - 1);
}

static void table_insert(struct rcc_rows *r, const struct rcc_rows_bucket *new)
{
	size_t at = place_of(r, new->key, new->parent);

	while (r->bucket[at].node != RCC_ROWS_NO_NODE)
		at = (at + 1) & (r->n_buckets - 1);
	r->bucket[at] = *new;
}

static void table_grow(struct rcc_rows *r)
{
	struct rcc_rows_bucket *old = r->bucket;
	const size_t n_old = r->n_buckets;

	r->n_buckets = n_old == 0 ? 1024 : 2 * n_old;
	r->bucket = rcc_mem_realloc(NULL, r->n_buckets, sizeof(*r->bucket));
	memset(r->bucket, 0xff, r->n_buckets * sizeof(*r->bucket));
	for (size_t i = 0; i < n_old; i++)
		if (old[i].node != RCC_ROWS_NO_NODE)
			table_insert(r, &old[i]);
	free(old);
}

static uint32_t add_node(struct rcc_rows *r, uint32_t parent, uint32_t depth,
			 const struct rcc_csv_field *cell, uint64_t more)
{
	if (r->n_nodes == RCC_ROWS_NO_NODE)
		return RCC_ROWS_NO_NODE;
	r->node = rcc_mem_grow(r->node, r->n_nodes, &r->room_nodes,
			       sizeof(*r->node));
	r->node[r->n_nodes] = (struct rcc_rows_node){
		.parent = parent, .depth = depth, .more = more};
	if (parent != RCC_ROWS_NO_NODE)
		r->node[parent].n_members++;
	if (depth == 0) {
		r->name = rcc_mem_grow(r->name, r->n_names, &r->room_names,
				       sizeof(*r->name));
		r->name[r->n_names++] = rcc_mem_strndup(cell->text, cell->len);
	}
	return (uint32_t)r->n_nodes++;
}

static uint32_t look_up(struct rcc_rows *r, uint32_t parent, uint32_t depth,
			const struct rcc_csv_field *cell)
{
	struct rcc_rows_bucket new = {.key = key_of(cell), .parent = parent};
	uint64_t more = 0;

	if (is_long(new.key))
		more = rcc_rank_hash(cell->text, cell->len, 1);
	if (2 * (r->n_nodes + 1) > r->n_buckets)
		table_grow(r);
	for (size_t at = place_of(r, new.key, parent);
	     r->bucket[at].node != RCC_ROWS_NO_NODE;
	     at = (at + 1) & (r->n_buckets - 1)) {
		const struct rcc_rows_bucket *there = &r->bucket[at];

		if (there->key == new.key && there->parent == parent &&
		    (!is_long(new.key) || r->node[there->node].more == more))
			return there->node;
	}
	new.node = add_node(r, parent, depth, cell, more);
	if (new.node != RCC_ROWS_NO_NODE)
		table_insert(r, &new);
	return new.node;
}

/* Lists a child by its number, unless that is so large that the list would be
 * mostly empty. */
static void list_child(struct rcc_rows_node *parent, uint64_t number,
		       uint32_t child)
{
	uint32_t n = parent->n_child == 0 ? 16 : parent->n_child;

	if (number >= 16 + 4 * (uint64_t)parent->n_members)
		return;
	while (n <= number)
		n *= 2;
	if (n > parent->n_child) {
		parent->child = rcc_mem_realloc(parent->child, n,
						sizeof(*parent->child));
		memset(parent->child + parent->n_child, 0xff,
		       (n - parent->n_child) * sizeof(*parent->child));
		parent->n_child = n;
	}
	parent->child[number] = child;
}

uint32_t rcc_rows_node_of(struct rcc_rows *r, uint32_t parent, uint32_t depth,
			  const struct rcc_csv_field *cell)
{
	const uint64_t number = rcc_rows_number(cell);
	uint32_t node;

	if (parent == RCC_ROWS_NO_NODE || number == 0)
		return look_up(r, parent, depth, cell);
	if (number < r->node[parent].n_child &&
	    r->node[parent].child[number] != RCC_ROWS_NO_NODE)
		return r->node[parent].child[number];
	node = look_up(r, parent, depth, cell);
	if (node != RCC_ROWS_NO_NODE)
		list_child(&r->node[parent], number, node);
	return node;
}
