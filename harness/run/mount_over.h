/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mount files over other files, in a mount namespace of the calling process.
 * No other process sees the mounts, and they vanish when the process ends.
 */
#ifndef RCC_HARNESS_RUN_MOUNT_OVER_H
#define RCC_HARNESS_RUN_MOUNT_OVER_H

#include <stdbool.h>

/*
 * Enter a new mount namespace and mount each file of `from` over the file of
 * `to` with the same index.  Both lists end with NULL.  If the process has no
 * right to mount, it first enters a user namespace in which its user and group
 * stay the same.
 *
 * The function allocates no memory, so a child may call it between fork(2) and
 * execve(2).  A child of vfork(2) may not, since it shares its parent's memory.
 * Returns 0, or RCC_ESYS with errno set.
 */
int rcc_mount_over(char *const *from, char *const *to);

/* Try in a child process to mount over `file`, and return whether it is
 * allowed. */
bool rcc_mount_over_is_allowed(const char *file);

#endif
