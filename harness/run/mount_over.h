/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files mounted over others, in a mount namespace of the calling process's own.
 * No other process sees them, and they go when the process ends.
 */
#ifndef RCC_HARNESS_RUN_MOUNT_OVER_H
#define RCC_HARNESS_RUN_MOUNT_OVER_H

#include <stdbool.h>

/* Enter a new mount namespace and mount each file of `from` over that of `to`;
 * both lists end with NULL.  Without the right to do so, a user namespace gives
 * it, in which user and group stay the same.  Only system calls are made; the
 * process must not share its memory.  0, or RCC_ESYS with errno set. */
int rcc_mount_over(char *const *from, char *const *to);

/* Whether a process of ours can mount over this file.  A child tries. */
bool rcc_mount_over_is_allowed(const char *file);

#endif
