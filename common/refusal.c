/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/refusal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

__attribute__((format(printf, 1, 0))) static char *
format_text(const char *format, va_list ap)
{
	char *text = NULL;

	if (vasprintf(&text, format, ap) < 0)
		rcc_die("out of memory");
	return text;
}

int rcc_refuse(struct rcc_refusal *r, int err, const char *remedy,
	       const char *format, ...)
{
	int saved = errno;
	char *problem;
	va_list ap;

	va_start(ap, format);
	problem = format_text(format, ap);
	va_end(ap);
	rcc_refusal_release(r);
	r->remedy = remedy != NULL ? rcc_mem_strdup(remedy) : NULL;
	r->problem = problem;
	if (err == RCC_ESYS) {
		r->problem = rcc_mem_printf("%s: %s", problem, strerror(saved));
		free(problem);
	}
	errno = saved;
	return err;
}

void rcc_refusal_remedy(struct rcc_refusal *r, const char *format, ...)
{
	char *remedy;
	va_list ap;

	va_start(ap, format);
	remedy = format_text(format, ap);
	va_end(ap);
	free(r->remedy);
	r->remedy = remedy;
}

void rcc_refusal_print(const struct rcc_refusal *r)
{
	if (r->problem != NULL)
		rcc_error("%s", r->problem);
	if (r->remedy != NULL)
		rcc_hint("%s", r->remedy);
}

void rcc_refusal_release(struct rcc_refusal *r)
{
	free(r->problem);
	free(r->remedy);
	*r = (struct rcc_refusal){0};
}
