/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of names in sentences. */
#ifndef RCC_HARNESS_REPORT_NAME_LIST_H
#define RCC_HARNESS_REPORT_NAME_LIST_H

#include <jansson.h>

/* Return a list of an array's strings, such as "a, b, c and 4 more"; "" for
 * NULL or an empty array.  The caller must free it. */
char *rcc_report_list_names(const json_t *names);

#endif
