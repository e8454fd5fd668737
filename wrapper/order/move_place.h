/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The arithmetic of moving one function.
 *
 * A moved function stands in a window: filler before it and filler behind it.
 * The sum of the two is constant.  Moving the function takes filler from one
 * side and adds it to the other, so nothing outside the window moves.
 *
 * The filler before the function is a multiple of the function's alignment.
 * Then the linker inserts the same number of bytes for alignment as without the
 * filler, whatever comes before the window.  The filler itself has no
 * alignment.
 *
 * The sum is a multiple of the page size.  So the functions behind the window
 * keep their offsets modulo the page size, compared with a link that has no
 * window.
 */
#ifndef RCC_WRAPPER_ORDER_MOVE_PLACE_H
#define RCC_WRAPPER_ORDER_MOVE_PLACE_H

#include <stdint.h>

#define RCC_MOVE_PAGE 4096u

/* Return the bytes of filler in a window, before and behind the function
 * together.  `modulus` is the modulus of the function's offset. */
uint64_t rcc_move_window(uint64_t modulus);

/*
 * Compute the filler that must come before a function for its address to be
 * `offset` modulo `modulus`.
 *
 * address	the function's address without filler before it
 * align	the alignment of its section, a power of two
 * modulus	a power of two
 * before	receives the filler, a multiple of `align` below `modulus`
 *
 * Returns 0.  If no filler leads to the offset, returns the step by which the
 * function's address modulo `modulus` can change.
 */
uint64_t rcc_move_before(uint64_t address, uint64_t align, uint64_t offset,
			 uint64_t modulus, uint64_t *before);

#endif
