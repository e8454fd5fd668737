/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output files of valgrind's simulators, cachegrind and callgrind. */
#ifndef RCC_HARNESS_RUN_VALGRIND_TOOL_H
#define RCC_HARNESS_RUN_VALGRIND_TOOL_H

#include "harness/study/metric_spec.h"

const char *rcc_valgrind_tool_name(enum rcc_source_kind kind);

/* Read the count of an event from a file that the tool wrote.  Returns 0,
 * RCC_EFORMAT if it is not there, or RCC_ESYS if the file cannot be read. */
int rcc_valgrind_tool_read(const char *path, const char *event, double *value);

/* Sum the counts of all files in a folder; each process of a program writes
 * one. */
int rcc_valgrind_tool_sum(const char *folder, const char *event, double *value);

#endif
