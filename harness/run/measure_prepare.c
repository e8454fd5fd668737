/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Before and after each run: what is not measured. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/run/measure.h"

int rcc_measure_helper(const struct rcc_measure *m, char *const *argv,
		       const char *stdin_path, int *status)
{
	struct rcc_exec_result result;
	const struct rcc_exec_request request = {
		.argv = argv,
		.envp = m->environment,
		.stdin_path = stdin_path,
		.directory = m->directory,
		.timeout_ns = m->timeout_ns,
		.output_limit = m->output_limit,
		.is_helper = true,
	};
	const int got = m->executor->run(m->executor->self, &request, &result);

	if (got != 0)
		return got;
	if (result.ended == RCC_ENDED_ABANDONED)
		return RCC_MEASURE_ABANDONED;
	*status = result.ended == RCC_ENDED_EXITED ? result.exit_status : 128;
	return 0;
}

int rcc_measure_shell(const struct rcc_measure *m, const char *command,
		      const char *stdin_path, int *status)
{
	char shell[] = "/bin/sh";
	char flag[] = "-c";
	char *copy = rcc_mem_strdup(command);
	char *argv[] = {shell, flag, copy, NULL};
	const int got = rcc_measure_helper(m, argv, stdin_path, status);

	free(copy);
	return got;
}

/* A shell command of the user's that must succeed. */
static int run_command(const struct rcc_measure *m, const char *option,
		       const char *command, struct rcc_measure_detail *d)
{
	int status = 0;
	int got;

	if (command == NULL)
		return 0;
	got = rcc_measure_shell(m, command, NULL, &status);
	if (got != 0 || status == 0)
		return got;
	snprintf(d->problem, sizeof(d->problem),
		 "the %s command \"%.150s\" ended with status %d", option,
		 command, status);
	return RCC_MEASURE_NOT_PREPARED;
}

static int copy_template(const struct rcc_measure *m,
			 struct rcc_measure_detail *d)
{
	char cp[] = "/bin/cp";
	char archive[] = "-a";
	char end[] = "--";
	char *from = rcc_mem_printf("%s/.", m->template_dir);
	char *to = rcc_mem_strdup(m->directory);
	char *argv[] = {cp, archive, end, from, to, NULL};
	int status = 0;
	int got = rcc_measure_helper(m, argv, NULL, &status);

	free(from);
	free(to);
	if (got != 0 || status == 0)
		return got;
	snprintf(d->problem, sizeof(d->problem),
		 "cannot copy \"%.200s\" (--template)", m->template_dir);
	return RCC_MEASURE_NOT_PREPARED;
}

/* The same path for every run: its length is part of the environment. */
static int make_directory(const struct rcc_measure *m,
			  struct rcc_measure_detail *d)
{
	if ((rcc_file_remove_tree(m->directory) != 0 && errno != ENOENT) ||
	    mkdir(m->directory, 0777) != 0) {
		snprintf(d->problem, sizeof(d->problem),
			 "cannot make \"%.150s\" anew (--fresh-cwd): %s",
			 m->directory, strerror(errno));
		return RCC_MEASURE_NOT_PREPARED;
	}
	return m->template_dir != NULL ? copy_template(m, d) : 0;
}

int rcc_measure_prepare(const struct rcc_measure *m,
			struct rcc_measure_detail *d)
{
	int got = m->directory != NULL ? make_directory(m, d) : 0;

	if (got == 0)
		got = run_command(m, "--prepare", m->prepare, d);
	if (got == 0 && m->cool_down_ns > 0)
		m->executor->pause(m->executor->self, m->cool_down_ns);
	return got;
}

int rcc_measure_clean_up(const struct rcc_measure *m,
			 struct rcc_measure_detail *d)
{
	int got = run_command(m, "--cleanup", m->cleanup, d);

	if (got == 0 && m->directory != NULL)
		rcc_file_remove_tree(m->directory);
	return got;
}

void rcc_measure_set(struct rcc_measure *m, const struct rcc_study *study,
		     const char *directory)
{
	m->stdin_path = study->stdin_path;
	m->verify = study->verify;
	m->exit_status = study->exit_status;
	m->output_limit = study->output_limit;
	m->has_padding = study->has_random_env;
	m->control = &study->control;
	m->prepare = study->prepare;
	m->cleanup = study->cleanup;
	m->template_dir = study->template_dir;
	m->directory = study->has_fresh_cwd ? directory : NULL;
	m->cool_down_ns = (int64_t)(study->cool_down * 1e9);
	m->has_shell = study->has_shell;
	m->has_libraries = study->has_libraries;
}
