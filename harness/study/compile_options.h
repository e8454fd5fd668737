/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options with which randcc called the compiler.  A record (the directory
 * that randcc writes while it builds) lists them in its file `options`, one
 * line for each call. */
#ifndef RCC_HARNESS_STUDY_COMPILE_OPTIONS_H
#define RCC_HARNESS_STUDY_COMPILE_OPTIONS_H

#include <stddef.h>
#include <jansson.h>

/* Count the distinct lines of the file `options` in the directory `record`.
 * Returns the JSON array [{options, calls}], the most frequent first; the array
 * is empty if nothing was compiled.  The caller owns the result. */
json_t *rcc_compile_options_read(const char *record);

/* Return a text for a report with the first `max` entries of `options`, such as
 * "-O2 -g (12 calls), -O1 (1 call), and 3 more (json)".  `options` is an array
 * that rcc_compile_options_read() returned.  Returns NULL if `options` is
 * empty; caller frees. */
char *rcc_compile_options_text(const json_t *options, size_t max);

#endif
