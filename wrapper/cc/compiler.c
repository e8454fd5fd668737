/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/cc/compiler.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "wrapper/config/tool_versions.h"

/* The languages.  The end of the name that randcc was called by selects one:
 * randc++, randcc-gfortran, ...  A version may follow, as in randcc-g++-13.
 * `variable` is the environment variable that names another compiler for the
 * language; there is none for clang.  The last row matches every name. */
static const struct {
	const char *suffix;
	const char *variable;
	const char *compiler;
} language_table[] = {
	{"clang++", NULL, "clang++"},
	{"clang", NULL, "clang"},
	{"g++", "RANDCC_CXX", "g++"},
	{"c++", "RANDCC_CXX", "g++"},
	{"gfortran", "RANDCC_FC", "gfortran"},
	{"fc", "RANDCC_FC", "gfortran"},
	{"", "RANDCC_CC", "gcc"},
};

/* Return the version at the end of a name ("-13" in "randcc-g++-13"), or "" if
 * there is none. */
static const char *version_of(const char *name)
{
	const char *dash = strrchr(name, '-');

	if (dash == NULL || dash[1] == '\0' ||
	    dash[1 + strspn(dash + 1, "0123456789.")] != '\0')
		return "";
	return dash;
}

static int has_suffix(const char *s, size_t n, const char *suffix)
{
	size_t m = strlen(suffix);

	return n >= m && strncmp(s + n - m, suffix, m) == 0;
}

static void split_words(const char *text, struct rcc_strvec *out)
{
	while (*text != '\0') {
		size_t len = strcspn(text, " \t");

		if (len != 0)
			rcc_strvec_take(out, rcc_mem_strndup(text, len));
		text += len + strspn(text + len, " \t");
	}
}

int rcc_compiler_find(const char *called_as, struct rcc_strvec *command,
		      struct rcc_refusal *refusal)
{
	const char *base = rcc_file_base(called_as);
	const char *version = version_of(base);
	const char *path = getenv("PATH");
	const char *asked;
	char *named;
	char *found;
	size_t i = 0;

	while (!has_suffix(base, strlen(base) - strlen(version),
			   language_table[i].suffix))
		i++;
	named = rcc_mem_printf("%s%s", language_table[i].compiler, version);
	asked = language_table[i].variable != NULL
			? getenv(language_table[i].variable)
			: NULL;
	if (asked == NULL || asked[strspn(asked, " \t")] == '\0')
		asked = named;
	/* If the whole value of the variable is the path of a program, it is
	 * one word, even if it contains blanks. */
	if (strchr(asked, '/') != NULL && access(asked, X_OK) == 0)
		rcc_strvec_push(command, asked);
	else
		split_words(asked, command);
	free(named);
	found = rcc_file_find_program(command->item[0],
				      path != NULL ? path : "/usr/bin:/bin",
				      rcc_file_self());
	if (found == NULL) {
		rcc_refuse(refusal, RCC_EUNSUP, NULL,
			   "cannot find the compiler \"%s\"", command->item[0]);
		if (language_table[i].variable != NULL)
			rcc_refusal_remedy(
				refusal,
				"install it, or name another in %s (not "
				"randcc itself)",
				language_table[i].variable);
		else
			rcc_refusal_remedy(
				refusal, "install it, or name another clang in "
					 "RANDCC_CC and run randcc");
		return RCC_EUNSUP;
	}
	rcc_strvec_replace(command, 0, found);
	free(found);
	return 0;
}

/* Run the compiler with one more argument.  Returns its standard output (caller
 * frees), or NULL if it fails. */
static char *ask(const struct rcc_strvec *command, const char *argument)
{
	struct rcc_strvec question = {0};
	char *text = NULL;
	int status;

	rcc_strvec_push_all(&question, command->item);
	rcc_strvec_push(&question, argument);
	status = rcc_process_ask(question.item, &text);
	rcc_strvec_release(&question);
	if (status == 0)
		return text;
	free(text);
	return NULL;
}

/* Return the first line of what the compiler prints (caller frees), or NULL. */
static char *ask_line(const struct rcc_strvec *command, const char *argument)
{
	char *text = ask(command, argument);

	if (text != NULL)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Ask the compiler for its version.  Returns "<version>-<machine>" for gcc, and
 * the first line of --version for clang (caller frees).  Returns NULL for any
 * other compiler. */
static char *ask_version(const struct rcc_strvec *command)
{
	char *text = ask_line(command, "-dumpfullversion");

	if (text != NULL && isdigit((unsigned char)text[0])) {
		char *machine = ask_line(command, "-dumpmachine");
		char *key = rcc_mem_printf("%s-%s", text,
					   machine != NULL ? machine : "");

		free(machine);
		free(text);
		return key;
	}
	free(text);
	text = ask_line(command, "--version");
	if (text != NULL && strstr(text, RCC_CLANG_VERSION) != NULL)
		return text;
	free(text);
	return NULL;
}

char *rcc_compiler_plugin(const struct rcc_strvec *command, char **version)
{
	char *plugin;

	*version = rcc_tool_versions_look_up(RCC_COMPILER_VERSIONS,
					     command->item[0]);
	if (*version == NULL)
		*version = ask_version(command);
	if (*version == NULL || strstr(*version, RCC_CLANG_VERSION) != NULL)
		return NULL;
	plugin = rcc_mem_printf("%s/../lib/randcc/%s/layout.so",
				rcc_file_self_dir(), *version);
	if (access(plugin, R_OK) == 0) {
		free(*version);
		*version = NULL;
		return plugin;
	}
	free(plugin);
	return NULL;
}
