/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/watch.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/error.h"

/* Wait for the end of the process that started the watch.  Standard input is a
 * socket, and only that process holds the other end.  rcc_watch_end() sends a
 * byte.  If the process is killed, read(2) returns no byte. */
static void watch(void (*act)(const void *what), const void *what)
{
	char byte;
	ssize_t n;

	do
		n = read(STDIN_FILENO, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n == 0)
		act(what);
	_exit(0);
}

int rcc_watch_start(void (*act)(const void *what), const void *what)
{
	int end[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
		return RCC_ESYS;
	pid = fork();
	if (pid == 0) {
		/* Keep only the socket open, so that the watch holds no lock of
		 * this process, and no pipe to which it writes.  Fork twice, so
		 * that the watch's parent is init. */
		setsid();
		if (dup2(end[0], STDIN_FILENO) == STDIN_FILENO &&
		    syscall(SYS_close_range, 1, ~0U, 0) == 0 && fork() == 0)
			watch(act, what);
		_exit(0);
	}
	close(end[0]);
	if (pid < 0) {
		close(end[1]);
		return RCC_ESYS;
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return end[1];
}

void rcc_watch_end(int watch)
{
	const char byte = 0;

	if (watch < 0)
		return;
	while (send(watch, &byte, 1, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
	close(watch);
}
