/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/script.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* What stands between words, but for parentheses, which are words. */
static const char *skip_blanks(const char *at)
{
	for (;;) {
		const char *end;

		while (isspace((unsigned char)*at) || *at == ',' || *at == ';')
			at++;
		if (at[0] != '/' || at[1] != '*')
			return at;
		end = strstr(at + 2, "*/");
		at = end != NULL ? end + 2 : at + strlen(at);
	}
}

/* The next word, without its quotes; NULL at the end.  Caller frees. */
static char *next_word(const char **at)
{
	const char *start = skip_blanks(*at);
	size_t n;

	if (*start == '\0')
		return NULL;
	if (*start == '"') {
		n = strcspn(++start, "\"");
		*at = start + n + (start[n] == '"');
	} else {
		n = strchr("()", *start) != NULL
			    ? 1
			    : strcspn(start, " \t\n\r\f\v,;()\"");
		*at = start + n;
	}
	return rcc_mem_strndup(start, n);
}

void rcc_script_files(const struct rcc_file_map *map, struct rcc_strvec *out)
{
	char *text;
	char *word;
	const char *at;
	bool is_list = false; /* the last word was INPUT or GROUP */
	size_t depth = 0;     /* of parentheses, within such a list */

	if (memchr(map->data, '\0', map->n) != NULL)
		return;
	text = rcc_mem_strndup((const char *)map->data, map->n);
	at = text;
	while ((word = next_word(&at)) != NULL) {
		bool opens = strcmp(word, "(") == 0;

		if (opens && (is_list || depth != 0))
			depth++;
		else if (strcmp(word, ")") == 0 && depth != 0)
			depth--;
		else if (depth != 0 && strcmp(word, "AS_NEEDED") != 0)
			rcc_strvec_push(out, word);
		is_list = strcmp(word, "INPUT") == 0 ||
			  strcmp(word, "GROUP") == 0;
		free(word);
	}
	free(text);
}
