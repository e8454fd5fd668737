/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/shell_words.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

/* Copy quoted text up to the closing quote.  Returns the text after the closing
 * quote, or NULL if the closing quote is missing. */
static const char *copy_quoted(const char *text, char quote, char **to)
{
	while (*text != quote) {
		if (*text == '\0')
			return NULL;
		if (quote == '"' && *text == '\\' &&
		    (text[1] == '"' || text[1] == '\\'))
			text++;
		*(*to)++ = *text++;
	}
	return text + 1;
}

/* Copy the word that begins at `text`.  Returns the text after the word.
 * Returns NULL if a quote is not closed or if the text ends with a
 * backslash. */
static const char *copy_word(const char *text, char *to)
{
	while (text != NULL && *text != '\0' &&
	       strchr(" \t\n", *text) == NULL) {
		if (*text == '\'' || *text == '"') {
			const char quote = *text;

			text = copy_quoted(text + 1, quote, &to);
			continue;
		}
		if (*text == '\\' && *++text == '\0')
			text = NULL;
		else
			*to++ = *text++;
	}
	*to = '\0';
	return text;
}

int rcc_shell_split(const char *text, struct rcc_strvec *words)
{
	char *word = rcc_mem_alloc(strlen(text) + 1);

	text += strspn(text, " \t\n");
	while (text != NULL && *text != '\0') {
		text = copy_word(text, word);
		if (text != NULL) {
			rcc_strvec_push(words, word);
			text += strspn(text, " \t\n");
		}
	}
	free(word);
	return text != NULL ? 0 : RCC_EFORMAT;
}

char *rcc_shell_quote(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._+-=:@%,";
	char *out;
	char *to;

	if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
		return rcc_mem_strdup(word);
	/* The longest case: every ' becomes '\''. */
	out = rcc_mem_alloc(strlen(word) * 4 + 3);
	to = out;
	*to++ = '\'';
	for (const char *at = word; *at != '\0'; at++) {
		if (*at == '\'')
			to = stpcpy(to, "'\\'");
		*to++ = *at;
	}
	*to++ = '\'';
	*to = '\0';
	return out;
}
