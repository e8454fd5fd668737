/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with a profile is built in DIR/best-profile, where DIR is the
 * study's directory:
 *
 *	source		the copy of the source.  The build that makes the
 *			profile and the build that uses it are both at this
 *			path, because it is a part of the profiles' names
 *	data		the profile
 *	program		the program and its libraries
 *	build.log	the output of the last build
 */
#include "harness/session/best_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/build_command.h"
#include "harness/build/logged_command.h"
#include "harness/build/source.h"
#include "harness/build/source_copy.h"

struct work {
	struct rcc_best_search *s;
	char *tree; /* the study's source tree */
	char *folder, *source, *data, *program, *log;
	/* why the program could not be built or run; NULL if nothing failed */
	char *problem;
};

char *rcc_best_profile_folder(const struct rcc_best_search *s)
{
	return rcc_experiment_path(&s->search.x, "best-profile/program");
}

void rcc_best_profile_clear(const struct rcc_best_search *s)
{
	static const char *const left[] = {"best-profile/source",
					   "best-profile/data"};
	char *folder = rcc_experiment_path(&s->search.x, "best-profile");

	for (size_t i = 0; i < sizeof(left) / sizeof(left[0]); i++) {
		char *path = rcc_experiment_path(&s->search.x, left[i]);

		rcc_file_remove_tree(path);
		free(path);
	}
	/* rmdir(2) keeps the folder if a program or a log is in it. */
	rmdir(folder);
	free(folder);
}

static void begin(struct work *w, struct rcc_best_search *s)
{
	char *directory =
		rcc_source_directory(&s->search.x, s->search.cell->system);

	*w = (struct work){.s = s};
	w->tree = realpath(directory, NULL);
	w->folder = rcc_experiment_path(&s->search.x, "best-profile");
	w->source = rcc_mem_printf("%s/source", w->folder);
	w->data = rcc_mem_printf("%s/data", w->folder);
	w->program = rcc_best_profile_folder(s);
	w->log = rcc_mem_printf("%s/build.log", w->folder);
	free(directory);
}

static void release(struct work *w)
{
	rcc_best_profile_clear(w->s);
	free(w->tree);
	free(w->folder);
	free(w->source);
	free(w->data);
	free(w->program);
	free(w->log);
	free(w->problem);
}

/* ---- Building ---------------------------------------------------------- */

static const struct rcc_system *system_of(const struct work *w)
{
	return &w->s->search.x.study.system[w->s->search.cell->system];
}

/* Return the path of a built file relative to the source tree; NULL if the file
 * is not in the tree. */
static const char *path_in_tree(const struct work *w, const char *output)
{
	const size_t n = strlen(w->tree);

	return strncmp(output, w->tree, n) == 0 && output[n] == '/'
		       ? output + n + 1
		       : NULL;
}

static void check(struct work *w)
{
	const struct rcc_linked *file;

	if (w->tree == NULL) {
		w->problem = rcc_mem_strdup("its source is not there any more");
		return;
	}
	if (rcc_build_command_names(system_of(w)->build, w->tree))
		w->problem = rcc_mem_strdup("the build command names its own "
					    "directory, so it cannot be "
					    "repeated in a copy");
	for (size_t i = 0;
	     (file = rcc_trial_search_linked(&w->s->search, i)) != NULL &&
	     w->problem == NULL;
	     i++)
		if (path_in_tree(w, file->output) == NULL)
			w->problem = rcc_mem_strdup(
				"the build writes outside its directory, so it "
				"cannot be repeated in a copy");
}

/* Build a fresh copy of the source with these options for the compiler. */
static void build(struct work *w, const char *flags)
{
	struct rcc_system system = *system_of(w);
	const struct rcc_build_command command = {.system = &system,
						  .directory = w->source,
						  .bindir =
							  w->s->search.x.bindir,
						  .seed = "none",
						  .log = w->log};
	char *text = rcc_build_command_with_flags(system.build, flags);

	w->problem = rcc_source_copy(w->tree, w->source);
	system.build = text;
	if (w->problem == NULL &&
	    rcc_build_command_run(&command, &w->s->search.x.study) !=
		    RCC_EXIT_OK)
		w->problem = rcc_mem_printf("its build could not be repeated; "
					    "its output is in \"%s\"",
					    w->log);
	free(text);
}

/* Copy the program and its libraries from the tree in which they were built. */
static void take_program(struct work *w)
{
	const struct rcc_linked *file;

	if (rcc_file_remove_tree(w->program) != 0 ||
	    rcc_file_mkdirs(w->program) != 0)
		w->problem = rcc_mem_printf("cannot make \"%s\"", w->program);
	for (size_t i = 0;
	     (file = rcc_trial_search_linked(&w->s->search, i)) != NULL &&
	     w->problem == NULL;
	     i++) {
		char *from =
			rcc_file_join(w->source, path_in_tree(w, file->output));
		char *to = rcc_file_join(w->program, file->name);

		if (rcc_file_copy(from, to, 0777) != 0)
			w->problem = rcc_mem_printf(
				"the repeated build did not write \"%s\"",
				from);
		free(to);
		free(from);
	}
}

static void build_with(struct work *w, const char *option)
{
	char *quoted = rcc_shell_quote(w->data);
	/* Do not fail if a source file has no profile, or has changed since its
	 * profile was written. */
	char *flags = rcc_mem_printf("%s=%s -fprofile-update=prefer-atomic "
				     "-Wno-missing-profile -Wno-error",
				     option, quoted);

	build(w, flags);
	if (w->problem == NULL)
		take_program(w);
	free(flags);
	free(quoted);
}

/* ---- The profile ------------------------------------------------------- */

/* Run the program, which writes the profile when it ends. */
static int run_once(struct work *w)
{
	struct rcc_trial_run run = {0};
	const int status =
		rcc_trial_runs_try(&w->s->search.runs, w->program, NULL, &run);

	if (status != RCC_EXIT_OK)
		return status;
	if (run.record.outcome != RCC_OUTCOME_OK)
		w->problem = rcc_mem_printf(
			"the run that writes the profile failed: %s",
			rcc_outcome_text(run.record.outcome));
	/* If the run wrote a profile, the directory exists and rmdir(2) fails,
	 * because the directory is not empty. */
	else if (rmdir(w->data) == 0 || access(w->data, F_OK) != 0)
		w->problem = rcc_mem_strdup("the run wrote no profile: the "
					    "compiler is not gcc or clang, or "
					    "the build does not call randcc");
	return RCC_EXIT_OK;
}

/* A shell script for the folder with the profile.  A program of clang writes
 * *.profraw files, which llvm-profdata merges into the file that -fprofile-use
 * reads.  The llvm-profdata of the same version knows their format.  It is in
 * clang's own folder.  The build may call another clang than RANDCC_CC names, so
 * other versions are tried too. */
static const char merge_text[] =
	"ls ./*.profraw >list 2>/dev/null || exit 0\n"
	"own=$(realpath -- \"$(command -v \"${RANDCC_CC:-clang}\")\")\n"
	"for tool in \"${own%/*}/llvm-profdata\" llvm-profdata \\\n"
	"	$(IFS=:; for d in $PATH; do ls \"$d\"; done 2>/dev/null |\n"
	"		grep -x 'llvm-profdata-[0-9]*'); do\n"
	"	command -v \"$tool\" >/dev/null || continue\n"
	"	\"$tool\" merge -o default.profdata ./*.profraw && exit 0\n"
	"done\n"
	"echo 'no llvm-profdata could read the profile of clang'\n"
	"exit 1\n";

/* Make the profile readable for the build that uses it. */
static void merge(struct work *w)
{
	const struct rcc_logged_command command = {
		.name = "merging the profile",
		.text = merge_text,
		.directory = w->data,
		.log = w->log};

	if (rcc_logged_command_run(&command) != RCC_EXIT_OK)
		w->problem = rcc_mem_printf(
			"the profile of clang could not be merged (install the "
			"llvm-profdata of that clang); the output is in \"%s\"",
			w->log);
}

static int make(struct work *w)
{
	int status = RCC_EXIT_OK;

	check(w);
	if (w->problem == NULL)
		build_with(w, "-fprofile-generate");
	if (w->problem == NULL)
		status = run_once(w);
	if (status == RCC_EXIT_OK && w->problem == NULL)
		merge(w);
	if (status == RCC_EXIT_OK && w->problem == NULL)
		build_with(w, "-fprofile-use");
	return status;
}

static bool is_made(const struct rcc_best_search *s)
{
	char *folder = rcc_best_profile_folder(s);
	const struct rcc_linked *file = rcc_trial_search_linked(&s->search, 0);
	char *program = rcc_file_join(folder, file->name);
	const bool is = rcc_file_is_regular(program);

	free(program);
	free(folder);
	return is;
}

int rcc_best_profile_settle(struct rcc_best_search *s)
{
	struct work w;
	int status;

	if (s->b.profile == NULL && !s->options->with_profile)
		return RCC_EXIT_OK;
	if (s->b.profile != NULL &&
	    (json_object_get(s->b.profile, "why") != NULL || is_made(s)))
		return RCC_EXIT_OK;
	fputs("best: building with a profile\n", stderr);
	begin(&w, s);
	status = make(&w);
	if (status == RCC_EXIT_OK)
		status = rcc_trial_search_store_json(
			&s->search, RCC_BEST_PROFILE,
			w.problem != NULL ? json_pack("{s:s}", "why", w.problem)
					  : json_pack("{s:b}", "built", true));
	release(&w);
	return status;
}
