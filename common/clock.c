/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t rcc_clock_now_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

int64_t rcc_clock_unix_ns(void)
{
	return read_ns(CLOCK_REALTIME);
}
