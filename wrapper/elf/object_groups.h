/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what can keep an object from moving: COMDAT groups and weak
 * definitions. */
#ifndef RCC_WRAPPER_ELF_OBJECT_GROUPS_H
#define RCC_WRAPPER_ELF_OBJECT_GROUPS_H

#include "wrapper/elf/elf_reader.h"

/* Read the signatures of the COMDAT groups into im->object->comdat, and set
 * im->group_of.  Returns 0 or RCC_EFORMAT. */
int rcc_elf_read_groups(struct rcc_elf *im);

/* Append the symbols that COMDAT groups define to im->object->comdat.  Read the
 * weak definitions that are outside COMDAT groups into im->object->weak.  Must
 * follow rcc_elf_read_groups().  Returns 0 or RCC_EFORMAT. */
int rcc_elf_read_definitions(struct rcc_elf *im);

#endif
