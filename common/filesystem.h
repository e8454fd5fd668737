/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tell network file systems from local ones.  SQLite's write-ahead mode shares
 * memory between processes and relies on locks.  On a network file system
 * neither works, and a database may be damaged.
 */
#ifndef RCC_COMMON_FILESYSTEM_H
#define RCC_COMMON_FILESYSTEM_H

#include <stdbool.h>
#include <sys/statfs.h>
#include <sys/types.h>

/* A function that does what statfs(2) does.  Tests replace it. */
typedef int rcc_statfs(const char *path, struct statfs *st);

/* Return the name of the network file system that holds `path`, or NULL if the
 * file system is local.  If `path` does not exist, the function examines its
 * folder.  Also returns NULL if the file system cannot be examined. */
const char *rcc_filesystem_network(const char *path, rcc_statfs *examine);

/* Return whether the FUSE file system with this device number is a local one.
 * `mounts` is the text of /proc/self/mountinfo. */
bool rcc_filesystem_is_local_fuse(const char *mounts, dev_t device);

#endif
