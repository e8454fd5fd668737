/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mount files over other files, in a mount namespace of the calling process
 * alone.  No other process sees the mounts.  They vanish when the process ends.
 */
#ifndef RCC_HARNESS_RUN_MOUNT_OVER_H
#define RCC_HARNESS_RUN_MOUNT_OVER_H

#include <stdbool.h>

/* Enter a new mount namespace and mount each file of `from` over the
 * corresponding file of `to`.  Both lists end with NULL.  A process without the
 * right to mount first enters a user namespace, in which its user and group
 * stay the same.  This function makes only system calls; the process must not
 * share its memory.  Returns 0, or RCC_ESYS with errno set. */
int rcc_mount_over(char *const *from, char *const *to);

/* Return whether this process may mount over `file`.  A child process tries
 * it. */
bool rcc_mount_over_is_allowed(const char *file);

#endif
