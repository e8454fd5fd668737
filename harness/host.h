/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine is part of the result: what it is, and what about it spoils
 * measurements.
 */
#ifndef RCC_HARNESS_HOST_H
#define RCC_HARNESS_HOST_H

#include <jansson.h>

#include "common/strvec.h"

/* What can be read, as an object; what cannot is absent.  `root` stands for
 * "/" in tests ("" else).  Caller owns the result. */
json_t *rcc_host_describe(const char *root);

/* What to do about it: one text per warning, from a description. */
void rcc_host_warnings(const json_t *host, struct rcc_strvec *warning);

#endif
