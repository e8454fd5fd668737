/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which options the compiler was called with, as randcc notes them. */
#ifndef RCC_HARNESS_BUILD_COMPILE_OPTIONS_H
#define RCC_HARNESS_BUILD_COMPILE_OPTIONS_H

#include <stddef.h>
#include <jansson.h>

/* The different lines of RECORD/options as [{options, calls}], the most frequent
 * first; empty where there is none (nothing was compiled). */
json_t *rcc_flags_read(const char *record);

/* "-O2 -g (12 calls), -O1 (1 call)": at most `max` of them, and how many more there
 * are; NULL for none; caller frees. */
char *rcc_flags_text(const json_t *flags, size_t max);

#endif
