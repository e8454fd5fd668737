/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of findings.h that reads the store. */
#ifndef RCC_HARNESS_FINDINGS_FINDINGS_READ_H
#define RCC_HARNESS_FINDINGS_FINDINGS_READ_H

#include "harness/findings/findings.h"

/* Everything that is stored, for f->dir and its database `path`.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_findings_read(struct rcc_findings *f, const char *path);

#endif
