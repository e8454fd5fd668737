/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read the output files of valgrind's simulators, cachegrind and callgrind. */
#ifndef RCC_HARNESS_RUN_VALGRIND_TOOL_H
#define RCC_HARNESS_RUN_VALGRIND_TOOL_H

#include "harness/study/metric_spec.h"

const char *rcc_valgrind_tool_name(enum rcc_source_kind kind);

/* Read the count of an event from an output file.  Returns 0, RCC_EFORMAT if
 * the file does not have the event, or RCC_ESYS if it cannot be read. */
int rcc_valgrind_tool_read(const char *path, const char *event, double *value);

/* Add up the counts of an event in all files of a folder.  Each process of a
 * program writes one file.  Returns as rcc_valgrind_tool_read() does;
 * RCC_EFORMAT also if there is no file. */
int rcc_valgrind_tool_sum(const char *folder, const char *event, double *value);

#endif
