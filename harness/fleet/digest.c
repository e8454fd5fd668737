/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/digest.h"

#include <stdio.h>
#include <nettle/sha2.h>

#include "common/file.h"

void rcc_digest_bytes(const void *bytes, size_t n, char out[RCC_DIGEST_MAX])
{
	struct sha256_ctx context;
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_init(&context);
	sha256_update(&context, n, bytes);
	sha256_digest(&context, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(out + 2 * i, 3, "%02x", (unsigned)digest[i]);
}

int rcc_digest_file(const char *path, char out[RCC_DIGEST_MAX])
{
	struct rcc_file_map map;
	const int result = rcc_file_map(path, &map);

	if (result != 0)
		return result;
	rcc_digest_bytes(map.data, map.n, out);
	rcc_file_unmap(&map);
	return 0;
}
