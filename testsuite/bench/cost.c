/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cost [-m] COMMAND...: run a command with its output to standard error, and
 * print
 *
 *	WALL CPU		in seconds; CPU includes all descendants
 *	WALL CPU PEAK		with -m; PEAK in KiB
 *
 * PEAK is the largest total memory of all the command's processes at one time,
 * sampled every 2 ms.  It is the PSS, which counts shared pages once.  time -v
 * gives only the largest resident set of a single process.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Read the number after `key` in a file of /proc. */
static long field(const char *path, const char *key)
{
	char line[256];
	long value = 0;
	FILE *in = fopen(path, "r");

	while (in != NULL && fgets(line, sizeof(line), in) != NULL)
		if (strncmp(line, key, strlen(key)) == 0)
			value = strtol(line + strlen(key), NULL, 10);
	if (in != NULL)
		fclose(in);
	return value;
}

/* Return the sum of the PSS of all processes in the session of `leader`, in
 * KiB. */
static long pss_of_session(pid_t leader)
{
	DIR *proc = opendir("/proc");
	struct dirent *e;
	long sum = 0;

	while (proc != NULL && (e = readdir(proc)) != NULL) {
		char path[300];
		pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);

		if (!isdigit((unsigned char)e->d_name[0]) ||
		    getsid(pid) != leader)
			continue;
		snprintf(path, sizeof(path), "/proc/%s/smaps_rollup",
			 e->d_name);
		sum += field(path, "Pss:");
	}
	if (proc != NULL)
		closedir(proc);
	return sum;
}

int main(int argc, char **argv)
{
	int measures_memory = argc > 1 && strcmp(argv[1], "-m") == 0;
	const struct timespec pause = {.tv_nsec = 2000000};
	double start = seconds();
	struct rusage used;
	long peak = 0;
	int status = 0;
	pid_t pid = fork();

	argv += 1 + measures_memory;
	if (pid == 0) {
		setsid();
		dup2(2, 1);
		execvp(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	while (waitpid(pid, &status, measures_memory ? WNOHANG : 0) == 0) {
		long now = pss_of_session(pid);

		peak = now > peak ? now : peak;
		nanosleep(&pause, NULL);
	}
	getrusage(RUSAGE_CHILDREN, &used);
	printf("%.6f %.6f", seconds() - start,
	       (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) /
			       1e6);
	if (measures_memory)
		printf(" %ld", peak);
	putchar('\n');
	return status != 0;
}
