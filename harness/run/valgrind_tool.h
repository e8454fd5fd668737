/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * valgrind's simulators, cachegrind and callgrind: counts without noise, from a
 * run of its own that measures nothing else.
 */
#ifndef RCC_HARNESS_RUN_VALGRIND_TOOL_H
#define RCC_HARNESS_RUN_VALGRIND_TOOL_H

#include "harness/study/metric_spec.h"

const char *rcc_tool_name(enum rcc_source_kind kind);

/* The count of an event in a file that the tool wrote.  RCC_EFORMAT: it is not
 * there; RCC_ESYS: the file cannot be read. */
int rcc_tool_read(const char *path, const char *event, double *value);

/* The sum over all files in a folder: a program may have children. */
int rcc_tool_sum(const char *folder, const char *event, double *value);

#endif
