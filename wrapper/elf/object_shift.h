/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving the bytes of an object's sections.
 *
 * GNU ld reads sections in the order of their headers.  It makes four system
 * calls whenever the next section does not follow in the file.  If the bytes
 * stayed where they are, one more layout would take 6 % more instructions for
 * 10,000 functions, 2 % more for 1,000 and 1 % more for sqlite3.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_SHIFT_H
#define RCC_WRAPPER_ELF_OBJECT_SHIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object_image.h"

/*
 * Move the bytes of the sections in a list, so that they follow each other in
 * the order of the list.  Other sections that were between them come behind
 * them.  Does nothing if a string table, a symbol table or the section headers
 * are between them, or if the bytes are not in the order of the headers.
 * Returns whether the bytes were moved.
 */
bool rcc_image_shift(struct rcc_image *im, const uint32_t *section, size_t n);

#endif
