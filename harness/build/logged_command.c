/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/logged_command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/tail.h"
#include "common/watch.h"

static void kill_group(const void *leader)
{
	kill(-*(const pid_t *)leader, SIGKILL);
}

/* Run the command.  Returns its exit status, or RCC_ESYS.
 *
 * The shell and its commands have a process group of their own.  A signal that
 * is sent to this process alone ends all of them, and if this process is killed
 * (kill -9), a watch kills them.  So nothing goes on building in a folder that
 * the next call uses again. */
static int run_shell(const struct rcc_logged_command *c)
{
	char shell[] = "/bin/sh";
	char flag[] = "-c";
	char *text = rcc_mem_strdup(c->text);
	char *argv[] = {shell, flag, text, NULL};
	struct rcc_process process = {.argv = argv,
				      .envp = c->envp,
				      .directory = c->directory,
				      .no_input = true,
				      .own_group = true};
	int status = RCC_ESYS;
	pid_t pid;
	int watch;

	process.out_fd = process.err_fd =
		open(c->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (process.out_fd >= 0) {
		rcc_process_hold_signals();
		pid = rcc_process_start(&process);
		if (pid > 0) {
			watch = rcc_watch_start(kill_group, &pid);
			status = rcc_process_wait_group(pid);
			rcc_watch_end(watch);
		}
		rcc_process_release_signals();
		close(process.out_fd);
	}
	free(text);
	return status;
}

int rcc_logged_command_run(const struct rcc_logged_command *command)
{
	const int status = run_shell(command);

	if (status < 0) {
		rcc_error_errno("cannot run %s in \"%s\"", command->name,
				command->directory);
		return RCC_EXIT_USAGE;
	}
	if (status != 0) {
		rcc_error("%s \"%s\" failed with status %d; its output is in "
			  "\"%s\"",
			  command->name, command->text, status, command->log);
		rcc_tail_print(command->log);
		return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}
