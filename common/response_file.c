/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/response_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"

/* Return the next word of a response file, or NULL at its end.  The word is
 * unquoted in place, because it can only become shorter. */
static char *next_word(char **at)
{
	char *in = *at;
	char *out;
	char *word;
	char quote = '\0';

	while (isspace((unsigned char)*in))
		in++;
	if (*in == '\0')
		return NULL;
	word = out = in;
	for (; *in != '\0'; in++) {
		if (*in == '\\' && in[1] != '\0') {
			*out++ = *++in;
		} else if (quote != '\0') {
			if (*in == quote)
				quote = '\0';
			else
				*out++ = *in;
		} else if (*in == '\'' || *in == '"') {
			quote = *in;
		} else if (isspace((unsigned char)*in)) {
			in++;
			break;
		} else {
			*out++ = *in;
		}
	}
	*at = in;
	*out = '\0';
	return word;
}

/* The most response files in one command line.  A file may name itself, so
 * there must be a limit; libiberty has the same limit. */
#define MAX_RESPONSE_FILES 2000

static void expand_into(struct rcc_strvec *out, const char *word,
			size_t *n_files)
{
	char *text = NULL;
	char *at;
	char *inner;

	if (word[0] == '@' && (*n_files)++ < MAX_RESPONSE_FILES)
		text = rcc_file_read(word + 1, NULL);
	if (text == NULL) {
		rcc_strvec_push(out, word);
		return;
	}
	at = text;
	while ((inner = next_word(&at)) != NULL)
		expand_into(out, inner, n_files);
	free(text);
}

void rcc_response_expand(struct rcc_strvec *out, char *const *argv)
{
	size_t n_files = 0;

	for (; *argv != NULL; argv++)
		expand_into(out, *argv, &n_files);
	/* End the list with NULL even if it is empty. */
	if (out->item == NULL) {
		rcc_strvec_push(out, "");
		free(out->item[0]);
		out->item[0] = NULL;
		out->n = 0;
	}
}

char *rcc_response_quote(const struct rcc_strvec *arg, size_t *n)
{
	size_t room = 1;
	char *text;
	char *out;

	for (size_t i = 0; i < arg->n; i++)
		room += 2 * strlen(arg->item[i]) + 3;
	text = out = rcc_mem_alloc(room);
	for (size_t i = 0; i < arg->n; i++) {
		if (arg->item[i][0] == '\0') {
			*out++ = '"';
			*out++ = '"';
		}
		for (const char *c = arg->item[i]; *c != '\0'; c++) {
			if (isspace((unsigned char)*c) ||
			    strchr("\\'\"", *c) != NULL)
				*out++ = '\\';
			*out++ = *c;
		}
		*out++ = '\n';
	}
	*out = '\0';
	*n = (size_t)(out - text);
	return text;
}
