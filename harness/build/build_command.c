/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/build_command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/mem.h"
#include "common/process.h"
#include "common/rank.h"
#include "common/shell_words.h"
#include "harness/build/logged_command.h"

static bool is_kept(const char *pair, const char *const *kept)
{
	static const char prefix[] = "RANDCC_";

	if (strncmp(pair, prefix, strlen(prefix)) != 0)
		return true;
	for (; *kept != NULL; kept++)
		if (strncmp(pair, *kept, strlen(*kept)) == 0 &&
		    pair[strlen(*kept)] == '=')
			return true;
	return false;
}

char *rcc_build_command_with_flags(const char *build, const char *flags)
{
	char *quoted = rcc_shell_quote(flags);
	char *text =
		rcc_mem_printf("export RANDCC_FLAGS=%s; %s", quoted, build);

	free(quoted);
	return text;
}

/* Return a copy of the text without quotation marks and backslashes.  A shell
 * uses these characters for quoting.  Caller frees. */
static char *without_quotes(const char *text)
{
	char *copy = rcc_mem_strdup(text);
	char *to = copy;

	for (; *text != '\0'; text++)
		if (strchr("'\"\\", *text) == NULL)
			*to++ = *text;
	*to = '\0';
	return copy;
}

bool rcc_build_command_names(const char *build, const char *tree)
{
	char *command = without_quotes(build);
	char *path = without_quotes(tree);
	const bool does = strstr(command, path) != NULL;

	free(path);
	free(command);
	return does;
}

void rcc_build_command_environment(const struct rcc_study *study,
				   const char *const *kept,
				   struct rcc_strvec *env)
{
	for (char **pair = environ; *pair != NULL; pair++)
		if (is_kept(*pair, kept))
			rcc_strvec_push(env, *pair);
	if (study->padding_max != NULL)
		rcc_strvec_pushf(env, "RANDCC_PADDING_MAX=%s",
				 study->padding_max);
	if (study->pin != NULL)
		rcc_strvec_pushf(env, "RANDCC_PIN=%s", study->pin);
}

const char *rcc_build_command_factors(const struct rcc_study *study)
{
	for (size_t i = 0; i < study->n_arms; i++) {
		const char *list = study->arm[i].factors;
		unsigned factors = 0;

		if (list != NULL &&
		    rcc_rank_parse_factors(list, &factors, NULL, NULL) == 0 &&
		    (factors & RCC_FACTOR_DATA) != 0)
			return list;
	}
	return NULL;
}

static void set_environment(const struct rcc_build_command *b,
			    const struct rcc_study *study,
			    struct rcc_strvec *env)
{
	/* Keep the variables with which the user chooses the tools.  Also keep
	 * RANDCC_UNSUPPORTED, which says what happens to programs that cannot
	 * be laid out.  A build may link such programs for its own use. */
	static const char *const kept[] = {
		"RANDCC_CC", "RANDCC_CXX",	   "RANDCC_FC",
		"RANDCC_LD", "RANDCC_UNSUPPORTED", "RANDCC_SAVE_TEMPS",
		NULL};
	const char *old = getenv("PATH");
	const char *factors = b->factors != NULL
				      ? b->factors
				      : rcc_build_command_factors(study);
	char *path = rcc_mem_printf("%s:%s", b->bindir,
				    old != NULL ? old : "/usr/bin:/bin");

	rcc_build_command_environment(study, kept, env);
	rcc_process_setenv(env, "PATH", path);
	if (b->record != NULL)
		rcc_process_setenv(env, "RANDCC_RECORD", b->record);
	if (factors != NULL)
		rcc_process_setenv(env, "RANDCC_FACTORS", factors);
	rcc_process_setenv(env, "RANDCC_SEED", b->seed);
	free(path);
}

int rcc_build_command_run(const struct rcc_build_command *command,
			  const struct rcc_study *study)
{
	struct rcc_strvec env = {0};
	struct rcc_logged_command build = {
		.name = "the build",
		.text = command->system->build,
		.directory = command->directory,
		.log = command->log,
	};
	int status;

	set_environment(command, study, &env);
	build.envp = env.item;
	status = rcc_logged_command_run(&build);
	rcc_strvec_release(&env);
	return status;
}
