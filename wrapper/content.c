/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/content.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

static void id_of(const struct rcc_file_map *map, char *id)
{
	XXH128_hash_t sum = XXH3_128bits(map->data, map->n);

	snprintf(id, RCC_CONTENT_ID_LEN + 1, "%016llx%016llx",
		 (unsigned long long)sum.high64,
		 (unsigned long long)sum.low64);
}

int rcc_content_id(const char *path, char *id)
{
	struct rcc_file_map map;

	if (rcc_file_map(path, &map) != 0)
		return RCC_ESYS;
	id_of(&map, id);
	rcc_file_unmap(&map);
	return 0;
}

char *rcc_content_path(const char *dir, const char *id)
{
	return rcc_mem_printf("%s/store/%s", dir, id);
}

int rcc_content_add(const char *dir, const char *path, char *id)
{
	struct rcc_file_map map;
	char *store = NULL;
	char *to = NULL;
	int err = RCC_ESYS;

	if (rcc_file_map(path, &map) != 0)
		return RCC_ESYS;
	id_of(&map, id);
	to = rcc_content_path(dir, id);
	if (access(to, F_OK) == 0) {
		err = 0;
	} else {
		store = rcc_mem_printf("%s/store", dir);
		/* Whole or not at all: a reader never sees half a file. */
		if (rcc_file_mkdirs(store) == 0)
			err = rcc_file_replace(to, map.data, map.n, 0444);
	}
	rcc_file_unmap(&map);
	free(store);
	free(to);
	return err;
}
