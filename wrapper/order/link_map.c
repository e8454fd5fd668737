/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/link_map.h"

#include <stdlib.h>
#include <string.h>

/* Return the nth hexadecimal number after `at`, or 0 if there are fewer. */
static uint64_t number(const char *at, int nth)
{
	char *end = (char *)(uintptr_t)at;
	uint64_t value = 0;

	do {
		at = end;
		value = strtoull(at, &end, 16);
	} while (end != at && --nth > 0);
	return end != at ? value : 0;
}

/*
 * Read the numbers of the section whose name begins at s->name.  Returns false
 * if the name is not in an entry of the map's list of sections, but elsewhere
 * in the map.
 *
 * GNU ld and gold write a line " NAME ADDRESS SIZE FILE", and break it after a
 * long name.  lld writes "ADDRESS LOAD-ADDRESS SIZE ALIGNMENT FILE:(NAME)".
 */
static bool read_numbers(const char *text, struct rcc_map_section *s)
{
	const char *line = s->name;

	if (s->name - text < 2)
		return false;
	if (s->name[-1] == ' ' && s->name[-2] == '\n') {
		s->address = number(s->name + s->len, 1);
		s->size = number(s->name + s->len, 2);
		return true;
	}
	if (s->name[-1] != '(')
		return false;
	while (line != text && line[-1] != '\n')
		line--;
	s->address = number(line, 1);
	s->size = number(line, 3);
	return true;
}

bool rcc_link_map_next(const char *text, const char **at,
		       struct rcc_map_section *section)
{
	while (*at != NULL && (*at = strstr(*at, ".text.sorted.")) != NULL) {
		section->name = *at;
		section->len = strcspn(*at, " \n)");
		*at += section->len;
		if (rcc_rank_parse(section->name, section->len,
				   &section->part) == 0 &&
		    read_numbers(text, section))
			return true;
	}
	return false;
}
