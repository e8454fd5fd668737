/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rustc's metadata in archives.
 *
 * rustc puts an object "lib.rmeta" into each library.  Its one large section
 * has SHF_EXCLUDE, and only rustc reads it.  This section is often larger than
 * all code of the library.  randld leaves the section out of its private copy
 * of the library, because the copy is written again for each layout.
 */
#ifndef RCC_WRAPPER_ELF_RUST_METADATA_H
#define RCC_WRAPPER_ELF_RUST_METADATA_H

#include <stddef.h>

#include "wrapper/elf/object.h"

/* Return the bytes of an object without rustc's metadata, and set *n to their
 * number.  Return NULL if the object has none.  Caller frees. */
unsigned char *rcc_rust_metadata_drop(struct rcc_object_file *f,
				      const struct rcc_object *o, size_t *n);

#endif
