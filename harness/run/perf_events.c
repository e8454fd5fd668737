/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/perf_events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/diag.h"

/* Open a counter for a process; pid 0 is this process.  The counter starts at
 * execve(2).  Since this process never calls execve(2), a counter for pid 0
 * counts only in the children that inherit it. */
static int open_event(const struct rcc_perf_event *event, pid_t pid)
{
	struct perf_event_attr attr = {
		.type = event->type,
		.size = sizeof(attr),
		.config = event->config,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = !event->has_kernel,
		.exclude_hv = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

int rcc_perf_try(const struct rcc_perf_event *event)
{
	const int fd = open_event(event, 0);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

/* EINVAL too means that the event is missing, because everything else in the
 * request of open_event() is valid. */
bool rcc_perf_is_missing(int error_number)
{
	return error_number == ENOENT || error_number == ENODEV ||
	       error_number == EOPNOTSUPP || error_number == EINVAL;
}

const char *rcc_perf_reason(int error_number)
{
	return rcc_perf_is_missing(error_number) ? "there is no such counter"
						 : strerror(error_number);
}

const char *rcc_perf_remedy(int error_number)
{
	switch (error_number) {
	case EACCES:
	case EPERM:
		return "set sysctl kernel.perf_event_paranoid to 2 or lower, "
		       "or give CAP_PERFMON; in a container, allow it in the "
		       "seccomp filter";
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
	case EINVAL:
		return "this CPU has no such counter, or the virtual machine "
		       "hides it; cachegrind:EVENT and callgrind:EVENT count "
		       "without one";
	case ENOSYS:
		return "this kernel has no perf_event_open(2)";
	default:
		return "see perf_event_open(2)";
	}
}

int rcc_perf_open(struct rcc_perf_counter *counter, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		counter[i].fd = -1;
	for (size_t i = 0; i < n; i++) {
		if (!counter[i].is_granted)
			continue;
		counter[i].fd = open_event(&counter[i].event, pid);
		if (counter[i].fd < 0)
			return RCC_ESYS;
	}
	return 0;
}

void rcc_perf_close(struct rcc_perf_counter *counter, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct rcc_perf_counter *c = &counter[i];
		uint64_t got[3] = {0}; /* value, time enabled, time running */

		c->value = c->share = 0;
		if (c->fd < 0)
			continue;
		if (read(c->fd, got, sizeof(got)) == (ssize_t)sizeof(got) &&
		    got[2] != 0) {
			c->share = (double)got[2] / (double)got[1];
			c->value = (double)got[0] / c->share;
		}
		close(c->fd);
		c->fd = -1;
	}
}
