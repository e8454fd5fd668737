/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/git_snapshot.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/build/git.h"
#include "harness/build/built_files.h"
#include "harness/report/name_list.h"

/* Copy the user's index, so that git need not read files that have not changed.
 * Give the copy the modification time of the index.  Git reads all files that
 * changed at about that time, because the index may not show their changes. */
static void copy_index(const char *top, const char *to)
{
	char *name = rcc_git_ask(
		top, RCC_GIT_WORDS("rev-parse", "--git-path", "index"));
	char *path = name != NULL ? rcc_file_join(top, name) : NULL;
	struct stat st;

	if (path != NULL && stat(path, &st) == 0 &&
	    rcc_file_copy(path, to, 0600) == 0) {
		const struct timespec times[2] = {st.st_mtim, st.st_mtim};

		if (utimensat(AT_FDCWD, to, times, 0) != 0)
			rcc_file_remove_quietly(to);
	}
	free(path);
	free(name);
}

/* Write to the file `path` the git pathspec of a snapshot's files: all files
 * but those in `built`, which an earlier build made. */
static int write_pathspec(const char *path, const struct rcc_strvec *built)
{
	struct rcc_strbuf text = {0};
	int error;

	rcc_strbuf_add(&text, ":/\n");
	for (size_t i = 0; i < built->n; i++)
		rcc_strbuf_printf(&text, ":(top,exclude,literal)%s\n",
				  built->item[i]);
	error = rcc_file_replace(path, text.text, text.n, 0600);
	rcc_strbuf_release(&text);
	return error;
}

/* Write a git tree object.  It has all files except the untracked files that an
 * earlier build made.  The names of the excluded files are appended to *built.
 * A temporary index is used, so the user's index does not change.  Returns the
 * hash of the object; NULL on error. */
static char *write_tree(const char *top, struct rcc_strvec *built)
{
	char *dir = rcc_file_tmp_dir("randstudy-index");
	char *index;
	char *pathspec;
	char *option;
	char *tree = NULL;

	if (dir == NULL)
		return NULL;
	index = rcc_file_join(dir, "index");
	pathspec = rcc_file_join(dir, "pathspec");
	option = rcc_mem_printf("--pathspec-from-file=%s", pathspec);
	copy_index(top, index);
	setenv("GIT_INDEX_FILE", index, 1);
	rcc_built_files_find(top, built);
	if (write_pathspec(pathspec, built) == 0 &&
	    rcc_git_run(top, RCC_GIT_WORDS("add", "--all", option)) == 0)
		tree = rcc_git_ask(top, RCC_GIT_WORDS("write-tree"));
	unsetenv("GIT_INDEX_FILE");
	rcc_file_remove_tree(dir);
	free(option);
	free(pathspec);
	free(index);
	free(dir);
	return tree;
}

/* Write a commit of a git tree object.  The author and the dates are fixed, so
 * that the same tree gives the same commit. */
static char *write_commit(const char *top, const char *tree)
{
	static const struct {
		const char *name, *value;
	} variable[] = {
		{"GIT_AUTHOR_NAME", "randstudy"},
		{"GIT_AUTHOR_EMAIL", "randstudy"},
		{"GIT_AUTHOR_DATE", "1000000000 +0000"},
		{"GIT_COMMITTER_NAME", "randstudy"},
		{"GIT_COMMITTER_EMAIL", "randstudy"},
		{"GIT_COMMITTER_DATE", "1000000000 +0000"},
	};
	const size_t n = sizeof(variable) / sizeof(variable[0]);
	char *former[6] = {0};
	char *commit;

	for (size_t i = 0; i < n; i++) {
		const char *value = getenv(variable[i].name);

		former[i] = value != NULL ? rcc_mem_strdup(value) : NULL;
		setenv(variable[i].name, variable[i].value, 1);
	}
	commit = rcc_git_ask(top, RCC_GIT_WORDS("-c", "commit.gpgSign=false",
						"commit-tree", "-p", "HEAD",
						"-m", "working tree", tree));
	for (size_t i = 0; i < n; i++) {
		if (former[i] != NULL)
			setenv(variable[i].name, former[i], 1);
		else
			unsetenv(variable[i].name);
		free(former[i]);
	}
	return commit;
}

/* Return the names of the files that differ from HEAD.  Git quotes names with
 * special characters. */
static json_t *changed_files(const char *top, const char *tree)
{
	char *list =
		rcc_git_ask(top, RCC_GIT_WORDS("diff-tree", "-r", "--name-only",
					       "--no-renames", "HEAD", tree));
	json_t *names = json_array();
	char *next = list;
	char *name;

	while (next != NULL && (name = strsep(&next, "\n")) != NULL)
		if (name[0] != '\0')
			json_array_append_new(names, json_string(name));
	free(list);
	return names;
}

/* Warn if the changes contain files that git tracks although an earlier build
 * made them.  Make would use these files instead of building them, and another
 * compiler may have made them. */
static void warn_about_built_files(const char *top, const json_t *changes)
{
	json_t *built = json_array();
	size_t i;
	json_t *name;
	char *list;

	json_array_foreach(changes, i, name)
	{
		if (rcc_built_file(top, json_string_value(name)))
			json_array_append(built, name);
	}
	list = rcc_report_list_names(built);
	if (json_array_size(built) != 0) {
		rcc_warn("git tracks %s: the snapshot of \".\" has these "
			 "results of an earlier build, and make may use them "
			 "as they are",
			 list);
		rcc_hint("remove them (make clean)");
	}
	free(list);
	json_decref(built);
}

/* Warn that the snapshot does not have the files in `built`. */
static void tell_left_out(const struct rcc_strvec *built)
{
	json_t *names = json_array();
	char *list;

	if (built->n == 0) {
		json_decref(names);
		return;
	}
	for (size_t i = 0; i < built->n; i++)
		json_array_append_new(names, json_string(built->item[i]));
	list = rcc_report_list_names(names);
	rcc_warn("the snapshot of \".\" leaves out %s: an earlier build made "
		 "them",
		 list);
	rcc_hint("git add those that the build needs; name the others in "
		 ".gitignore, and this warning ends");
	free(list);
	json_decref(names);
}

/* Return the submodules with changes of the kind `flag`: 'M' for tracked files,
 * 'U' for untracked ones.  git-status(1) describes the lines that are read here,
 * "1 XY SUB MODE MODE MODE HASH HASH PATH", in which SUB is "S" and the flags of
 * a submodule.  If it is unmerged, the line begins with "u" and has a mode and a
 * hash more. */
static json_t *changed_submodules(const char *status, char flag)
{
	json_t *names = json_array();
	const char *line = status;

	while (line[0] != '\0') {
		const size_t n = strcspn(line, "\n");
		const char *at = line;

		if (n > 8 && (line[0] == '1' || line[0] == 'u') &&
		    line[5] == 'S' && memchr(line + 6, flag, 3) != NULL) {
			for (unsigned i = 0;
			     i < (line[0] == '1' ? 8U : 10U) && at != NULL; i++)
				at = (const char *)memchr(
					at + 1, ' ',
					n - (size_t)(at + 1 - line));
			if (at != NULL)
				json_array_append_new(
					names,
					json_stringn(
						at + 1,
						n - (size_t)(at + 1 - line)));
		}
		line += n + (line[n] != '\0');
	}
	return names;
}

/* A submodule is another repository, of which the snapshot has a commit alone.
 * Refuse changes of its tracked files, which the snapshot would lack.  Untracked
 * files may be results of an earlier build, so warn of them. */
static int check_submodules(const char *top)
{
	char *status =
		rcc_git_ask(top, RCC_GIT_WORDS("--no-optional-locks", "status",
					       "--porcelain=2", "--no-renames",
					       "--ignore-submodules=none"));
	json_t *changed = changed_submodules(status != NULL ? status : "", 'M');
	json_t *untracked =
		changed_submodules(status != NULL ? status : "", 'U');
	const bool is_changed = status == NULL || json_array_size(changed) != 0;
	char *list = rcc_report_list_names(is_changed ? changed : untracked);

	if (status == NULL) {
		rcc_error("git cannot list the changes of \"%s\"", top);
	} else if (is_changed) {
		rcc_error("the snapshot of \".\" cannot have the uncommitted "
			  "changes in the submodule%s %s",
			  json_array_size(changed) == 1 ? "" : "s", list);
		rcc_hint("commit them there, where the build can get them; or "
			 "name the folder of another copy of the sources");
	} else if (json_array_size(untracked) != 0) {
		rcc_warn("the snapshot of \".\" leaves out the untracked files "
			 "in the submodule%s %s",
			 json_array_size(untracked) == 1 ? "" : "s", list);
	}
	free(list);
	json_decref(untracked);
	json_decref(changed);
	free(status);
	return is_changed ? RCC_EXIT_USAGE : RCC_EXIT_OK;
}

static int take(const char *top, struct rcc_git_snapshot *snapshot)
{
	char *head = rcc_git_ask(top, RCC_GIT_WORDS("rev-parse", "HEAD"));
	char *head_tree =
		rcc_git_ask(top, RCC_GIT_WORDS("rev-parse", "HEAD^{tree}"));
	struct rcc_strvec built = {0};
	char *tree = head_tree != NULL ? write_tree(top, &built) : NULL;

	if (tree != NULL)
		tell_left_out(&built);
	if (tree != NULL && strcmp(tree, head_tree) == 0) {
		snapshot->commit = rcc_mem_strdup(head);
	} else if (tree != NULL) {
		snapshot->commit = write_commit(top, tree);
		snapshot->changes = changed_files(top, tree);
		warn_about_built_files(top, snapshot->changes);
	}
	if (snapshot->commit == NULL) {
		rcc_error("cannot take a snapshot of the working tree \"%s\"",
			  top);
		rcc_hint(head == NULL ? "it has no commit yet"
				      : "git must be able to write objects to "
					"its repository");
		json_decref(snapshot->changes);
	}
	rcc_strvec_release(&built);
	free(tree);
	free(head_tree);
	free(head);
	return snapshot->commit != NULL ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

int rcc_git_snapshot_take(const char *top, struct rcc_git_snapshot *snapshot)
{
	*snapshot = (struct rcc_git_snapshot){0};
	if (check_submodules(top) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	return take(top, snapshot);
}
