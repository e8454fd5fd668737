/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steal time: the time for which a virtual machine's CPUs were ready to run but
 * its host ran something else, such as another guest. */
#ifndef RCC_HARNESS_RUN_STEAL_H
#define RCC_HARNESS_RUN_STEAL_H

/* The kernel's counts since the machine was started, of all CPUs together, in
 * ticks; NaN if unknown. */
struct rcc_steal {
	double all; /* all time, idle time included */
	double stolen;
};

/* Read the counts now.  `root` is prepended to /proc/stat; it is "" except in
 * tests. */
struct rcc_steal rcc_steal_now(const char *root);

/* Return the share of the time of all CPUs, idle time included, that was stolen
 * since `then`; NaN if it is unknown, if no tick has passed, or if the counts
 * have fallen. */
double rcc_steal_since(const struct rcc_steal *then, const char *root);

#endif
