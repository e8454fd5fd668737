/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/cc/clang_linker.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/response_file.h"

/* Return the path behind the option, or NULL if the word is another option. */
static const char *value_of(const char *word, const char *option)
{
	const size_t n = strlen(option);

	return strncmp(word, option, n) == 0 ? word + n : NULL;
}

/* Return the path by which the words name the linker; NULL if they do not.
 * --ld-path wins over -fuse-ld, and the last of equal options counts.  clang
 * searches for names without a slash itself, and finds randld. */
static const char *path_in(const struct rcc_strvec *words)
{
	const char *use = NULL;
	const char *path = NULL;

	for (size_t i = 0; i < words->n; i++) {
		const char *value = value_of(words->item[i], "-fuse-ld=");

		if (value != NULL)
			use = value;
		value = value_of(words->item[i], "--ld-path=");
		if (value != NULL)
			path = value;
	}
	if (path != NULL)
		return strchr(path, '/') != NULL ? path : NULL;
	return use != NULL && use[0] == '/' ? use : NULL;
}

/* Return the path of randld under the name of a linker; caller frees. */
static char *randld_path(void)
{
	return rcc_mem_printf("%s/../libexec/randcc/ld", rcc_file_self_dir());
}

static bool is_randld(const char *path)
{
	char *name = randld_path();
	char *ours = realpath(name, NULL);
	char *theirs = realpath(path, NULL);
	const bool result =
		ours != NULL && theirs != NULL && strcmp(ours, theirs) == 0;

	free(name);
	free(ours);
	free(theirs);
	return result;
}

void rcc_clang_linker_replace(char *const *words, struct rcc_strvec *command)
{
	struct rcc_strvec expanded = {0};
	const char *path;

	rcc_response_expand(&expanded, words);
	path = path_in(&expanded);
	if (path != NULL && !is_randld(path)) {
		char *name = randld_path();

		setenv("RANDCC_LD", path, 0);
		/* clang would warn about an unused option when it does not
		 * link. */
		rcc_strvec_push(command, "--start-no-unused-arguments");
		rcc_strvec_pushf(command, "--ld-path=%s", name);
		rcc_strvec_push(command, "--end-no-unused-arguments");
		free(name);
	}
	rcc_strvec_release(&expanded);
}
