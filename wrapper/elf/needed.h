/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared libraries that a program or a library needs (DT_NEEDED). */
#ifndef RCC_WRAPPER_ELF_NEEDED_H
#define RCC_WRAPPER_ELF_NEEDED_H

#include "common/strvec.h"

/* Append the names of the libraries to `name`.  A static program needs none.
 * Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT if the file is not ELF. */
int rcc_needed_read(const char *path, struct rcc_strvec *name);

#endif
