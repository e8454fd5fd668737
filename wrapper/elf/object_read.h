/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading one object: the sections that can be ranked, and what keeps the
 * object from moving. */
#ifndef RCC_WRAPPER_ELF_OBJECT_READ_H
#define RCC_WRAPPER_ELF_OBJECT_READ_H

#include <libelf.h>
#include <stdbool.h>

#include "wrapper/elf/object.h"

/* Read the image of o->n_bytes at offset o->at in a file's `bytes`.  If
 * `order`, also read COMDAT groups and weak symbols.  Returns as
 * rcc_object_file_open() does. */
int rcc_elf_read(Elf *elf, const unsigned char *bytes, bool order,
		 struct rcc_object *o, char *reason);
/* Read the header fields that all objects of a link share.  If the image has no
 * header, *flavour does not change. */
void rcc_elf_read_flavour(Elf *elf, struct rcc_elf_flavour *flavour);

#endif
