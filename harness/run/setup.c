/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/file.h"
#include "common/mem.h"

static enum rcc_measured run_helper(const struct rcc_setup *s,
				    char *const *argv, const char *stdin_path,
				    bool runs_after_stop, int *status)
{
	struct rcc_exec_result result;
	const struct rcc_exec_request request = {
		.argv = argv,
		.envp = s->environment,
		.stdin_path = stdin_path,
		.directory = s->directory,
		.timeout_ns = s->timeout_ns,
		.output_limit = s->output_limit,
		.is_helper = true,
		.runs_after_stop = runs_after_stop,
	};

	if (s->executor->run(s->executor->self, &request, &result) != 0)
		return RCC_MEASURE_FAILED;
	if (result.ended == RCC_ENDED_ABANDONED)
		return RCC_MEASURE_ABANDONED;
	*status = result.ended == RCC_ENDED_EXITED ? result.exit_status : 128;
	return RCC_MEASURED;
}

static enum rcc_measured run_shell(const struct rcc_setup *s,
				   const char *command, const char *stdin_path,
				   bool runs_after_stop, int *status)
{
	char shell[] = "/bin/sh";
	char flag[] = "-c";
	char *copy = rcc_mem_strdup(command);
	char *argv[] = {shell, flag, copy, NULL};
	const enum rcc_measured got =
		run_helper(s, argv, stdin_path, runs_after_stop, status);

	free(copy);
	return got;
}

enum rcc_measured rcc_setup_shell(const struct rcc_setup *setup,
				  const char *command, const char *stdin_path,
				  int *status)
{
	return run_shell(setup, command, stdin_path, false, status);
}

/* Run a command that must succeed.  Do nothing if `command` is NULL. */
static enum rcc_measured run_command(const struct rcc_setup *s,
				     const char *option, const char *command,
				     bool runs_after_stop,
				     char problem[RCC_SETUP_PROBLEM_MAX])
{
	enum rcc_measured got;
	int status = 0;

	if (command == NULL)
		return RCC_MEASURED;
	got = run_shell(s, command, NULL, runs_after_stop, &status);
	if (got != RCC_MEASURED || status == 0)
		return got;
	snprintf(problem, RCC_SETUP_PROBLEM_MAX,
		 "the %s command \"%.150s\" ended with status %d", option,
		 command, status);
	return RCC_MEASURE_NOT_PREPARED;
}

static enum rcc_measured copy_template(const struct rcc_setup *s,
				       char problem[RCC_SETUP_PROBLEM_MAX])
{
	char cp[] = "/bin/cp";
	char archive[] = "-a";
	char end[] = "--";
	char *from = rcc_mem_printf("%s/.", s->template_dir);
	char *to = rcc_mem_strdup(s->directory);
	char *argv[] = {cp, archive, end, from, to, NULL};
	int status = 0;
	const enum rcc_measured got = run_helper(s, argv, NULL, false, &status);

	free(from);
	free(to);
	if (got != RCC_MEASURED || status == 0)
		return got;
	snprintf(problem, RCC_SETUP_PROBLEM_MAX,
		 "cannot copy \"%.200s\" (--template)", s->template_dir);
	return RCC_MEASURE_NOT_PREPARED;
}

/* Make the runs' directory anew.  Its path is always the same, because the
 * length of the path affects the environment. */
static enum rcc_measured make_directory(const struct rcc_setup *s,
					char problem[RCC_SETUP_PROBLEM_MAX])
{
	if ((rcc_file_remove_tree(s->directory) != 0 && errno != ENOENT) ||
	    mkdir(s->directory, 0777) != 0) {
		snprintf(problem, RCC_SETUP_PROBLEM_MAX,
			 "cannot make \"%.150s\" anew (--fresh-cwd): %s",
			 s->directory, strerror(errno));
		return RCC_MEASURE_NOT_PREPARED;
	}
	return s->template_dir != NULL ? copy_template(s, problem)
				       : RCC_MEASURED;
}

enum rcc_measured rcc_setup_prepare(const struct rcc_setup *setup,
				    char problem[RCC_SETUP_PROBLEM_MAX])
{
	enum rcc_measured got = RCC_MEASURED;

	if (setup->directory != NULL)
		got = make_directory(setup, problem);
	if (got == RCC_MEASURED)
		got = run_command(setup, "--prepare", setup->prepare, false,
				  problem);
	if (got == RCC_MEASURED && setup->cool_down_ns > 0)
		setup->executor->pause(setup->executor->self,
				       setup->cool_down_ns);
	return got;
}

enum rcc_measured rcc_setup_clean_up(const struct rcc_setup *setup,
				     char problem[RCC_SETUP_PROBLEM_MAX])
{
	const enum rcc_measured got =
		run_command(setup, "--cleanup", setup->cleanup, true, problem);

	if (got == RCC_MEASURED && setup->directory != NULL)
		rcc_file_remove_tree(setup->directory);
	return got;
}
