/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/source_tree.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/build/built_files.h"
#include "harness/build/directory.h"

bool rcc_source_tree_skips(const FTSENT *directory)
{
	const char *path = directory->fts_accpath;

	return strcmp(directory->fts_name, ".git") == 0 ||
	       strcmp(directory->fts_name, "CMakeFiles") == 0 ||
	       rcc_directory_has(path, "study.db") || rcc_built_tree(path);
}

bool rcc_source_tree_is_built(const char *top, const char *name)
{
	return rcc_built_file(top, name) ||
	       strcmp(rcc_file_base(name), "CMakeCache.txt") == 0;
}

/* The time of the last change of a file's contents, name or mode.  No program
 * can set this time. */
static int64_t change_ns(const struct stat *st)
{
	return (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec;
}

/* Return whether our own output is redirected to the file. */
static bool is_our_output(const struct stat *st)
{
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		struct stat ours;

		if (fstat(fd, &ours) == 0 && ours.st_dev == st->st_dev &&
		    ours.st_ino == st->st_ino)
			return true;
	}
	return false;
}

/* Return whether a file is named as the sources of programs are. */
static bool is_named_as_source(const char *name)
{
	static const char *const suffix[] = {
		"C",   "F",   "F03", "F08", "F90", "F95", "H",	 "S",	"ac",
		"adb", "ads", "am",  "asm", "awk", "c",	  "c++", "cc",	"cmake",
		"cpp", "cu",  "cxx", "def", "f",   "f03", "f08", "f90", "f95",
		"for", "ftn", "go",  "h",   "h++", "hh",  "hpp", "hxx", "inc",
		"ipp", "l",   "m",   "m4",  "mk",  "mm",  "pl",	 "py",	"rs",
		"sh",  "tcc", "td",  "y",   "yy",  "zig"};
	static const char *const whole[] = {
		"CMakeLists.txt", "Cargo.lock", "Cargo.toml", "GNUmakefile",
		"Makefile",	  "configure",	"makefile",   "meson.build"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strcmp(name, whole[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof(suffix) / sizeof(suffix[0]); i++)
		if (dot != NULL && strcmp(dot + 1, suffix[i]) == 0)
			return true;
	return false;
}

char *rcc_source_tree_changed(const char *top, int64_t since_ns,
			      bool needs_name)
{
	char *root = rcc_mem_strdup(top);
	char *roots[] = {root, NULL};
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	char *path = NULL;
	FTSENT *one;

	while (tree != NULL && path == NULL && (one = fts_read(tree)) != NULL)
		if (one->fts_info == FTS_D && one->fts_level > 0 &&
		    rcc_source_tree_skips(one))
			fts_set(tree, one, FTS_SKIP);
		else if ((one->fts_info == FTS_F || one->fts_info == FTS_SL) &&
			 change_ns(one->fts_statp) > since_ns &&
			 !is_our_output(one->fts_statp) &&
			 (!needs_name || is_named_as_source(one->fts_name)) &&
			 !rcc_source_tree_is_built(
				 top, one->fts_path + strlen(top) + 1))
			path = rcc_mem_strdup(one->fts_path);
	if (tree != NULL)
		fts_close(tree);
	free(root);
	return path;
}
