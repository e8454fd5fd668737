/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/stale_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/directory.h"

/* The build systems.  A directory that has `file` is a build tree of
 * `system`. */
static const struct kind {
	const char *file;
	const char *system;
} kinds[] = {
	{"CMakeCache.txt", "CMake"},
	{"meson-private", "Meson"},
	{"build.ninja", "Ninja"},
};
#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const struct kind *kind_of(const char *dir)
{
	for (size_t i = 0; i < N_KINDS; i++)
		if (rcc_directory_has(dir, kinds[i].file))
			return &kinds[i];
	return NULL;
}

/* A build tree that the build command names. */
struct tree {
	char *name; /* name of the tree in the command */
	const struct kind *kind;
};

/* Return whether the n bytes of `word`, without the first `skip` bytes, are the
 * name of a build tree.  If so, sets *tree. */
static bool try_word(const char *directory, const char *word, size_t n,
		     size_t skip, struct tree *tree)
{
	char *name;
	char *path;

	if (n <= skip)
		return false;
	name = rcc_mem_strndup(word + skip, n - skip);
	path = rcc_file_join(directory, name);
	tree->kind = strcmp(name, ".") != 0 ? kind_of(path) : NULL;
	free(path);
	if (tree->kind != NULL) {
		tree->name = name;
		return true;
	}
	free(name);
	return false;
}

/* Find a build tree among the words of the command, such as "build" or
 * "-Bbuild". */
static void find_tree(const char *directory, const char *command,
		      struct tree *tree)
{
	static const char separators[] = " \t\n;&|()'\"";

	for (const char *at = command; *at != '\0';) {
		const size_t n = strcspn(at, separators);
		const bool is_option = at[0] == '-' && n > 2;

		if (try_word(directory, at, n, 0, tree) ||
		    (is_option && try_word(directory, at, n, 2, tree)))
			return;
		at += n;
		at += strspn(at, separators);
	}
}

static void hint_remove(const struct rcc_system *system,
			const struct tree *tree)
{
	char *name = rcc_shell_quote(tree->name);
	char *text = rcc_mem_printf("rm -rf %s && %s", name, system->build);
	char *command = rcc_shell_quote(text);

	rcc_hint("\"%s\" was built before, and %s builds only what has "
		 "changed, with the compiler of that time: remove it first "
		 "(--build %s), or build in another directory",
		 tree->name, tree->kind->system, command);
	free(command);
	free(text);
	free(name);
}

void rcc_stale_tree_hint(const struct rcc_study *study,
			 const struct rcc_system *system, const char *directory)
{
	const struct kind *here = kind_of(directory);
	struct tree tree = {0};

	find_tree(directory, system->build, &tree);
	if (tree.kind != NULL)
		hint_remove(system, &tree);
	else if (here != NULL)
		rcc_hint("this directory was configured by %s before, which "
			 "keeps the compiler of that time: build in a new "
			 "directory, with randcc as the compiler",
			 here->system);
	else
		rcc_hint("it must compile and link with randcc (make "
			 "CC=randcc, ./configure CC=randcc, cmake "
			 "-DCMAKE_C_COMPILER=randcc), and from scratch: clean "
			 "first (make clean)");
	if (study->n_systems > 1 && system->directory == NULL &&
	    system->repository == NULL)
		rcc_hint("the builds of several systems share their tree: each "
			 "must clean first, or use a directory of its own");
	free(tree.name);
}
