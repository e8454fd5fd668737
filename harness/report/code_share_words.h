/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences about the share of the CPU time in code that layouts move. */
#ifndef RCC_HARNESS_REPORT_CODE_SHARE_WORDS_H
#define RCC_HARNESS_REPORT_CODE_SHARE_WORDS_H

#include "harness/study/code_share.h"

/* "96 % in laid-out code; 3 % libc.so.6; 1 % kernel"; NULL if nothing is
 * known.  Caller frees. */
char *rcc_code_share_text(const struct rcc_code_share *share);

/* The advice for a study whose layouts leave code alone that they could move;
 * "" if there is none.  Caller frees. */
char *rcc_code_share_advice(const struct rcc_code_share *share);

/* The warning for a program that layouts hardly move; NULL for any other.
 * Caller frees. */
char *rcc_code_share_warning(const struct rcc_code_share *share);

#endif
