/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/logged_command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/holders.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/tail.h"
#include "common/watch.h"

/* A command that runs. */
struct running {
	pid_t group; /* its process group */
	struct rcc_file_id log;
};

/* End what is left of a command.  Some commands give their children process
 * groups of their own, as timeout(1) and ninja(1) do; these children still
 * write to the log. */
static void kill_rest(const void *running)
{
	const struct running *r = running;

	kill(-r->group, SIGKILL);
	rcc_holders_kill(&r->log, 1);
}

/* Wait for the end of a command.  Returns its exit status, or RCC_ESYS.  If a
 * signal arrives, the command's process group gets it, and the rest is killed.
 * If this process is killed (kill -9), a watch kills all of the command.  So
 * nothing goes on building in a folder that the next call uses again. */
static int wait_for(const struct running *running)
{
	const int watch = rcc_watch_start(kill_rest, running);
	const int status = rcc_process_wait_group(running->group);

	rcc_watch_end(watch);
	if (rcc_process_interrupted())
		rcc_holders_kill(&running->log, 1);
	return status;
}

/* Run the command.  Returns its exit status, or RCC_ESYS. */
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
	struct running running;
	int status = RCC_ESYS;

	process.out_fd = process.err_fd =
		open(c->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (process.out_fd >= 0 &&
	    rcc_file_id_of(process.out_fd, &running.log) == 0) {
		rcc_process_hold_signals();
		running.group = rcc_process_start(&process);
		if (running.group > 0)
			status = wait_for(&running);
		rcc_process_release_signals();
	}
	if (process.out_fd >= 0)
		close(process.out_fd);
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
