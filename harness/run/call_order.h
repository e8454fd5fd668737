/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Order functions by the calls between them and by their samples: C3, Ottoni &
 * Maher, "Optimizing Function Placement for Large-Scale Data-Center
 * Applications", CGO 2017, section 4.
 *
 * Each function begins as a cluster.  The functions are taken in the order of
 * their samples.  A function's cluster is appended to the cluster of its
 * likeliest caller.  This is not done if both are in one cluster, or if the two
 * clusters together are larger than a page.  At the end, the clusters are sorted
 * by their samples per byte.
 */
#ifndef RCC_HARNESS_RUN_CALL_ORDER_H
#define RCC_HARNESS_RUN_CALL_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* The largest cluster, in bytes. */
#define RCC_CALL_ORDER_CLUSTER 4096

struct rcc_called_function {
	double samples;
	uint64_t size;
};

/* A call of the function `callee` in the function `caller`.  If several
 * functions call a function, the caller with the largest weight is the
 * likeliest. */
struct rcc_call {
	size_t caller, callee;
	double weight;
};

/* Write the order of n functions to `order`. */
void rcc_call_order(const struct rcc_called_function *f, size_t n,
		    const struct rcc_call *call, size_t n_calls, size_t *order);

#endif
