/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what keeps an object from moving: COMDAT groups and weak
 * definitions. */
#ifndef RCC_WRAPPER_ELF_OBJECT_GROUPS_H
#define RCC_WRAPPER_ELF_OBJECT_GROUPS_H

#include "wrapper/elf/elf_reader.h"

/* Set the object's comdat and the image's in_group.  Returns 0 or
 * RCC_EFORMAT. */
int rcc_elf_read_groups(struct rcc_elf *im);

/* Set the object's weak definitions, except those in COMDAT groups.
 * rcc_elf_read_groups() must have been called.  Returns 0 or RCC_EFORMAT. */
int rcc_elf_read_weak(struct rcc_elf *im);

#endif
