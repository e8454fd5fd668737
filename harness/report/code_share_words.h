/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describe the share of the CPU time that is spent in code that layouts move.
 * The rest is spent in other parts of the code (struct rcc_code_part), such as
 * a library or objects that randcc did not compile. */
#ifndef RCC_HARNESS_REPORT_CODE_SHARE_WORDS_H
#define RCC_HARNESS_REPORT_CODE_SHARE_WORDS_H

#include "harness/study/code_share.h"

/* Return a text with the shares of all large parts, such as "96 % in laid-out
 * code; 3 % libc.so.6; 1 % kernel"; NULL if nothing is known.  The caller must
 * free it. */
char *rcc_code_share_text(const struct rcc_code_share *share);

/* Return advice on building the program so that layouts move more of its code;
 * "" if there is none.  The caller must free it. */
char *rcc_code_share_advice(const struct rcc_code_share *share);

/* Return a warning if layouts move little of the program's code; NULL
 * otherwise.  The caller must free it. */
char *rcc_code_share_warning(const struct rcc_code_share *share);

#endif
