/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/build_command.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/rank.h"

#define N_LOG_LINES 10

/* Print the end of the build's output, where its error usually is. */
static void show_end(const char *log)
{
	size_t n = 0;
	char *text = rcc_file_read(log, &n);
	char *at;
	int n_lines = 0;

	if (text == NULL || n == 0) {
		free(text);
		return;
	}
	for (at = text + n - 1; at > text; at--)
		if (at[-1] == '\n' && ++n_lines == N_LOG_LINES)
			break;
	while (at != NULL && *at != '\0') {
		char *end = strchrnul(at, '\n');

		fprintf(stderr, "  | %.*s\n", (int)(end - at), at);
		at = *end == '\n' ? end + 1 : NULL;
	}
	free(text);
}

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

/* The factors to compile with, or NULL for the default: randcc gives variables
 * sections of their own only if the factor `data` is named when it compiles. */
static const char *compiled_factors(const struct rcc_study *study)
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
	/* The user chooses the tools.  The user also chooses what happens to
	 * programs that cannot be laid out, because a build may link such
	 * programs for its own use. */
	static const char *const kept[] = {
		"RANDCC_CC", "RANDCC_CXX",	   "RANDCC_FC",
		"RANDCC_LD", "RANDCC_UNSUPPORTED", "RANDCC_SAVE_TEMPS",
		NULL};
	const char *old = getenv("PATH");
	const char *factors =
		b->factors != NULL ? b->factors : compiled_factors(study);
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

/* The build's status, or RCC_ESYS. */
static int run_shell(const struct rcc_build_command *b,
		     const struct rcc_study *study)
{
	char shell[] = "/bin/sh";
	char flag[] = "-c";
	char *command = rcc_mem_strdup(b->system->build);
	char *argv[] = {shell, flag, command, NULL};
	struct rcc_strvec env = {0};
	struct rcc_process process = {
		.argv = argv, .directory = study->directory, .no_input = true};
	int status = RCC_ESYS;
	pid_t pid;

	process.out_fd = process.err_fd =
		open(b->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	set_environment(b, study, &env);
	process.envp = env.item;
	if (process.out_fd >= 0) {
		pid = rcc_process_start(&process);
		if (pid > 0)
			status = rcc_process_wait(pid);
		close(process.out_fd);
	}
	rcc_strvec_release(&env);
	free(command);
	return status;
}

int rcc_build_command_run(const struct rcc_build_command *command,
			  const struct rcc_study *study)
{
	const int status = run_shell(command, study);

	if (status < 0) {
		rcc_error_errno("cannot run the build in \"%s\"",
				study->directory);
		return RCC_EXIT_USAGE;
	}
	if (status != 0) {
		rcc_error("the build \"%s\" failed with status %d; its output "
			  "is in \"%s\"",
			  command->system->build, status, command->log);
		show_end(command->log);
		return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}
