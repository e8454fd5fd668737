/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warn of properties of a machine that disturb measurements, and name
 * remedies. */
#ifndef RCC_HARNESS_STUDY_HOST_WARNINGS_H
#define RCC_HARNESS_STUDY_HOST_WARNINGS_H

#include <jansson.h>

#include "common/strvec.h"

/* Append a text for each warning.  `host` describes the machine, as a session
 * stores it (harness/run/host.h). */
void rcc_host_warnings(const json_t *host, struct rcc_strvec *warning);

#endif
