/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/left_behind.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* rcc_left_behind_kill() gives up after this number of rounds, if the processes
 * of a program keep forking. */
#define CHASE_ROUNDS 2000

/* Return the id of a child of this process, or 0.  This process is a subreaper,
 * so it is the parent of every process that a program has orphaned. */
static pid_t find_child(void)
{
	char text[32] = "";
	FILE *f = fopen("/proc/thread-self/children", "re");
	long pid = 0;

	if (f != NULL) {
		if (fgets(text, sizeof(text), f) != NULL)
			pid = strtol(text, NULL, 10);
		fclose(f);
	}
	return (pid_t)pid;
}

/* Reap a child that has ended.  Count it for the program in whose session it
 * was.  If it was in no program's session, count it for every program.  Returns
 * 1 if a child was reaped, 0 if no child has ended, -1 if there are no
 * children. */
static int reap_left_behind(const pid_t *session, int *n_killed, size_t n)
{
	siginfo_t info = {0};
	bool is_known = false;
	pid_t its_session;

	if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
		return -1; /* no child is left, which is the usual case */
	if (info.si_pid == 0)
		return 0;
	its_session = getsid(info.si_pid);
	for (size_t i = 0; i < n; i++)
		is_known |= session[i] == its_session;
	for (size_t i = 0; i < n; i++)
		n_killed[i] += !is_known || session[i] == its_session;
	waitpid(info.si_pid, NULL, 0);
	return 1;
}

/* Kill the sessions.  Then kill the processes that left their session, one in
 * each round, since the death of one may orphan others. */
void rcc_left_behind_kill(const pid_t *session, int *n_killed, size_t n)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	for (int round = 0; round < CHASE_ROUNDS; round++) {
		pid_t pid;
		int reaped;

		for (size_t i = 0; i < n; i++)
			kill(-session[i], SIGKILL);
		reaped = reap_left_behind(session, n_killed, n);
		if (reaped < 0)
			break;
		if (reaped > 0)
			continue;
		pid = find_child();
		if (pid > 0)
			kill(pid, SIGKILL);
		nanosleep(&pause, NULL);
	}
}
