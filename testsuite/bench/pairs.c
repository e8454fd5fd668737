/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pairs N A B: run the programs A and B N times as a pair.  The two programs of
 * a pair begin together, in random order, and share one CPU.  Prints a line for
 * each pair: the CPU time of A and of B, user and system, in microseconds.
 *
 * This measures as randstudy does in tandem, but shares no code with it.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Use only the first CPU on which this process may run. */
static int pin(void)
{
	cpu_set_t allowed;
	cpu_set_t one;
	int cpu = 0;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		return -1;
	while (!CPU_ISSET(cpu, &allowed))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

/* Start a child that executes the program when it can read a byte from
 * `gate`. */
static pid_t start(char *program, int gate)
{
	char *argv[] = {program, NULL};
	const pid_t pid = fork();
	char byte;

	if (pid != 0)
		return pid;
	if (read(gate, &byte, 1) == 1 &&
	    dup2(open("/dev/null", O_RDWR), 1) == 1)
		execve(program, argv, environ);
	_exit(127);
}

static long long us_of(const struct rusage *usage)
{
	const struct timeval *user = &usage->ru_utime;
	const struct timeval *system = &usage->ru_stime;

	return (long long)(user->tv_sec + system->tv_sec) * 1000000 +
	       user->tv_usec + system->tv_usec;
}

/* Run program[first] and the other program; set us[i] for program[i]. */
static int run_pair(char **program, int first, long long *us)
{
	pid_t pid[2] = {-1, -1};
	int gate[2];
	int n_good = 0;

	if (pipe(gate) != 0)
		return -1;
	for (int k = 0; k < 2; k++)
		pid[first ^ k] = start(program[first ^ k], gate[0]);
	if (write(gate[1], "ab", 2) != 2)
		return -1;
	for (int k = 0; k < 2; k++) {
		struct rusage usage;
		int status = 0;
		const pid_t done = wait4(-1, &status, 0, &usage);

		if (done != pid[0] && done != pid[1])
			return -1;
		us[done == pid[1]] = us_of(&usage);
		n_good += status == 0;
	}
	close(gate[0]);
	close(gate[1]);
	return n_good == 2 ? 0 : -1;
}

int main(int argc, char **argv)
{
	const long n = argc == 4 ? strtol(argv[1], NULL, 10) : 0;

	if (n <= 0 || pin() != 0) {
		fputs("usage: pairs N A B\n", stderr);
		return 2;
	}
	srandom(1);
	for (long i = 0; i < n; i++) {
		long long us[2];

		if (run_pair(argv + 2, (int)(random() >> 8 & 1), us) != 0) {
			fputs("pairs: a program failed\n", stderr);
			return 1;
		}
		printf("%lld %lld\n", us[0], us[1]);
		fflush(stdout);
	}
	return 0;
}
