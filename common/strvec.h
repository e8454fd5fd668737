/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing list of strings.  It ends with NULL, so it can be an argv.  The
 * list owns its strings: rcc_strvec_push() copies a string, and
 * rcc_strvec_release() frees them all.  A zeroed struct is an empty list; its
 * `item` is NULL.
 */
#ifndef RCC_COMMON_STRVEC_H
#define RCC_COMMON_STRVEC_H

#include <stdbool.h>
#include <stddef.h>

struct rcc_strvec {
	char **item;
	size_t n;
	size_t n_allocated;
};

void rcc_strvec_push(struct rcc_strvec *v, const char *s);
void rcc_strvec_pushf(struct rcc_strvec *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Append `s`, which was allocated by malloc(), and take ownership of it. */
void rcc_strvec_take(struct rcc_strvec *v, char *s);
/* Append a copy of each string in `list`, which ends with NULL. */
void rcc_strvec_push_all(struct rcc_strvec *v, char *const *list);
void rcc_strvec_replace(struct rcc_strvec *v, size_t i, const char *s);
bool rcc_strvec_has(const struct rcc_strvec *v, const char *s);
void rcc_strvec_release(struct rcc_strvec *v);

#endif
