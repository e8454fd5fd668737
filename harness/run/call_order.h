/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Order functions by C3, the algorithm of Ottoni & Maher, "Optimizing Function
 * Placement for Large-Scale Data-Center Applications", CGO 2017, section 4.
 * Its input is the calls between the functions, and the number of samples that
 * a profiler took in each function.
 *
 * Each function begins as a cluster of its own.  The functions are taken in the
 * order of their samples, the one with the most samples first.  A function's
 * cluster is appended to the cluster of the function's likeliest caller.  This
 * step is left out if both functions are in one cluster already, or if the two
 * clusters together are larger than a page.  At the end, the clusters are
 * sorted by their samples per byte, the largest number first.
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

/* A call of the function f[callee] by the function f[caller], where f is the
 * array that rcc_call_order() takes.  If several functions call a function, the
 * caller with the largest weight is the likeliest one. */
struct rcc_call {
	size_t caller, callee;
	double weight;
};

/* Order the functions f[0 ... n-1].  order[0 ... n-1] is set to their
 * indices. */
void rcc_call_order(const struct rcc_called_function *f, size_t n,
		    const struct rcc_call *call, size_t n_calls, size_t *order);

#endif
