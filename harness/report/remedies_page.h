/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the report of `randstudy explain` about remedies.  A remedy is an
 * attribute of a function or an option of the compiler that may cure the effect
 * of the function's place (findings/remedies.h). */
#ifndef RCC_HARNESS_REPORT_REMEDIES_PAGE_H
#define RCC_HARNESS_REPORT_REMEDIES_PAGE_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/remedies.h"

/* Append a headline about the remedy that helps most, if remedies were
 * measured. */
void rcc_compose_remedies_answer(struct rcc_document *d,
				 const struct rcc_explanation *e,
				 const struct rcc_remedies *r);
/* Append the section about remedies, if there are any. */
void rcc_compose_remedies(struct rcc_document *d,
			  const struct rcc_explanation *e,
			  const struct rcc_remedies *r);
/* Return the results of the remedies as JSON; null if no remedies were
 * tried. */
json_t *rcc_json_remedies(const struct rcc_explanation *e,
			  const struct rcc_remedies *r);

#endif
