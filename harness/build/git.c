/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/git.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/process.h"
#include "common/strvec.h"

/* Set *argv to the words of the command line.  Leave it empty if git is not
 * installed. */
static void collect(struct rcc_strvec *argv, const char *directory,
		    const char *const *word)
{
	const char *dirs = getenv("PATH");
	char *git = rcc_file_find_program(
		"git", dirs != NULL ? dirs : "/usr/bin:/bin", NULL);

	if (git == NULL)
		return;
	rcc_strvec_take(argv, git);
	rcc_strvec_push(argv, "-C");
	rcc_strvec_push(argv, directory);
	for (; *word != NULL; word++)
		rcc_strvec_push(argv, *word);
}

int rcc_git_run(const char *directory, const char *const *word)
{
	struct rcc_strvec argv = {0};
	int status = RCC_EXIT_NOT_FOUND;

	collect(&argv, directory, word);
	if (argv.n != 0)
		status = rcc_process_run(argv.item, STDERR_FILENO, -1);
	rcc_strvec_release(&argv);
	return status;
}

char *rcc_git_ask(const char *directory, const char *const *word)
{
	struct rcc_strvec argv = {0};
	char *out = NULL;

	collect(&argv, directory, word);
	if (argv.n != 0 && rcc_process_ask(argv.item, &out) != 0) {
		free(out);
		out = NULL;
	}
	rcc_strvec_release(&argv);
	if (out != NULL && out[0] != '\0' && out[strlen(out) - 1] == '\n')
		out[strlen(out) - 1] = '\0';
	return out;
}
