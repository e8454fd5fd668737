/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/unpack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/fleet/archive.h"
#include "harness/fleet/manifest.h"

/* ---- Opening ------------------------------------------------------------ */

static int damaged(const struct rcc_unpack *pack, const char *why)
{
	rcc_error("cannot unpack \"%s\": %s", pack->path, why);
	rcc_hint("copy it again from where `randstudy pack` wrote it");
	return RCC_EXIT_USAGE;
}

static const char *text_of(const json_t *json, const char *key)
{
	return json_string_value(json_object_get(json, key));
}

static int check_machine(const struct rcc_unpack *pack)
{
	const char *wanted = text_of(pack->manifest, "architecture");
	struct utsname system;

	if (uname(&system) != 0 || wanted == NULL ||
	    strcmp(wanted, system.machine) == 0)
		return RCC_EXIT_OK;
	rcc_error("the programs in \"%s\" are for %s, and this machine is %s",
		  pack->path, wanted, system.machine);
	return RCC_EXIT_USAGE;
}

static int refuse_version(const struct rcc_unpack *pack)
{
	const char *version = text_of(pack->manifest, "randcc");

	rcc_error("cannot unpack \"%s\": randstudy %s made it, and this is %s",
		  pack->path, version != NULL ? version : "of another version",
		  RCC_VERSION);
	rcc_hint("use the same version of randstudy on all machines, and where "
		 "the study is packed");
	return RCC_EXIT_USAGE;
}

static int read_manifest(struct rcc_unpack *pack)
{
	const char *name = NULL;
	const char *problem;
	char *text = NULL;
	size_t n = 0;

	if (rcc_archive_next(pack->archive, &name) != 0)
		return damaged(pack, rcc_archive_error(pack->archive));
	if (name == NULL || strcmp(name, RCC_MANIFEST_NAME) != 0)
		return damaged(pack, "it is not a pack of randstudy");
	if (rcc_archive_read(pack->archive, &text, &n) == 0) {
		rcc_digest_bytes(text, n, pack->digest);
		pack->manifest = json_loadb(text, n, 0, NULL);
	}
	free(text);
	if (rcc_manifest_is_of_other_version(pack->manifest))
		return refuse_version(pack);
	problem = rcc_manifest_problem(pack->manifest);
	return problem == NULL ? check_machine(pack) : damaged(pack, problem);
}

int rcc_unpack_open(const char *path, struct rcc_unpack *pack)
{
	*pack = (struct rcc_unpack){.path = path};
	if (access(path, R_OK) != 0) {
		rcc_error_errno("cannot read \"%s\"", path);
		return RCC_EXIT_USAGE;
	}
	if (rcc_archive_open(path, &pack->archive) != 0)
		return damaged(pack, rcc_archive_error(pack->archive));
	return read_manifest(pack);
}

void rcc_unpack_close(struct rcc_unpack *pack)
{
	rcc_archive_close(pack->archive);
	json_decref(pack->manifest);
	*pack = (struct rcc_unpack){0};
}

/* ---- Files -------------------------------------------------------------- */

static int cannot_write(const char *path)
{
	rcc_error_errno("cannot write \"%s\"", path);
	return RCC_EXIT_FAILED;
}

/* Return whether the file at `path` has the content and the mode that the
 * manifest says. */
static bool is_there(const char *path, const json_t *file)
{
	char digest[RCC_DIGEST_MAX];
	struct stat st;

	return lstat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       st.st_size ==
		       json_integer_value(json_object_get(file, "size")) &&
	       (st.st_mode & 0777) == (mode_t)json_integer_value(
					      json_object_get(file, "mode")) &&
	       rcc_digest_file(path, digest) == 0 &&
	       strcmp(digest, text_of(file, "sha256")) == 0;
}

/* Find the files of the manifest that are missing or differ.  Returns an
 * object: each key is a digest, and its value is the array of the files with
 * this digest. */
static json_t *find_missing(const struct rcc_unpack *pack, const char *dir)
{
	json_t *missing = json_object();
	size_t i;
	json_t *file;

	json_array_foreach(json_object_get(pack->manifest, "files"), i, file)
	{
		const char *digest = text_of(file, "sha256");
		char *path;

		if (digest == NULL)
			continue;
		path = rcc_file_join(dir, text_of(file, "path"));
		if (!is_there(path, file)) {
			if (json_object_get(missing, digest) == NULL)
				json_object_set_new(missing, digest,
						    json_array());
			json_array_append(json_object_get(missing, digest),
					  file);
		}
		free(path);
	}
	return missing;
}

static int make_parent(const char *path)
{
	char *parent =
		rcc_mem_strndup(path, (size_t)(rcc_file_base(path) - path) - 1);
	const int result = rcc_file_mkdirs(parent);

	free(parent);
	return result == 0 ? RCC_EXIT_OK : cannot_write(path);
}

/* Write one file of the study.  Two programs with the same content must be
 * different files, which lie in different pages of physical memory.  So each is
 * written, and none is a hard link. */
static int write_file(const char *dir, const json_t *file, const char *bytes,
		      size_t n)
{
	char *path = rcc_file_join(dir, text_of(file, "path"));
	const mode_t mode =
		(mode_t)json_integer_value(json_object_get(file, "mode"));
	int status = make_parent(path);

	if (status == RCC_EXIT_OK &&
	    (rcc_file_replace(path, bytes, n, 0600) != 0 ||
	     chmod(path, mode & 0777) != 0))
		status = cannot_write(path);
	free(path);
	return status;
}

static int write_content(struct rcc_unpack *pack, const char *dir,
			 const char *wanted, const json_t *files)
{
	char digest[RCC_DIGEST_MAX];
	char *bytes = NULL;
	size_t n = 0;
	size_t i;
	json_t *file;
	int status = RCC_EXIT_OK;

	if (rcc_archive_read(pack->archive, &bytes, &n) != 0) {
		status = damaged(pack, rcc_archive_error(pack->archive));
		goto out;
	}
	rcc_digest_bytes(bytes, n, digest);
	if (strcmp(digest, wanted) != 0) {
		status = damaged(pack, "a content differs from its digest");
		goto out;
	}
	json_array_foreach(files, i, file)
	{
		if (status == RCC_EXIT_OK)
			status = write_file(dir, file, bytes, n);
	}
out:
	free(bytes);
	return status;
}

static int write_missing(struct rcc_unpack *pack, const char *dir,
			 json_t *missing)
{
	const size_t prefix = sizeof(RCC_MANIFEST_CONTENT) - 1;
	const char *name = NULL;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK && json_object_size(missing) != 0) {
		char *digest;
		json_t *files;

		if (rcc_archive_next(pack->archive, &name) != 0)
			return damaged(pack, rcc_archive_error(pack->archive));
		if (name == NULL)
			return damaged(pack, "it lacks a content");
		if (strncmp(name, RCC_MANIFEST_CONTENT, prefix) != 0)
			continue;
		digest = rcc_mem_strdup(name + prefix);
		files = json_object_get(missing, digest);
		if (files != NULL) {
			status = write_content(pack, dir, digest, files);
			json_object_del(missing, digest);
		}
		free(digest);
	}
	return status;
}

/* Make one folder, or the folder that contains a link. */
static int make_folder(const char *dir, const json_t *file)
{
	char *path = rcc_file_join(dir, text_of(file, "path"));
	int status = RCC_EXIT_OK;

	if (text_of(file, "target") != NULL)
		status = make_parent(path);
	else if (text_of(file, "sha256") == NULL && rcc_file_mkdirs(path) != 0)
		status = cannot_write(path);
	free(path);
	return status;
}

/* Make one symbolic link, unless an earlier worker made it.  Refuse the pack if
 * there is a folder in place of the link: a path in the manifest then leads
 * through the link. */
static int make_link(const struct rcc_unpack *pack, const char *dir,
		     const json_t *file)
{
	const char *target = text_of(file, "target");
	char *path = rcc_file_join(dir, text_of(file, "path"));
	struct stat st;
	int status = RCC_EXIT_OK;

	if (target != NULL && symlink(target, path) != 0) {
		if (errno != EEXIST)
			status = cannot_write(path);
		else if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
			status = damaged(pack, "a path in its manifest leads "
					       "through a link");
	}
	free(path);
	return status;
}

/* Make folders, and then symbolic links.  Call this after all files are
 * written.  Every folder exists before the first link, so that no file, folder
 * or link is made through a link. */
static int make_others(const struct rcc_unpack *pack, const char *dir)
{
	const json_t *files = json_object_get(pack->manifest, "files");
	size_t i;
	json_t *file;
	int status = RCC_EXIT_OK;

	json_array_foreach(files, i, file)
	{
		if (status == RCC_EXIT_OK)
			status = make_folder(dir, file);
	}
	json_array_foreach(files, i, file)
	{
		if (status == RCC_EXIT_OK)
			status = make_link(pack, dir, file);
	}
	return status;
}

int rcc_unpack_files(struct rcc_unpack *pack, const char *dir)
{
	json_t *missing = find_missing(pack, dir);
	int status = write_missing(pack, dir, missing);

	json_decref(missing);
	return status == RCC_EXIT_OK ? make_others(pack, dir) : status;
}

int rcc_unpack_check_expected(const struct rcc_unpack *pack)
{
	char digest[RCC_DIGEST_MAX];
	size_t i;
	json_t *file;
	int status = RCC_EXIT_OK;

	json_array_foreach(json_object_get(pack->manifest, "expected"), i, file)
	{
		const char *path = text_of(file, "path");
		const char *wanted = text_of(file, "sha256");

		if (path == NULL || wanted == NULL)
			continue;
		if (rcc_digest_file(path, digest) != 0) {
			rcc_error_errno("cannot read \"%s\", which the command "
					"names",
					path);
			status = RCC_EXIT_USAGE;
		} else if (strcmp(digest, wanted) != 0) {
			rcc_error("\"%s\" is another file here than where the "
				  "study was packed",
				  path);
			status = RCC_EXIT_USAGE;
		}
	}
	if (status != RCC_EXIT_OK)
		rcc_hint("put the same file on each machine, or let it travel: "
			 "randstudy pack --input FILE");
	return status;
}
