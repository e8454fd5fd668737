/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/baseline.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/rank.h"
#include "harness/build/build_tools.h"
#include "harness/build/directory.h"

/* ---- Opening ----------------------------------------------------------- */

/* Return whether `dir` is a baseline, which is a directory of kept builds.  A
 * folder "builds" alone does not show this, since the top of a repository may
 * have such a folder too. */
static bool is_baseline(const char *dir)
{
	return rcc_directory_has(dir, "history.jsonl") ||
	       (rcc_directory_has(dir, "builds") &&
		!rcc_directory_has(dir, ".git"));
}

static bool is_ours(const char *name)
{
	return strcmp(name, ".gitignore") == 0;
}

int rcc_baseline_open(const char *dir, char **path)
{
	*path = rcc_file_mkdirs(dir) == 0 ? realpath(dir, NULL) : NULL;
	if (*path == NULL) {
		rcc_error_errno("--baseline: cannot make the folder \"%s\"",
				dir);
		return RCC_EXIT_USAGE;
	}
	return is_baseline(dir) ? RCC_EXIT_OK
				: rcc_directory_check(dir, is_ours, "baseline",
						      "--baseline");
}

/* ---- Keys -------------------------------------------------------------- */

/* Return whether the build of the i-th system may be kept.  A build with
 * uncommitted changes is not kept, because the tree may have other changes next
 * time. */
static bool is_kept(const struct rcc_experiment *x, size_t i)
{
	const struct rcc_system *system = &x->study.system[i];

	return x->baseline != NULL && system->commit != NULL &&
	       !x->study.is_rebuilt && json_array_size(system->changes) == 0;
}

/* Return as text the settings that determine a build.  The name of the system
 * and the path of the repository are not among them. */
static char *settings_text(const struct rcc_experiment *x, size_t i)
{
	static const char *const key[] = {"library", "arms", "padding-max",
					  "pin"};
	const struct rcc_system *system = &x->study.system[i];
	json_t *all =
		json_pack("{s:s,s:s,s:s?,s:o,s:s}", "build", system->build,
			  "subdir", system->subdir, "program", system->program,
			  "tools", rcc_build_tools(), "randcc", RCC_VERSION);
	char *text;

	for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++) {
		json_t *value = json_object_get(x->study.json, key[k]);

		if (value != NULL)
			json_object_set(all, key[k], value);
	}
	text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(all);
	return text;
}

/* Return the folder of a build; caller frees. */
static char *folder_of(const struct rcc_experiment *x, size_t i)
{
	char *text = settings_text(x, i);
	const uint64_t hash = rcc_rank_hash(text, strlen(text), 0);
	char *folder =
		rcc_mem_printf("%s/builds/%.12s-%016" PRIx64, x->baseline,
			       x->study.system[i].commit, hash);

	free(text);
	return folder;
}

/* ---- Files ------------------------------------------------------------- */

static int copy_tree(char *from, char *to)
{
	char cp[] = "/bin/cp";
	char options[] = "-a";
	char end[] = "--";
	char *argv[] = {cp, options, end, from, to, NULL};

	if (rcc_process_run(argv, -1, -1) == 0)
		return RCC_EXIT_OK;
	rcc_error("cannot copy \"%s\" to \"%s\"", from, to);
	return RCC_EXIT_FAILED;
}

/* Return a record's path relative to `folder`, which has the system's
 * records. */
static const char *below(const char *folder, const char *record)
{
	return record + strlen(folder) + 1;
}

static json_t *linked_json(const struct rcc_linked *linked, const char *folder)
{
	json_t *libraries = json_array();

	for (size_t i = 0; i < linked->n_libraries; i++)
		json_array_append_new(libraries,
				      linked_json(&linked->library[i], folder));
	return json_pack("{s:s,s:s,s:s,s:o}", "name", linked->name, "output",
			 linked->output, "record",
			 below(folder, linked->record), "libraries", libraries);
}

static bool read_linked(const json_t *json, const char *folder,
			struct rcc_linked *linked)
{
	const char *name = NULL;
	const char *output = NULL;
	const char *record = NULL;
	json_t *libraries = NULL;

	if (json_unpack((json_t *)json, "{s:s,s:s,s:s,s:o}", "name", &name,
			"output", &output, "record", &record, "libraries",
			&libraries) != 0)
		return false;
	linked->name = rcc_mem_strdup(name);
	linked->output = rcc_mem_strdup(output);
	linked->record = rcc_file_join(folder, record);
	linked->library = rcc_mem_calloc(json_array_size(libraries) + 1,
					 sizeof(*linked->library));
	for (size_t i = 0; i < json_array_size(libraries); i++)
		if (!read_linked(json_array_get(libraries, i), folder,
				 &linked->library[linked->n_libraries++]))
			return false;
	return true;
}

/* ---- Taking ------------------------------------------------------------ */

/* Read build.json.  Since it is written last, it exists only if the build is
 * complete. */
static json_t *read_build(const char *folder)
{
	char *path = rcc_file_join(folder, "build.json");
	json_t *json = json_load_file(path, 0, NULL);

	free(path);
	return json;
}

/* Return whether the records of a program and its libraries exist. */
static bool has_records(const struct rcc_linked *linked)
{
	bool is_there = access(linked->record, F_OK) == 0;

	for (size_t i = 0; i < linked->n_libraries; i++)
		is_there = is_there && has_records(&linked->library[i]);
	return is_there;
}

/* Copy a build into the study.  *is_taken is false if the build is damaged. */
static int take(struct rcc_experiment *x, size_t i, const json_t *build,
		const char *folder, bool *is_taken)
{
	char *from = rcc_file_join(folder, "record");
	char *all = rcc_experiment_path(x, "record");
	char *to = rcc_mem_printf("%s/%zu", all, i);
	int status = RCC_EXIT_OK;

	*is_taken = false;
	if (rcc_file_mkdirs(all) != 0 || rcc_file_remove_tree(to) != 0) {
		rcc_error_errno("cannot make \"%s\"", to);
		status = RCC_EXIT_FAILED;
	} else if (access(from, F_OK) == 0) {
		status = copy_tree(from, to);
		*is_taken = status == RCC_EXIT_OK &&
			    read_linked(build, to, &x->linked[i]) &&
			    has_records(&x->linked[i]);
	}
	if (!*is_taken) {
		rcc_linked_release(&x->linked[i]);
		rcc_file_remove_tree(to);
	}
	/* Set the time at which the build was last used. */
	utimensat(AT_FDCWD, folder, NULL, 0);
	free(to);
	free(all);
	free(from);
	return status;
}

int rcc_baseline_take(struct rcc_experiment *x, size_t i, bool *is_taken)
{
	const char *name = x->study.system[i].name;
	char *folder;
	json_t *build;
	int status = RCC_EXIT_OK;

	*is_taken = false;
	if (!is_kept(x, i))
		return RCC_EXIT_OK;
	folder = folder_of(x, i);
	build = read_build(folder);
	if (build != NULL)
		status = take(x, i, build, folder, is_taken);
	if (*is_taken)
		fprintf(stderr, "%s was built before: \"%s\"\n", name, folder);
	else if (status == RCC_EXIT_OK &&
		 rcc_directory_has(folder, "build.json"))
		rcc_warn("the build of %s in \"%s\" is damaged: it is made "
			 "again",
			 name, folder);
	json_decref(build);
	free(folder);
	return status;
}

/* ---- Keeping ----------------------------------------------------------- */

/* If there are too many builds, remove the one that was used longest ago.
 * Returns whether there are still too many builds.  Returns false if a build
 * cannot be removed. */
static bool remove_oldest(const char *builds)
{
	DIR *dir = opendir(builds);
	char *oldest = NULL;
	struct timespec time = {0};
	struct dirent *entry;
	struct stat st;
	bool is_removed = false;
	size_t n = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(dir), entry->d_name, &st, 0) != 0)
			continue;
		n++;
		if (oldest == NULL || st.st_mtim.tv_sec < time.tv_sec ||
		    (st.st_mtim.tv_sec == time.tv_sec &&
		     st.st_mtim.tv_nsec < time.tv_nsec)) {
			free(oldest);
			oldest = rcc_file_join(builds, entry->d_name);
			time = st.st_mtim;
		}
	}
	if (dir != NULL)
		closedir(dir);
	if (n > RCC_BASELINE_MOST)
		is_removed = rcc_file_remove_tree(oldest) == 0;
	free(oldest);
	return is_removed && n > RCC_BASELINE_MOST + 1;
}

static int write_build(const char *folder, const struct rcc_linked *linked,
		       const char *record)
{
	char *path = rcc_file_join(folder, "build.json");
	json_t *json = linked_json(linked, record);
	char *text = json_dumps(json, JSON_INDENT(2));
	int status = RCC_EXIT_OK;

	if (rcc_file_replace(path, text, strlen(text), 0666) != 0) {
		rcc_error_errno("cannot write \"%s\"", path);
		status = RCC_EXIT_FAILED;
	}
	free(text);
	json_decref(json);
	free(path);
	return status;
}

/* Copy the build of the i-th system into `folder`. */
static int keep(const struct rcc_experiment *x, size_t i, char *folder)
{
	char *record = rcc_mem_printf("%s/record/%zu", x->dir, i);
	char *to = rcc_file_join(folder, "record");
	int status = RCC_EXIT_FAILED;

	if (rcc_file_remove_tree(folder) != 0 || rcc_file_mkdirs(folder) != 0)
		rcc_error_errno("cannot make \"%s\"", folder);
	else
		status = copy_tree(record, to);
	if (status == RCC_EXIT_OK)
		status = write_build(folder, &x->linked[i], record);
	free(to);
	free(record);
	return status;
}

int rcc_baseline_keep(const struct rcc_experiment *x, size_t i)
{
	char *builds;
	char *folder;
	int status;

	if (!is_kept(x, i))
		return RCC_EXIT_OK;
	folder = folder_of(x, i);
	status = keep(x, i, folder);
	builds = rcc_file_join(x->baseline, "builds");
	rcc_directory_hide(x->baseline);
	while (status == RCC_EXIT_OK && remove_oldest(builds))
		;
	free(builds);
	free(folder);
	return status;
}
