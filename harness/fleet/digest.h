/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 digests, as 64 hexadecimal digits. */
#ifndef RCC_HARNESS_FLEET_DIGEST_H
#define RCC_HARNESS_FLEET_DIGEST_H

#include <stddef.h>

#define RCC_DIGEST_MAX 65 /* with the NUL at the end */

/* Write the digest of n bytes to `out`. */
void rcc_digest_bytes(const void *bytes, size_t n, char out[RCC_DIGEST_MAX]);
/* Write the digest of a file to `out`.  Returns 0, or RCC_ESYS with errno
 * set. */
int rcc_digest_file(const char *path, char out[RCC_DIGEST_MAX]);

#endif
