/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, in integer nanoseconds. */
#ifndef RCC_COMMON_CLOCK_H
#define RCC_COMMON_CLOCK_H

#include <stdint.h>

/* Read CLOCK_MONOTONIC, for durations and deadlines. */
int64_t rcc_clock_now_ns(void);
/* Read CLOCK_REALTIME, the time since 1970, for the times that a study
 * stores. */
int64_t rcc_clock_unix_ns(void);

#endif
