/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"

static void add_word(struct rcc_strbuf *out, const char *word,
		     const char *program)
{
	static const char placeholder[] = "{binary}";
	const char *at;

	while ((at = strstr(word, placeholder)) != NULL) {
		rcc_strbuf_add_bytes(out, word, (size_t)(at - word));
		rcc_strbuf_add(out, program);
		word = at + sizeof(placeholder) - 1;
	}
	rcc_strbuf_add(out, word);
}

/* Return the arguments that make /bin/sh run the command.  The words are joined
 * by blanks.  Only the program's path is quoted, so that the shell interprets
 * all other words. */
static char **shell_argv(const struct rcc_command_line *command,
			 const char *program)
{
	char **argv = rcc_mem_calloc(4, sizeof(*argv));
	char *quoted = rcc_shell_quote(program);
	struct rcc_strbuf line = {0};

	for (size_t i = 0; i < command->n; i++) {
		if (i != 0)
			rcc_strbuf_add_char(&line, ' ');
		add_word(&line, command->word[i], quoted);
	}
	free(quoted);
	argv[0] = rcc_mem_strdup("/bin/sh");
	argv[1] = rcc_mem_strdup("-c");
	argv[2] = rcc_strbuf_take(&line);
	return argv;
}

char **rcc_command_line_argv(const struct rcc_command_line *command,
			     const char *program)
{
	char **argv;

	if (command->has_shell)
		return shell_argv(command, program);
	argv = rcc_mem_calloc(command->n + 1, sizeof(*argv));
	for (size_t i = 0; i < command->n; i++) {
		struct rcc_strbuf word = {0};

		add_word(&word, command->word[i], program);
		argv[i] = rcc_strbuf_take(&word);
	}
	return argv;
}

void rcc_command_line_free(char **argv)
{
	for (size_t i = 0; argv != NULL && argv[i] != NULL; i++)
		free(argv[i]);
	free(argv);
}
