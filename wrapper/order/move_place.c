/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/move_place.h"

uint64_t rcc_move_window(uint64_t modulus)
{
	return modulus > RCC_MOVE_PAGE ? modulus : RCC_MOVE_PAGE;
}

uint64_t rcc_move_before(uint64_t address, uint64_t align, uint64_t offset,
			 uint64_t modulus, uint64_t *before)
{
	/* If the alignment is at least the modulus, the function's address
	 * modulo the modulus cannot change. */
	const uint64_t step = align < modulus ? align : modulus;

	*before = (offset - address) & (modulus - 1);
	if (step > 1 && *before % step != 0)
		return step;
	return 0;
}
