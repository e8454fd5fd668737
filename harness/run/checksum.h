/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums of a file, and of a folder with everything in it. */
#ifndef RCC_HARNESS_RUN_CHECKSUM_H
#define RCC_HARNESS_RUN_CHECKSUM_H

#include <stdint.h>

/* Compute the checksum of the contents of a file.  Another process may change the
 * file meanwhile.  Returns 0, or -1 with errno set. */
int rcc_checksum_file(const char *path, uint64_t *checksum);

/* Compute the checksum of the folder `path`: of its files' names, permissions
 * and contents, and of the targets of symbolic links.  Folders that hold a study
 * are left out, since each run changes them.  Returns 0, or -1 with errno set
 * if something cannot be read. */
int rcc_checksum_folder(const char *path, uint64_t *checksum);

#endif
