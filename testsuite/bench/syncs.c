/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library for LD_PRELOAD.  For each fdatasync(2) of a process, it writes a
 * line to the file $SYNCS: the start (since 1970) and the duration, in
 * nanoseconds.  Programs that the process starts are not measured.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static FILE *out;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("SYNCS");

	unsetenv("LD_PRELOAD");
	if (path != NULL)
		out = fopen(path, "we");
	if (out != NULL)
		setvbuf(out, NULL, _IOFBF, 1 << 20);
}

static long long now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int fdatasync(int fd)
{
	const long long at = now_ns(CLOCK_REALTIME);
	const long long begun = now_ns(CLOCK_MONOTONIC);
	const long result = syscall(SYS_fdatasync, fd);

	/* Keep the lines in memory until the end.  Writing them would disturb
	 * the measurement. */
	if (out != NULL)
		fprintf(out, "%lld %lld\n", at,
			now_ns(CLOCK_MONOTONIC) - begun);
	return (int)result;
}
