/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading one object: its ranked sections and what forbids moving it. */
#ifndef RCC_WRAPPER_ELF_OBJECT_READ_H
#define RCC_WRAPPER_ELF_OBJECT_READ_H

#include <libelf.h>
#include <stdbool.h>

#include "wrapper/elf/object.h"

/* Read the image that o->at and o->n_bytes delimit in a file's `bytes`.  Errors
 * are those of rcc_object_file_open(). */
int rcc_elf_read(Elf *elf, const unsigned char *bytes, bool order,
		 struct rcc_object *o, char *reason);
/* An image that has no header leaves *flavour as it is. */
void rcc_elf_read_flavour(Elf *elf, struct rcc_elf_flavour *flavour);

#endif
