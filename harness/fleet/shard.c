/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/shard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/fleet/manifest.h"
#include "harness/store/machines.h"
#include "harness/store/stages.h"
#include "harness/store/store.h"
#include "harness/store/store_json.h"

void rcc_shard_release(struct rcc_shard *shard)
{
	free(shard->pack);
	free(shard->name);
	free(shard->lost);
	*shard = (struct rcc_shard){0};
}

char *rcc_shard_path(const char *folder, unsigned machine)
{
	return rcc_mem_printf("%s/machine-%06u.db", folder, machine);
}

/* ---- Reading ------------------------------------------------------------ */

/* Set n_runs and is_complete of *shard.  Returns 0 or a negative enum
 * rcc_error. */
static int read_progress(struct rcc_store *store, struct rcc_shard *shard)
{
	struct rcc_run_record *run = NULL;
	struct rcc_stages stages = {0};
	struct rcc_study study;
	char *text = NULL;
	char *problem = NULL;
	json_t *design;
	size_t n = 0;
	int result = rcc_store_get(store, "design", &text);

	design = text != NULL ? json_loads(text, 0, NULL) : NULL;
	free(text);
	if (result == 0)
		result = rcc_store_runs(store, &run, &n);
	free(run);
	if (result != 0 || rcc_study_parse(design, &study, &problem) != 0) {
		free(problem);
		json_decref(design);
		return result != 0 ? result : RCC_EFORMAT;
	}
	result = rcc_stages_load(store, &study, &stages);
	shard->n_runs = (int64_t)n;
	shard->is_complete = n >= rcc_stages_n_runs(&stages) &&
			     rcc_stages_are_settled(&stages, &study);
	rcc_stages_release(&stages);
	rcc_study_release(&study);
	json_decref(design);
	return result;
}

int rcc_shard_read(const char *path, struct rcc_shard *shard)
{
	struct rcc_store *store = NULL;
	char *is_open = NULL;
	int result = rcc_store_open(path, RCC_STORE_READ, &store);

	*shard = (struct rcc_shard){0};
	if (result == 0)
		result = rcc_store_get(store, RCC_SHARD_PACK_KEY, &shard->pack);
	if (result == 0)
		result = rcc_store_get(store, RCC_SHARD_NAME_KEY, &shard->name);
	if (result == 0)
		result = rcc_store_get(store, RCC_SHARD_OPEN_KEY, &is_open);
	if (result == 0)
		result = rcc_store_get(store, RCC_SHARD_LOST_KEY, &shard->lost);
	if (result == 0)
		result = read_progress(store, shard);
	if (result != 0)
		rcc_error("cannot read \"%s\": %s", path,
			  rcc_store_error(store));
	shard->is_open = is_open != NULL && strcmp(is_open, "yes") == 0;
	free(is_open);
	rcc_store_close(store);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

int rcc_shard_check_pack(const struct rcc_shard *shard, const char *path,
			 const char *digest)
{
	if (shard->pack != NULL && strcmp(shard->pack, digest) == 0)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" was made from another pack", path);
	rcc_hint("collect the shards of each pack in a folder of its own");
	return RCC_EXIT_USAGE;
}

static int read_runs(const char *path, struct rcc_run_record **run, size_t *n)
{
	struct rcc_store *store = NULL;
	int result = rcc_store_open(path, RCC_STORE_READ, &store);

	if (result == 0)
		result = rcc_store_runs(store, run, n);
	rcc_store_close(store);
	return result;
}

bool rcc_shard_has_runs_of(const char *path, const char *other)
{
	struct rcc_run_record *mine = NULL;
	struct rcc_run_record *theirs = NULL;
	size_t n_mine = 0;
	size_t n_theirs = 0;
	bool has_runs = read_runs(path, &mine, &n_mine) == 0 &&
			read_runs(other, &theirs, &n_theirs) == 0 &&
			n_mine >= n_theirs;

	for (size_t i = 0; i < n_theirs && has_runs; i++)
		has_runs = mine[i].order == theirs[i].order &&
			   mine[i].start_ns == theirs[i].start_ns;
	free(mine);
	free(theirs);
	return has_runs;
}

int rcc_shard_set(const char *path, const char *key, const char *value)
{
	struct rcc_store *store = NULL;
	int result = rcc_store_open(path, RCC_STORE_WRITE, &store);

	if (result == 0)
		result = rcc_store_set(store, key, value);
	if (result != 0)
		rcc_error("cannot write \"%s\": %s", path,
			  rcc_store_error(store));
	rcc_store_close(store);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

/* ---- Copying ------------------------------------------------------------ */

int rcc_shard_make_durable(const char *path, int flags)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | flags);
	int result;

	if (fd < 0)
		return RCC_ESYS;
	result = fsync(fd);
	close(fd);
	return result == 0 ? 0 : RCC_ESYS;
}

int rcc_shard_copy(const char *from, const char *to)
{
	char host[64] = "";
	char *folder = rcc_mem_strndup(to, (size_t)(rcc_file_base(to) - to));
	char *temporary;
	int status = RCC_EXIT_OK;

	/* Workers on several machines may write at the same time.  The host's
	 * name and the process id make the names of their files differ. */
	gethostname(host, sizeof(host) - 1);
	temporary = rcc_mem_printf("%s.tmp-%s-%ld", to, host, (long)getpid());
	if (rcc_file_copy(from, temporary, 0666) != 0 ||
	    rcc_shard_make_durable(temporary, 0) != 0 ||
	    rename(temporary, to) != 0 ||
	    rcc_shard_make_durable(folder[0] != '\0' ? folder : ".",
				   O_DIRECTORY) != 0) {
		rcc_error_errno("cannot copy \"%s\" to \"%s\"", from, to);
		rcc_file_remove_quietly(temporary);
		status = RCC_EXIT_FAILED;
	}
	free(temporary);
	free(folder);
	return status;
}

int rcc_shard_bring(const char *from, const char *to)
{
	char *plain = rcc_mem_printf("%s.plain", from);
	struct rcc_store *store = NULL;
	int result = rcc_store_open(from, RCC_STORE_READ, &store);
	int status = RCC_EXIT_FAILED;

	rcc_file_remove_quietly(plain);
	if (result == 0)
		result = rcc_store_copy(store, plain);
	if (result != 0)
		rcc_error("cannot copy \"%s\": %s", from,
			  rcc_store_error(store));
	rcc_store_close(store);
	if (result == 0)
		status = rcc_shard_copy(plain, to);
	rcc_file_remove_quietly(plain);
	free(plain);
	return status;
}

/* ---- Making ------------------------------------------------------------- */

static int fill(struct rcc_store *store, const json_t *manifest,
		const json_t *design, const char *pack, const char *name)
{
	int result = rcc_manifest_fill_store(manifest, design, store);

	if (result == 0)
		result = rcc_store_set(store, RCC_SHARD_PACK_KEY, pack);
	return result == 0 ? rcc_store_set(store, RCC_SHARD_NAME_KEY, name)
			   : result;
}

int rcc_shard_create(const char *path, const json_t *manifest,
		     const char *files, const char *pack, const char *name,
		     unsigned machine, unsigned n_machines)
{
	char *temporary = rcc_mem_printf("%s.new", path);
	json_t *design = rcc_manifest_design(manifest, files);
	struct rcc_store *store = NULL;
	int result;

	json_object_set_new(design, "machine", json_integer(machine));
	if (n_machines != 0)
		json_object_set_new(design, "machines",
				    json_integer(n_machines));
	rcc_file_remove_quietly(temporary);
	result = rcc_store_open(temporary, RCC_STORE_CREATE, &store);
	if (result == 0)
		result = fill(store, manifest, design, pack, name);
	if (result != 0)
		rcc_error("cannot make \"%s\": %s", temporary,
			  rcc_store_error(store));
	rcc_store_close(store);
	if (result == 0 && rename(temporary, path) != 0) {
		rcc_error_errno("cannot make \"%s\"", path);
		result = RCC_ESYS;
	}
	json_decref(design);
	free(temporary);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

/* Replace the folder `old` by `files` in a path, if the path is in that folder. */
static char *move_path(const char *path, const char *old, const char *files)
{
	const size_t n = strlen(old);

	return strncmp(path, old, n) == 0 && path[n] == '/'
		       ? rcc_mem_printf("%s%s", files, path + n)
		       : rcc_mem_strdup(path);
}

/* Move the paths in the checksums of the inputs (run/inputs.h). */
static int move_inputs(struct rcc_store *store, const char *old,
		       const char *files)
{
	json_t *moved = json_object();
	json_t *inputs = NULL;
	const char *path;
	json_t *checksum;
	int result = rcc_store_get_json(store, "inputs", &inputs);

	json_object_foreach(inputs, path, checksum)
	{
		char *to = move_path(path, old, files);

		json_object_set(moved, to, checksum);
		free(to);
	}
	if (result == 0 && inputs != NULL)
		result = rcc_store_set_json(store, "inputs", moved);
	json_decref(inputs);
	json_decref(moved);
	return result;
}

/* Move the paths in the settings, if they name another folder than `files`. */
static int place(struct rcc_store *store, const json_t *manifest,
		 const char *files)
{
	json_t *placed = rcc_manifest_design(manifest, files);
	json_t *design = NULL;
	const char *old;
	int result = rcc_store_get_json(store, "design", &design);

	old = json_string_value(json_object_get(design, "directory"));
	if (old != NULL && strcmp(old, files) != 0) {
		result = move_inputs(store, old, files);
		for (size_t i = 0; i < rcc_manifest_n_placed; i++) {
			const char *key = rcc_manifest_placed[i];
			json_t *value = json_object_get(placed, key);

			if (value != NULL)
				json_object_set(design, key, value);
		}
		if (result == 0)
			result = rcc_store_set_json(store, "design", design);
	}
	json_decref(design);
	json_decref(placed);
	return result;
}

int rcc_shard_place(const char *path, const json_t *manifest, const char *files)
{
	struct rcc_store *store = NULL;
	int result = rcc_store_open(path, RCC_STORE_WRITE, &store);

	if (result == 0)
		result = place(store, manifest, files);
	if (result != 0)
		rcc_error("cannot write \"%s\": %s", path,
			  rcc_store_error(store));
	rcc_store_close(store);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}
