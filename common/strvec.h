/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing vector of strings, NULL-terminated so that it can be an argv.  It
 * owns its strings: pushed ones are copied, and rcc_strvec_release() frees them
 * all.  A zeroed struct is an empty vector, whose item is NULL until the first
 * push.
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
/* Takes ownership of `s`, which was malloc'd. */
void rcc_strvec_take(struct rcc_strvec *v, char *s);
/* `list` ends with NULL. */
void rcc_strvec_push_all(struct rcc_strvec *v, char *const *list);
void rcc_strvec_replace(struct rcc_strvec *v, size_t i, const char *s);
bool rcc_strvec_has(const struct rcc_strvec *v, const char *s);
void rcc_strvec_release(struct rcc_strvec *v);

#endif
