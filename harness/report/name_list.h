/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Format lists of names for sentences. */
#ifndef RCC_HARNESS_REPORT_NAME_LIST_H
#define RCC_HARNESS_REPORT_NAME_LIST_H

#include <jansson.h>

/* Return the strings of an array as a list such as "a, b, c and 4 more".  The
 * list is "" for NULL or an empty array.  The caller must free it. */
char *rcc_report_list_names(const json_t *names);

#endif
