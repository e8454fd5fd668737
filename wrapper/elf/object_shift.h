/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving the bytes of an object's sections.
 *
 * GNU ld reads sections in the order of their headers.  It makes four system
 * calls whenever the next section does not follow in the file.  So a link with
 * many functions is faster if their bytes are moved.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_SHIFT_H
#define RCC_WRAPPER_ELF_OBJECT_SHIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object_image.h"

/*
 * Move the bytes of the n sections in the list `section`, so that they follow
 * each other in the order of the list.  Other sections that were between them
 * come behind them.  Returns whether the bytes were moved.
 *
 * Does nothing if a string table, a symbol table or the section headers are
 * between the sections of the list, or if the bytes are not in the order of the
 * headers.
 */
bool rcc_image_shift(struct rcc_image *im, const uint32_t *section, size_t n);

#endif
