/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"

/* Wait for the other end to close; take nothing else of our maker's along:
 * its lock, its output. */
static void watch(int fd, volatile pid_t *session)
{
	char byte;

	setsid();
	if (dup2(fd, 0) < 0)
		_exit(0);
	close_range(1, ~0U, 0);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	if (*session > 0)
		kill(-*session, SIGKILL);
	_exit(0);
}

int rcc_guardian_start(struct rcc_guardian *guardian)
{
	int end[2];
	pid_t pid;

	guardian->fd = -1;
	guardian->session = mmap(NULL, sizeof(pid_t), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guardian->session == MAP_FAILED || pipe2(end, O_CLOEXEC) != 0)
		return RCC_ESYS;
	pid = fork();
	if (pid == 0) {
		/* Forked twice: init's child, not ours. */
		close(end[1]);
		if (fork() == 0)
			watch(end[0], guardian->session);
		_exit(0);
	}
	close(end[0]);
	guardian->fd = end[1];
	if (pid < 0)
		return RCC_ESYS;
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

void rcc_guardian_end(struct rcc_guardian *guardian)
{
	if (guardian->fd >= 0)
		close(guardian->fd);
	guardian->fd = -1;
	if (guardian->session != NULL && guardian->session != MAP_FAILED)
		munmap((void *)(uintptr_t)guardian->session, sizeof(pid_t));
	guardian->session = NULL;
}
