/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/steal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"

/* The first line of /proc/stat is "cpu user nice system idle iowait irq softirq
 * steal ..." (proc_stat(5)). */
#define N_TICKS 8
#define STEAL 7

struct rcc_steal rcc_steal_now(const char *root)
{
	struct rcc_steal now = {0};
	char *path = rcc_mem_printf("%s/proc/stat", root);
	char *text = rcc_file_read(path, NULL);
	char *at = text;
	int n = 0;

	if (text != NULL && strncmp(text, "cpu ", 4) == 0)
		for (at += 4; n < N_TICKS; n++) {
			char *end;
			const double ticks = (double)strtoull(at, &end, 10);

			if (end == at)
				break;
			at = end;
			now.all += ticks;
			if (n == STEAL)
				now.stolen = ticks;
		}
	if (n != N_TICKS)
		now = (struct rcc_steal){NAN, NAN};
	free(text);
	free(path);
	return now;
}

double rcc_steal_since(const struct rcc_steal *then, const char *root)
{
	const struct rcc_steal now = rcc_steal_now(root);

	/* A comparison with NaN is false.  The counts may fall if the machine
	 * moves to another host. */
	if (!(now.all > then->all) || now.stolen < then->stolen)
		return NAN;
	return (now.stolen - then->stolen) / (now.all - then->all);
}
