/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files behind a link line: found as the linker finds them, and read. */
#ifndef RCC_WRAPPER_LINK_INPUTS_H
#define RCC_WRAPPER_LINK_INPUTS_H

#include "wrapper/link/link.h"

/* Fills l->input, l->flavour, l->has_ir.  Ends the program when an object or
 * archive is malformed.  Files that are not there are the linker's to report. */
void rcc_inputs_open(struct rcc_link *l);

/* Give every thin archive an ordinary equivalent in l->tmp_dir, and read that.
 * Ends the program when one cannot be made. */
void rcc_inputs_fill_thin(struct rcc_link *l);

/* Where -L leads for a -l word; NULL if it is not there.  Caller frees. */
char *rcc_inputs_find_library(const struct rcc_link *l,
			      const struct rcc_ld_word *lib);

/* The file behind -T, wherever it was found. */
const char *rcc_inputs_script(const struct rcc_link *l);

void rcc_inputs_release(struct rcc_link *l);

/* Whether the file belongs to the system rather than to the build: such files
 * are recorded by path and checksum. */
bool rcc_inputs_is_system(const char *path);

#endif
