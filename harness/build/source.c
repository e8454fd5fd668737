/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/git.h"

static char *worktree(const struct rcc_experiment *x, size_t i)
{
	return rcc_mem_printf("%s/source/%zu", x->dir, i);
}

char *rcc_source_directory(const struct rcc_experiment *x, size_t i)
{
	const struct rcc_system *system = &x->study.system[i];
	char *top;
	char *directory;

	if (system->directory != NULL)
		return rcc_mem_strdup(system->directory);
	if (system->repository == NULL)
		return rcc_mem_strdup(x->study.directory);
	top = worktree(x, i);
	if (system->subdir[0] == '\0')
		return top;
	directory = rcc_file_join(top, system->subdir);
	free(top);
	return directory;
}

static int add_submodules(const char *top)
{
	char *list = rcc_file_join(top, ".gitmodules");
	int status = RCC_EXIT_OK;

	if (access(list, F_OK) == 0 &&
	    rcc_git_run(top, RCC_GIT_WORDS("submodule", "--quiet", "update",
					   "--init", "--recursive")) != 0) {
		rcc_error("cannot get the submodules of \"%s\"", top);
		status = RCC_EXIT_FAILED;
	}
	free(list);
	return status;
}

/* Prepare the path `top` for a new worktree: make the directory that contains
 * `top`, and remove what is at `top`.  Git may still list an earlier worktree
 * at `top`.  It recognizes the path only if the containing directory exists. */
static int clear_place(const struct rcc_experiment *x, const char *top)
{
	char *around = rcc_experiment_path(x, "source");
	int status = RCC_EXIT_OK;

	if (rcc_file_mkdirs(around) != 0) {
		rcc_error_errno("cannot make \"%s\"", around);
		status = RCC_EXIT_FAILED;
	} else if (rcc_file_remove_tree(top) != 0) {
		rcc_error_errno("cannot remove \"%s\"", top);
		status = RCC_EXIT_FAILED;
	}
	free(around);
	return status;
}

/* Check out a system's commit.  If git still lists a worktree of a removed
 * study at this path, --force replaces it.  "git worktree prune" is no
 * alternative: it would also forget worktrees of the user that are not mounted
 * now. */
static int add_worktree(const struct rcc_system *system, char *top)
{
	if (rcc_git_run(system->repository,
			RCC_GIT_WORDS("worktree", "add", "--quiet", "--force",
				      "--detach", top, system->commit)) == 0)
		return add_submodules(top);
	rcc_error("cannot check out \"%s\", commit %s", system->name,
		  system->commit);
	rcc_hint("to \"%s\", as a worktree of \"%s\"", top, system->repository);
	return RCC_EXIT_FAILED;
}

int rcc_source_check_out(const struct rcc_experiment *x, size_t i)
{
	const struct rcc_system *system = &x->study.system[i];
	char *top;
	int status = RCC_EXIT_OK;

	if (system->repository == NULL)
		return RCC_EXIT_OK;
	top = worktree(x, i);
	status = clear_place(x, top);
	if (status == RCC_EXIT_OK)
		status = add_worktree(system, top);
	free(top);
	return status;
}

/* `git worktree remove` also removes the worktree's files.  Rename them during
 * this call to keep them. */
void rcc_source_detach(const struct rcc_experiment *x, size_t i)
{
	const struct rcc_system *system = &x->study.system[i];
	char *top;
	char *aside;
	char *link;

	if (system->repository == NULL || x->study.is_rebuilt)
		return;
	top = worktree(x, i);
	aside = rcc_mem_printf("%s.aside", top);
	link = rcc_file_join(aside, ".git");
	if (rename(top, aside) == 0) {
		free(rcc_git_ask(
			system->repository,
			RCC_GIT_WORDS("worktree", "remove", "--force", top)));
		unlink(link);
		/* A failure of rename() is not reported here.  If the program
		 * needs these files, its reference run fails. */
		rename(aside, top);
	}
	free(link);
	free(aside);
	free(top);
}
