/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/call_order.h"

#include <stdlib.h>

#include "common/mem.h"

#define NONE SIZE_MAX

/* A function.  A cluster is a linked list of functions.  The number of a
 * cluster is the index of its first function. */
struct node {
	size_t cluster;
	size_t next; /* the next function in the cluster, or NONE */
	/* the last function of the cluster; valid in its first function */
	size_t last;
	double samples;
	uint64_t size;
};

/* An element for qsort(): the index of a function or cluster, and the key by
 * which it is sorted.  The largest key comes first. */
struct keyed {
	double key;
	size_t i;
};

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a;
	const struct keyed *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return (x->i > y->i) - (x->i < y->i);
}

static size_t likeliest_caller(const struct rcc_call *call, size_t n_calls,
			       size_t callee)
{
	size_t best = NONE;

	for (size_t i = 0; i < n_calls; i++)
		if (call[i].callee == callee && call[i].caller != callee &&
		    (best == NONE || call[i].weight > call[best].weight))
			best = i;
	return best != NONE ? call[best].caller : NONE;
}

/* Append cluster b to cluster a. */
static void append(struct node *node, size_t a, size_t b)
{
	node[node[a].last].next = b;
	node[a].last = node[b].last;
	node[a].samples += node[b].samples;
	node[a].size += node[b].size;
	for (size_t i = b; i != NONE; i = node[i].next)
		node[i].cluster = a;
}

static void cluster(struct node *node, const struct keyed *hottest, size_t n,
		    const struct rcc_call *call, size_t n_calls)
{
	for (size_t k = 0; k < n; k++) {
		const size_t i = hottest[k].i;
		const size_t caller = likeliest_caller(call, n_calls, i);
		size_t a;
		size_t b;

		if (caller == NONE)
			continue;
		a = node[caller].cluster;
		b = node[i].cluster;
		if (a != b &&
		    node[a].size + node[b].size <= RCC_CALL_ORDER_CLUSTER)
			append(node, a, b);
	}
}

void rcc_call_order(const struct rcc_called_function *f, size_t n,
		    const struct rcc_call *call, size_t n_calls, size_t *order)
{
	struct node *node = rcc_mem_calloc(n + 1, sizeof(*node));
	struct keyed *sorted = rcc_mem_calloc(n + 1, sizeof(*sorted));
	size_t n_clusters = 0;
	size_t n_done = 0;

	for (size_t i = 0; i < n; i++) {
		node[i] = (struct node){.cluster = i,
					.next = NONE,
					.last = i,
					.samples = f[i].samples,
					.size = f[i].size != 0 ? f[i].size : 1};
		sorted[i] = (struct keyed){.key = f[i].samples, .i = i};
	}
	qsort(sorted, n, sizeof(*sorted), by_key);
	cluster(node, sorted, n, call, n_calls);
	for (size_t i = 0; i < n; i++)
		if (node[i].cluster == i)
			sorted[n_clusters++] = (struct keyed){
				.key = node[i].samples / (double)node[i].size,
				.i = i};
	qsort(sorted, n_clusters, sizeof(*sorted), by_key);
	for (size_t k = 0; k < n_clusters; k++)
		for (size_t i = sorted[k].i; i != NONE; i = node[i].next)
			order[n_done++] = i;
	free(sorted);
	free(node);
}
