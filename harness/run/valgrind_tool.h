/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read the output files of valgrind's simulators, cachegrind and callgrind. */
#ifndef RCC_HARNESS_RUN_VALGRIND_TOOL_H
#define RCC_HARNESS_RUN_VALGRIND_TOOL_H

#include <jansson.h>

/* Read the count of an event, such as "Ir", from an output file.  Returns 0,
 * RCC_EFORMAT if the file does not have the event, or RCC_ESYS if it cannot be
 * read. */
int rcc_valgrind_tool_read(const char *path, const char *event, double *value);

/* Add up the counts of an event in all files of a folder.  Each process of a
 * program writes one file.  Returns as rcc_valgrind_tool_read() does.  If there
 * is no file, returns RCC_EFORMAT. */
int rcc_valgrind_tool_sum(const char *folder, const char *event, double *value);

/* Read which machine the tool simulated (study/simulation.h) from one of the
 * files in a folder.  Returns NULL if there is no file.  The caller owns the
 * result. */
json_t *rcc_valgrind_tool_simulation(const char *folder, const char *version);

/* Ask valgrind for its version.  Returns the first line that valgrind prints;
 * NULL if there is none.  The caller must free the line. */
char *rcc_valgrind_tool_version(char *valgrind);

#endif
