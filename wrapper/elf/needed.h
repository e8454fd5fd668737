/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared libraries that a program or a library needs (DT_NEEDED), and the
 * folders in which it looks for them (DT_RPATH, DT_RUNPATH). */
#ifndef RCC_WRAPPER_ELF_NEEDED_H
#define RCC_WRAPPER_ELF_NEEDED_H

#include "common/strvec.h"

/* Append the names of the libraries to `name`, and the lists of folders to
 * `run_path`, which may be NULL.  Colons separate the folders in a list.  A static
 * program needs none.
 * Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT if the file is not ELF. */
int rcc_needed_read(const char *path, struct rcc_strvec *name,
		    struct rcc_strvec *run_path);

#endif
