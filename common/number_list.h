/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of numbers as text: "machines 3 and 7", "machines 1 to 5 and 9". */
#ifndef RCC_COMMON_NUMBER_LIST_H
#define RCC_COMMON_NUMBER_LIST_H

#include <stddef.h>

/* A zeroed struct is an empty list. */
struct rcc_number_list {
	unsigned *number;
	size_t n;
	size_t room;
};

/* Append a number, which must be larger than the last one. */
void rcc_number_list_add(struct rcc_number_list *list, unsigned number);
void rcc_number_list_release(struct rcc_number_list *list);

/* Return the noun and the list as text.  The noun gets an "s" if there are
 * several numbers.  Caller frees. */
char *rcc_number_list_text(const struct rcc_number_list *list,
			   const char *noun);
/* Return the list as "1-5,9"; caller frees. */
char *rcc_number_list_ranges(const struct rcc_number_list *list);

#endif
