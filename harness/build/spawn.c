/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/spawn.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"

pid_t rcc_spawn_start(const struct rcc_spawn *spawn)
{
	posix_spawn_file_actions_t actions;
	pid_t pid = -1;
	int err;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
	if (spawn->out_fd >= 0)
		posix_spawn_file_actions_adddup2(&actions, spawn->out_fd, 1);
	if (spawn->err_fd > 0)
		posix_spawn_file_actions_adddup2(&actions, spawn->err_fd, 2);
	else if (spawn->out_fd >= 0)
		posix_spawn_file_actions_adddup2(&actions, spawn->out_fd, 2);
	if (spawn->directory != NULL)
		posix_spawn_file_actions_addchdir_np(&actions,
						     spawn->directory);
	err = posix_spawn(&pid, spawn->argv[0], &actions, NULL, spawn->argv,
			  spawn->envp != NULL ? spawn->envp : environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err != 0) {
		errno = err;
		return RCC_ESYS;
	}
	return pid;
}

int rcc_spawn_status(int wstatus)
{
	return WIFSIGNALED(wstatus) ? 128 + WTERMSIG(wstatus)
				    : WEXITSTATUS(wstatus);
}

int rcc_spawn_wait(pid_t pid)
{
	int wstatus;

	while (waitpid(pid, &wstatus, 0) < 0)
		if (errno != EINTR)
			return RCC_ESYS;
	return rcc_spawn_status(wstatus);
}

void rcc_spawn_setenv(struct rcc_strvec *env, const char *name,
		      const char *value)
{
	const size_t len = strlen(name);

	for (size_t i = 0; i < env->n; i++) {
		if (strncmp(env->item[i], name, len) == 0 &&
		    env->item[i][len] == '=') {
			char *text = rcc_mem_printf("%s=%s", name, value);

			rcc_strvec_replace(env, i, text);
			free(text);
			return;
		}
	}
	rcc_strvec_pushf(env, "%s=%s", name, value);
}
