/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Make the files of a packed study (pack.h) on a machine, and check them. */
#ifndef RCC_HARNESS_FLEET_UNPACK_H
#define RCC_HARNESS_FLEET_UNPACK_H

#include <jansson.h>

#include "harness/fleet/digest.h"

struct rcc_archive; /* archive.h */

/* A pack that is open for reading. */
struct rcc_unpack {
	const char *path; /* borrowed */
	struct rcc_archive *archive;
	json_t *manifest;
	char digest[RCC_DIGEST_MAX]; /* identifies the pack */
};

/* Open a pack and read its manifest.  Refuses a pack whose programs are for
 * another architecture (uname -m).  Prints what is wrong and returns an exit
 * code (enum rcc_exit).  The caller closes *pack in any case. */
int rcc_unpack_open(const char *path, struct rcc_unpack *pack);
void rcc_unpack_close(struct rcc_unpack *pack);

/* Make the files of the pack in the folder `dir`.  Files that are there with
 * the right content stay.  After RCC_EXIT_OK, every file has the content whose
 * digest is in the manifest.  Call this once for an open pack. */
int rcc_unpack_files(struct rcc_unpack *pack, const char *dir);

/* Check that the files which the manifest calls "expected" are on this machine,
 * with the content whose digest is in the manifest. */
int rcc_unpack_check_expected(const struct rcc_unpack *pack);

#endif
