/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/pack.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/build/build.h"
#include "harness/build/experiment.h"
#include "harness/build/layout_table.h"
#include "harness/fleet/archive.h"
#include "harness/fleet/digest.h"
#include "harness/fleet/manifest.h"
#include "harness/fleet/travel.h"

/* A study that is being packed. */
struct work {
	struct rcc_experiment x;
	struct rcc_travel travel;
	json_t *files; /* the array "files" of the manifest */
	/* An object: each key is the SHA-256 of a file, and its value the path
	 * of a file with this content. */
	json_t *content;
	json_int_t n_bytes; /* total size of the files in `content` */
};

/* ---- Refusals ---------------------------------------------------------- */

static int refuse(const char *dir, const char *why, const char *remedy)
{
	rcc_error("the study \"%s\" cannot be packed: %s", dir, why);
	rcc_hint("%s", remedy);
	return RCC_EXIT_USAGE;
}

static int check_study(const struct rcc_experiment *x)
{
	char *text = NULL;
	bool is_in_place = x->study.is_in_place;

	if (rcc_store_get(x->store, "in-place", &text) != 0)
		return rcc_experiment_store_failed(x, "read the state");
	is_in_place |= text != NULL;
	free(text);
	if (is_in_place)
		return refuse(x->dir,
			      "its program runs only at its own path, beside "
			      "the files of its build",
			      "build a program that runs from any folder, or "
			      "run the study on each machine by itself");
	if (rcc_study_grows(&x->study))
		return refuse(x->dir,
			      "it adds layouts while it runs, and machines "
			      "cannot link them",
			      "begin a study with --layouts, and without "
			      "--precision, --decide and --budget");
	if (x->study.machine != 0)
		return refuse(x->dir, "it was unpacked from a pack",
			      "copy that pack");
	return RCC_EXIT_OK;
}

/* ---- Files -------------------------------------------------------------- */

static int cannot_read(const char *path)
{
	rcc_error_errno("cannot read \"%s\"", path);
	return RCC_EXIT_USAGE;
}

/* Append an entry to w->files.  The manifest is JSON, so that names must be valid
 * UTF-8; `entry` is NULL if they are not. */
static int add_entry(struct work *w, json_t *entry, const char *from)
{
	if (json_array_append_new(w->files, entry) == 0)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" cannot be packed: its name, or the target of the "
		  "link, is not valid UTF-8",
		  from);
	return RCC_EXIT_USAGE;
}

/* Add a file, a symbolic link or a folder to the pack.  `to` is its path in the
 * folder in which the pack is unpacked. */
static int add(struct work *w, const char *from, const char *to)
{
	char digest[RCC_DIGEST_MAX];
	char target[PATH_MAX];
	struct stat st;
	ssize_t n;

	if (lstat(from, &st) != 0)
		return cannot_read(from);
	if (S_ISDIR(st.st_mode)) {
		return add_entry(w, json_pack("{s:s}", "path", to), from);
	}
	if (S_ISLNK(st.st_mode)) {
		n = readlink(from, target, sizeof(target) - 1);
		if (n < 0)
			return cannot_read(from);
		target[n] = '\0';
		return add_entry(
			w, json_pack("{s:s,s:s}", "path", to, "target", target),
			from);
	}
	if (rcc_digest_file(from, digest) != 0)
		return cannot_read(from);
	if (add_entry(w,
		      json_pack("{s:s,s:s,s:I,s:i}", "path", to, "sha256",
				digest, "size", (json_int_t)st.st_size, "mode",
				(int)(st.st_mode & 0777)),
		      from) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	if (json_object_get(w->content, digest) == NULL) {
		json_object_set_new(w->content, digest, json_string(from));
		w->n_bytes += (json_int_t)st.st_size;
	}
	return RCC_EXIT_OK;
}

/* Add the program or a library of a layout.  Refuse a file that differs from
 * the one that the study linked. */
static int add_linked(struct work *w, int64_t layout, const char *name,
		      uint64_t checksum)
{
	char *folder = rcc_layout_table_folder(&w->x, layout);
	char *from = rcc_file_join(folder, name);
	char *to = rcc_mem_printf("layouts/%06lld/%s", (long long)layout, name);
	struct rcc_file_map map;
	int status = RCC_EXIT_OK;

	if (rcc_file_map(from, &map) != 0) {
		rcc_error_errno("cannot read the program \"%s\"", from);
		rcc_hint("to make it again: randstudy run -o %s --no-runs "
			 "--keep-layouts=all",
			 w->x.dir);
		status = RCC_EXIT_USAGE;
	} else {
		if (rcc_rank_hash(map.data, map.n, 0) != checksum) {
			rcc_error("\"%s\" is not the file that the study made",
				  from);
			rcc_hint("to make it again: randstudy run -o %s "
				 "--no-runs",
				 w->x.dir);
			status = RCC_EXIT_USAGE;
		}
		rcc_file_unmap(&map);
	}
	if (status == RCC_EXIT_OK)
		status = add(w, from, to);
	free(to);
	free(from);
	free(folder);
	return status;
}

static int add_layout(struct work *w, size_t i, json_t *layouts)
{
	const struct rcc_layout_record *layout = &w->x.layout[i];
	int status;

	if (layout->digest == NULL) {
		rcc_error("the study \"%s\" is not laid out", w->x.dir);
		rcc_hint("to do it: randstudy run -o %s --no-runs", w->x.dir);
		return RCC_EXIT_USAGE;
	}
	status = add_linked(w, layout->id, w->x.linked[layout->system].name,
			    layout->checksum);
	for (size_t k = 0; k < layout->n_libraries && status == RCC_EXIT_OK;
	     k++)
		status = add_linked(w, layout->id, layout->library[k].name,
				    layout->library[k].checksum);
	json_array_append_new(layouts, rcc_manifest_layout(layout));
	return status;
}

/* Add the file with the output that each run is expected to print, if there is
 * one. */
static int add_reference(struct work *w)
{
	char *path = rcc_experiment_path(&w->x, "reference");
	const char *from = access(path, F_OK) == 0 ? path : w->x.study.expect;
	const int status =
		from != NULL ? add(w, from, "reference") : RCC_EXIT_OK;

	free(path);
	return status;
}

/* ---- The manifest ------------------------------------------------------- */

static json_t *describe_expected(const struct rcc_travel *travel, int *status)
{
	json_t *list = json_array();
	char digest[RCC_DIGEST_MAX];

	for (size_t i = 0; i < travel->expected.n; i++) {
		const char *path = travel->expected.item[i];

		if (rcc_digest_file(path, digest) != 0)
			*status = cannot_read(path);
		else
			json_array_append_new(
				list, json_pack("{s:s,s:s}", "path", path,
						"sha256", digest));
	}
	return list;
}

static int read_batches(struct rcc_experiment *x, json_t *batches)
{
	struct rcc_batch_record *batch = NULL;
	size_t n = 0;

	if (rcc_store_batches(x->store, &batch, &n) != 0)
		return rcc_experiment_store_failed(x, "read the plan");
	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			batches, json_pack("[i,i]", (int)batch[i].first_layout,
					   (int)batch[i].n_layouts));
	free(batch);
	return RCC_EXIT_OK;
}

/* Return the settings for the pack.  They lack --keep-layouts, because a worker
 * keeps all programs until its study ends. */
static json_t *travelling_design(const struct work *w)
{
	json_t *design = json_deep_copy(w->travel.design);

	json_object_del(design, "keep-layouts");
	return design;
}

static int describe(struct work *w, json_t **manifest)
{
	json_t *layouts = json_array();
	json_t *batches = json_array();
	json_t *texts = json_object();
	struct utsname system;
	int status = read_batches(&w->x, batches);
	json_t *expected = describe_expected(&w->travel, &status);

	uname(&system);
	if (status == RCC_EXIT_OK &&
	    rcc_manifest_get_texts(w->x.store, w->x.study.n_systems, texts) !=
		    0)
		status = rcc_experiment_store_failed(&w->x, "read the build");
	for (size_t i = 0; i < w->x.n_layouts && status == RCC_EXIT_OK; i++)
		status = add_layout(w, i, layouts);
	if (status == RCC_EXIT_OK)
		status = add_reference(w);
	for (size_t i = 0; i < w->travel.from.n && status == RCC_EXIT_OK; i++)
		status = add(w, w->travel.from.item[i], w->travel.to.item[i]);
	*manifest = json_pack("{s:i,s:s,s:s,s:o,s:o,s:o,s:o,s:O,s:o}",
			      "randcc-pack", RCC_MANIFEST_VERSION, "randcc",
			      RCC_VERSION, "architecture", system.machine,
			      "design", travelling_design(w), "texts", texts,
			      "batches", batches, "layouts", layouts, "files",
			      w->files, "expected", expected);
	return status;
}

/* ---- Writing ------------------------------------------------------------ */

static int add_content(struct rcc_archive *archive, const char *digest,
		       const char *path)
{
	char *name = rcc_mem_printf("%s%s", RCC_MANIFEST_CONTENT, digest);
	struct rcc_file_map map;
	int result = rcc_file_map(path, &map);

	if (result == 0) {
		result = rcc_archive_add(archive, name, map.data, map.n);
		rcc_file_unmap(&map);
	}
	free(name);
	return result;
}

static int write_archive(const struct work *w, const char *text,
			 struct rcc_archive *archive)
{
	const char *digest;
	json_t *path;
	int result =
		rcc_archive_add(archive, RCC_MANIFEST_NAME, text, strlen(text));

	json_object_foreach(w->content, digest, path)
	{
		if (result == 0)
			result = add_content(archive, digest,
					     json_string_value(path));
	}
	return result;
}

static int write_pack(const struct work *w, const json_t *manifest,
		      const char *pack)
{
	char *text = json_dumps(manifest, JSON_COMPACT | JSON_SORT_KEYS);
	char *temporary = rcc_mem_printf("%s.tmp-%ld", pack, (long)getpid());
	struct rcc_archive *archive = NULL;
	char digest[RCC_DIGEST_MAX];
	int result = rcc_archive_create(temporary, &archive);

	if (result == 0)
		result = write_archive(w, text, archive);
	if (result == 0)
		result = rcc_archive_finish(archive);
	if (result != 0)
		rcc_error("cannot write \"%s\": %s", temporary,
			  rcc_archive_error(archive));
	rcc_archive_close(archive);
	if (result == 0 && rename(temporary, pack) != 0) {
		rcc_error_errno("cannot write \"%s\"", pack);
		result = RCC_ESYS;
	}
	if (result != 0)
		rcc_file_remove_quietly(temporary);
	rcc_digest_bytes(text, strlen(text), digest);
	if (result == 0)
		printf("pack %s\n%zu files, %zu of them different, %" PRId64
		       " bytes: \"%s\"\n",
		       digest, json_array_size(w->files),
		       json_object_size(w->content), (int64_t)w->n_bytes, pack);
	free(temporary);
	free(text);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

static int open_study(struct work *w, const char *dir)
{
	struct rcc_experiment *x = &w->x;
	json_t *design = NULL;
	char *problem = NULL;
	int status = rcc_experiment_open(x, dir, false);

	if (status == RCC_EXIT_OK)
		status = rcc_experiment_load_json(x, "design", &design);
	if (status == RCC_EXIT_OK &&
	    (design == NULL || rcc_study_parse(design, &x->study, &problem))) {
		rcc_error("the design in \"%s/study.db\" is damaged: %s",
			  x->dir, problem != NULL ? problem : "it is missing");
		status = RCC_EXIT_USAGE;
	}
	free(problem);
	json_decref(design);
	if (status == RCC_EXIT_OK)
		status = check_study(x);
	if (status == RCC_EXIT_OK)
		status = rcc_layout_table_load(x);
	return status == RCC_EXIT_OK ? rcc_build_all(x) : status;
}

int rcc_pack_check_target(const char *pack)
{
	struct rcc_archive *archive = NULL;
	const char *name = NULL;
	json_t *manifest = NULL;
	char *text = NULL;
	size_t n = 0;
	bool is_pack;

	if (access(pack, F_OK) != 0)
		return RCC_EXIT_OK;
	if (rcc_archive_open(pack, &archive) == 0 &&
	    rcc_archive_next(archive, &name) == 0 && name != NULL &&
	    strcmp(name, RCC_MANIFEST_NAME) == 0 &&
	    rcc_archive_read(archive, &text, &n) == 0)
		manifest = json_loadb(text, n, 0, NULL);
	is_pack = json_object_get(manifest, "randcc-pack") != NULL;
	json_decref(manifest);
	free(text);
	rcc_archive_close(archive);
	if (is_pack)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" exists and is no pack", pack);
	rcc_hint("name another file for the pack, or remove this one");
	return RCC_EXIT_USAGE;
}

int rcc_pack(const char *dir, const char *pack, const struct rcc_strvec *input)
{
	struct work w = {.x = {.lock_fd = -1},
			 .files = json_array(),
			 .content = json_object()};
	json_t *manifest = NULL;
	int status = open_study(&w, dir);

	if (status == RCC_EXIT_OK)
		status = rcc_travel_find(&w.x.study, input, &w.travel);
	if (status == RCC_EXIT_OK)
		status = describe(&w, &manifest);
	if (status == RCC_EXIT_OK)
		status = write_pack(&w, manifest, pack);
	json_decref(manifest);
	json_decref(w.files);
	json_decref(w.content);
	rcc_travel_release(&w.travel);
	rcc_experiment_close(&w.x);
	return status;
}
