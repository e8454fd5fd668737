/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/visible.h"

#include <stdbool.h>

static bool is_control(unsigned char c)
{
	return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

/* Return whether two bytes are one of the control characters U+0080 to
 * U+009F. */
static bool is_long_control(unsigned char c, unsigned char next)
{
	return c == 0xc2 && next >= 0x80 && next < 0xa0;
}

void rcc_visible(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const unsigned char c = (unsigned char)text[i];

		if (is_control(c))
			text[i] = '?';
		else if (i + 1 < n &&
			 is_long_control(c, (unsigned char)text[i + 1]))
			text[i] = text[i + 1] = '?';
	}
}
