/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/refusal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

int rcc_refuse(struct rcc_refusal *r, int err, const char *remedy,
	       const char *format, ...)
{
	int saved = errno;
	char *problem;
	va_list ap;

	va_start(ap, format);
	problem = rcc_mem_vprintf(format, ap);
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
	remedy = rcc_mem_vprintf(format, ap);
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
