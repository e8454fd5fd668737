/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forks N PROGRAM: run PROGRAM N times, using only fork(2), execve(2) and
 * waitpid(2).  Prints how many nanoseconds each run took.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static long long run_ns(char **argv, int null_fd)
{
	const long long start_ns = now_ns();
	const pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		dup2(null_fd, 0);
		dup2(null_fd, 1);
		execve(argv[0], argv, environ);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		return -1;
	return now_ns() - start_ns;
}

int main(int argc, char **argv)
{
	const long n = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	const int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (long i = 0; i < n; i++) {
		const long long ns = run_ns(argv + 2, null_fd);

		if (ns < 0) {
			fprintf(stderr, "forks: \"%s\" failed\n", argv[2]);
			return 1;
		}
		printf("%lld\n", ns);
	}
	return n <= 0;
}
