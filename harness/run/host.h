/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine is part of the result: what it is, and what about it spoils
 * measurements.
 */
#ifndef RCC_HARNESS_RUN_HOST_H
#define RCC_HARNESS_RUN_HOST_H

#include <jansson.h>
#include <sched.h>

/* What can be read, as an object; what cannot is absent.  `root` stands for
 * "/" in tests ("" else).  Caller owns the result. */
json_t *rcc_host_describe(const char *root);

/* Add how busy each CPU is that shares a core with one of the runs' (`pinned`;
 * NULL: any): "siblings-busy", its share of the time of wait().  Nothing is added,
 * and nothing waited for, where none does. */
void rcc_host_siblings(json_t *host, const char *root, const cpu_set_t *pinned,
		       void (*wait)(void *self), void *self);

#endif
