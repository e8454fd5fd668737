/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/valgrind_event.h"

#include <stddef.h>
#include <string.h>

bool rcc_valgrind_event_is_known(const char *event)
{
	static const char *const known[] = {
		"Ir",	"I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
		"D1mw", "DLmw", "Bc",	"Bcm", "Bi",   "Bim"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(known[i], event) == 0)
			return true;
	return false;
}
