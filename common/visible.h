/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for a terminal. */
#ifndef RCC_COMMON_VISIBLE_H
#define RCC_COMMON_VISIBLE_H

#include <stddef.h>

/* Replace the control characters in n bytes of UTF-8 by "?", so that no file
 * name and no command from a study can command the terminal.  Line breaks and
 * tabs stay. */
void rcc_visible(char *text, size_t n);

#endif
