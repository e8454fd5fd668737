/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Killing the processes that write to a file, for example to the output of a
 * program that must end. */
#ifndef RCC_COMMON_HOLDERS_H
#define RCC_COMMON_HOLDERS_H

#include <stddef.h>
#include <sys/types.h>

struct rcc_file_id {
	dev_t device;
	ino_t inode;
};

/* Set *id to the file that a descriptor is open for.  Returns 0, or RCC_ESYS
 * with errno set. */
int rcc_file_id_of(int fd, struct rcc_file_id *id);

/* Kill (SIGKILL) every process that has one of n files open for writing, except
 * this process.  Processes may fork meanwhile, so the search is repeated until
 * it finds none.  The processes of other users cannot be examined. */
void rcc_holders_kill(const struct rcc_file_id *file, size_t n);

#endif
