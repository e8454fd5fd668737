/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/content_store.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

/* Compute the ID of a mapped file: the hash of its contents, as text. */
static void id_of(const struct rcc_file_map *map, char *id)
{
	XXH128_hash_t sum = XXH3_128bits(map->data, map->n);

	snprintf(id, RCC_CONTENT_ID_LEN + 1, "%016llx%016llx",
		 (unsigned long long)sum.high64, (unsigned long long)sum.low64);
}

int rcc_content_store_id(const char *path, char *id)
{
	struct rcc_file_map map;

	if (rcc_file_map(path, &map) != 0)
		return RCC_ESYS;
	id_of(&map, id);
	rcc_file_unmap(&map);
	return 0;
}

char *rcc_content_store_path(const char *dir, const char *id)
{
	return rcc_mem_printf("%s/store/%s", dir, id);
}

/*
 * Copy a file into the store and set its ID.  The copy is renamed when it is
 * complete, so no reader sees half a file.
 *
 * The copy may share disk blocks with the file (rcc_file_copy()), but it is
 * never a hard link.  A hard link in the store would change when a program
 * overwrites the file in place, as these do: ar, strip and objcopy of binutils
 * 2.40, and cp of coreutils 9.1.  (The assembler and the linker write a new
 * file.)
 */
static int add_copy(const char *dir, const char *path, char *id)
{
	char *store = rcc_mem_printf("%s/store", dir);
	char *tmp = rcc_mem_printf("%s/tmp.XXXXXX", store);
	char *to = NULL;
	int err = RCC_ESYS;

	/* rcc_file_copy() needs a name that does not exist, so copy into a new
	 * temporary folder. */
	if (rcc_file_mkdirs(store) == 0 && mkdtemp(tmp) != NULL) {
		char *copy = rcc_mem_printf("%s/copy", tmp);

		/* Compute the ID from the copy, because the file may be
		 * changing. */
		err = rcc_file_copy(path, copy, 0444);
		if (err == 0)
			err = rcc_content_store_id(copy, id);
		to = rcc_content_store_path(dir, id);
		if (err == 0 && rename(copy, to) != 0)
			err = RCC_ESYS;
		if (err != 0)
			rcc_file_remove_quietly(copy);
		rcc_file_remove_quietly(tmp);
		free(copy);
	}
	free(to);
	free(tmp);
	free(store);
	return err;
}

/* Return whether the store has the file `there` with the size of `path`.  A crash
 * may have cut a stored file off. */
static bool is_there(const char *there, const char *path)
{
	struct stat stored, now;

	return stat(there, &stored) == 0 && stat(path, &now) == 0 &&
	       stored.st_size == now.st_size;
}

int rcc_content_store_add(const char *dir, const char *path, char *id)
{
	char *there;
	int err = rcc_content_store_id(path, id);

	if (err != 0)
		return err;
	there = rcc_content_store_path(dir, id);
	if (!is_there(there, path))
		err = add_copy(dir, path, id);
	free(there);
	return err;
}
