/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/strvec.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

void rcc_strvec_take(struct rcc_strvec *v, char *s)
{
	v->item = (char **)rcc_mem_grow(v->item, v->n + 1, &v->n_allocated,
					sizeof(*v->item));
	v->item[v->n++] = s;
	v->item[v->n] = NULL;
}

void rcc_strvec_push(struct rcc_strvec *v, const char *s)
{
	rcc_strvec_take(v, rcc_mem_strdup(s));
}

void rcc_strvec_pushf(struct rcc_strvec *v, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	rcc_strvec_take(v, rcc_mem_vprintf(fmt, ap));
	va_end(ap);
}

void rcc_strvec_push_all(struct rcc_strvec *v, char *const *list)
{
	for (; *list != NULL; list++)
		rcc_strvec_push(v, *list);
}

void rcc_strvec_replace(struct rcc_strvec *v, size_t i, const char *s)
{
	char *copy = rcc_mem_strdup(s);

	free(v->item[i]);
	v->item[i] = copy;
}

bool rcc_strvec_has(const struct rcc_strvec *v, const char *s)
{
	for (size_t i = 0; i < v->n; i++)
		if (strcmp(v->item[i], s) == 0)
			return true;
	return false;
}

void rcc_strvec_release(struct rcc_strvec *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->item[i]);
	free(v->item);
	memset(v, 0, sizeof(*v));
}
