/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/ab_side.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/build/git.h"
#include "harness/cli/git_snapshot.h"

/* The largest length of a name made from the words of a command. */
#define NAME_MAX_LENGTH 40

/* ---- Words ------------------------------------------------------------- */

/* The git repository around the working directory. */
struct repository {
	char *top; /* NULL if there is no repository */
	/* The path of the working directory, relative to `top`; "" at the
	 * top. */
	char *subdir;
};

static void find_repository(struct repository *r)
{
	/* A git hook sets these variables.  They would make git and the builds
	 * use another repository. */
	unsetenv("GIT_DIR");
	unsetenv("GIT_WORK_TREE");
	unsetenv("GIT_INDEX_FILE");
	unsetenv("GIT_PREFIX");
	r->top =
		rcc_git_ask(".", RCC_GIT_WORDS("rev-parse", "--show-toplevel"));
	r->subdir =
		rcc_git_ask(".", RCC_GIT_WORDS("rev-parse", "--show-prefix"));
	if (r->subdir == NULL)
		r->subdir = rcc_mem_strdup("");
	if (r->subdir[0] != '\0')
		/* Remove the final slash that git prints. */
		r->subdir[strlen(r->subdir) - 1] = '\0';
}

static void release_repository(struct repository *r)
{
	free(r->top);
	free(r->subdir);
}

/* Is there a repository around the working directory, whether or not git can use
 * it? */
static bool has_repository(void)
{
	char *directory = realpath(".", NULL);
	bool is_found = false;

	while (directory != NULL && !is_found) {
		char *path = rcc_mem_printf("%s/.git", directory);
		char *slash = strrchr(directory, '/');

		is_found = access(path, F_OK) == 0;
		free(path);
		if (slash == NULL || directory[0] == '\0')
			break;
		*slash = '\0';
	}
	free(directory);
	return is_found;
}

/* Print an error for a word that is nothing that `ab` compares. */
static void refuse_word(const char *word, const struct repository *r)
{
	const bool is_unusable = r->top == NULL && has_repository();

	rcc_error("\"%s\" is neither a directory nor a git revision%s nor a "
		  "command",
		  word,
		  is_unusable	   ? " (git cannot use the repository)"
		  : r->top == NULL ? " (there is no repository)"
				   : "");
	/* Let git say why, and what to do. */
	if (!is_unusable)
		rcc_hint(
			"examples: randstudy ab main . ...; randstudy ab 'make "
			"CC=randcc OPT=-O2' 'make CC=randcc OPT=-O3' ...");
	else if (rcc_git_run(".",
			     RCC_GIT_WORDS("rev-parse", "--show-toplevel")) ==
		 RCC_EXIT_NOT_FOUND)
		rcc_hint("install git");
}

static bool is_directory(const char *word)
{
	struct stat st;

	return stat(word, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_command(const char *word)
{
	const char *dirs = getenv("PATH");
	char *path;
	bool is_found;

	if (strpbrk(word, " \t\n") != NULL)
		return true;
	if (strchr(word, '/') != NULL)
		return access(word, X_OK) == 0;
	path = rcc_file_find_program(word, dirs != NULL ? dirs : "", NULL);
	is_found = path != NULL;
	free(path);
	return is_found;
}

static char *commit_of(const char *word)
{
	char *object = rcc_mem_printf("%s^{commit}", word);
	char *commit = rcc_git_ask(
		".", RCC_GIT_WORDS("rev-parse", "--verify", "--quiet",
				   "--end-of-options", object));

	free(object);
	return commit;
}

/* ---- The systems ------------------------------------------------------- */

static json_t *new_system(const char *build)
{
	return json_pack("{s:s?,s:n}", "build", build, "program");
}

static int set_directory(struct rcc_ab_side *side, const char *build)
{
	char *path = realpath(side->word, NULL);

	if (path == NULL) {
		rcc_error_errno("cannot find \"%s\"", side->word);
		return RCC_EXIT_USAGE;
	}
	side->name = rcc_mem_strdup(rcc_file_base(path));
	side->system = new_system(build);
	json_object_set_new(side->system, "directory", json_string(path));
	free(path);
	return RCC_EXIT_OK;
}

/* Set git[key] to a fact about a commit.  `format` selects the fact.  It is a
 * format of `git log`, such as "%s" for the subject. */
static void add_fact(json_t *git, const char *key, const char *commit,
		     const char *format)
{
	char *option = rcc_mem_printf("--format=%s", format);
	char *text = rcc_git_ask(".", RCC_GIT_WORDS("log", "-1", "--date=short",
						    option, commit, "--"));

	/* json_string() returns NULL if the text is not valid UTF-8. */
	json_object_set_new(git, key, text != NULL ? json_string(text) : NULL);
	free(text);
	free(option);
}

/* Check that a commit has the folder in which its build will run: r->subdir. */
static int check_folder(const struct rcc_ab_side *side,
			const struct repository *r, const char *commit)
{
	char *folder = rcc_mem_printf("%s:%s", commit, r->subdir);
	char *tree = rcc_git_ask(
		".", RCC_GIT_WORDS("rev-parse", "--verify", "--quiet", folder));
	const bool is_there = tree != NULL;

	free(tree);
	free(folder);
	if (is_there)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" has no folder \"%s\", in which its build would "
		  "run",
		  side->word, r->subdir);
	rcc_hint("call randstudy ab in a folder that both versions have, such "
		 "as \"%s\"",
		 r->top);
	return RCC_EXIT_USAGE;
}

/* Let a side stand for a commit.  If the commit is a snapshot of the working
 * tree, `changes` lists the files that differ from HEAD; otherwise it is NULL.
 * The function takes ownership of `changes`. */
static int set_commit(struct rcc_ab_side *side, const char *build,
		      const struct repository *r, const char *commit,
		      json_t *changes)
{
	json_t *git = json_pack("{s:s,s:s,s:s}", "repository", r->top, "commit",
				commit, "subdir", r->subdir);

	if (changes != NULL) {
		json_object_set_new(git, "changes", changes);
	} else {
		add_fact(git, "subject", commit, "%s");
		add_fact(git, "date", commit, "%cd");
	}
	side->system = new_system(build);
	json_object_set_new(side->system, "git", git);
	return check_folder(side, r, commit);
}

/* Let a side stand for a snapshot of the working tree (git_snapshot.h). */
static int set_tree(struct rcc_ab_side *side, const char *build,
		    const struct repository *r)
{
	struct rcc_git_snapshot snapshot;
	int status = rcc_git_snapshot_take(r->top, &snapshot);

	if (status != RCC_EXIT_OK)
		return status;
	if (side->name == NULL)
		side->name = rcc_mem_strdup("working-tree");
	status = set_commit(side, build, r, snapshot.commit, snapshot.changes);
	free(snapshot.commit);
	return status;
}

static int find_side(struct rcc_ab_side *side, const char *build,
		     const struct repository *r)
{
	const bool is_tree = strcmp(side->word, ".") == 0;
	char *commit;
	int status;

	if (is_tree && r->top != NULL)
		return set_tree(side, build, r);
	if (is_directory(side->word))
		return set_directory(side, build);
	commit = r->top != NULL ? commit_of(side->word) : NULL;
	if (commit != NULL) {
		side->name = rcc_mem_strdup(side->word);
		status = set_commit(side, build, r, commit, NULL);
		free(commit);
		return status;
	}
	side->is_command = is_command(side->word);
	if (side->is_command && r->top != NULL)
		return set_tree(side, side->word, r);
	if (side->is_command) {
		side->system = new_system(side->word);
		return RCC_EXIT_OK;
	}
	refuse_word(side->word, r);
	return RCC_EXIT_USAGE;
}

/* ---- Names ------------------------------------------------------------- */

/* Join the words from number `first` to `last` - 1 with blanks.  Returns NULL
 * if there are none, or if the result is too long for a name. */
static char *join(const struct rcc_strvec *word, size_t first, size_t last)
{
	struct rcc_strbuf text = {0};

	for (size_t i = first; i < last; i++)
		rcc_strbuf_add_item(&text, " ", word->item[i]);
	if (text.n > NAME_MAX_LENGTH)
		rcc_strbuf_release(&text);
	return text.n != 0 ? rcc_strbuf_take(&text) : NULL;
}

/* Name two sides that are commands by the words in which these commands
 * differ. */
static void name_by_difference(struct rcc_ab_side side[2])
{
	struct rcc_strvec a = {0};
	struct rcc_strvec b = {0};
	size_t first = 0;
	size_t last = 0;

	rcc_shell_split(side[0].word, &a);
	rcc_shell_split(side[1].word, &b);
	while (first < a.n && first < b.n &&
	       strcmp(a.item[first], b.item[first]) == 0)
		first++;
	while (first + last < a.n && first + last < b.n &&
	       strcmp(a.item[a.n - 1 - last], b.item[b.n - 1 - last]) == 0)
		last++;
	for (size_t i = 0; i < 2; i++) {
		free(side[i].name);
		side[i].name = i == 0 ? join(&a, first, a.n - last)
				      : join(&b, first, b.n - last);
	}
	rcc_strvec_release(&a);
	rcc_strvec_release(&b);
}

static void rename_to(struct rcc_ab_side *side, const char *name)
{
	free(side->name);
	side->name = rcc_mem_strdup(name);
}

static void settle_names(struct rcc_ab_side side[2])
{
	if (side[0].is_command && side[1].is_command)
		name_by_difference(side);
	if (side[0].name == NULL || side[1].name == NULL ||
	    strcmp(side[0].name, side[1].name) == 0) {
		rename_to(&side[0], "old");
		rename_to(&side[1], "new");
	}
	for (size_t i = 0; i < 2; i++)
		json_object_set_new(side[i].system, "name",
				    json_string(side[i].name));
}

/* ---- Both sides -------------------------------------------------------- */

static int check(const struct rcc_ab_side side[2])
{
	for (size_t i = 0; i < 2; i++)
		if (json_is_null(json_object_get(side[i].system, "build"))) {
			rcc_error("\"%s\" needs a build command (--build)",
				  side[i].word);
			rcc_hint("for example: --build 'make CC=randcc'");
			return RCC_EXIT_USAGE;
		}
	if (json_equal(side[0].system, side[1].system)) {
		rcc_error("\"%s\" and \"%s\" are the same", side[0].word,
			  side[1].word);
		rcc_hint("randstudy aa measures a program against itself");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

int rcc_ab_sides_find(const char *old, const char *now, const char *build,
		      struct rcc_ab_side side[2])
{
	struct repository repository;
	int status = RCC_EXIT_OK;

	side[0] = (struct rcc_ab_side){.word = old};
	side[1] = (struct rcc_ab_side){.word = now};
	find_repository(&repository);
	for (size_t i = 0; i < 2 && status == RCC_EXIT_OK; i++)
		status = find_side(&side[i], build, &repository);
	if (status == RCC_EXIT_OK)
		status = check(side);
	if (status == RCC_EXIT_OK)
		settle_names(side);
	release_repository(&repository);
	return status;
}

void rcc_ab_side_release(struct rcc_ab_side *side)
{
	free(side->name);
	json_decref(side->system);
	*side = (struct rcc_ab_side){0};
}
