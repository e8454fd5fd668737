/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/replay.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "wrapper/link/link.h"
#include "wrapper/record/recipe.h"

/* Layouts that fail one after the other do not fail by their seeds. */
#define FAILURES_IN_A_ROW 3

/* A recipe, the recorded files by word of the parsed line. */
static void assign_files(struct rcc_link *l, const struct rcc_recipe *r)
{
	l->stored = rcc_mem_calloc(l->args.n_words, sizeof(*l->stored));
	for (size_t i = 0; i < l->args.n_words; i++)
		if (l->args.word[i].at < r->n_files &&
		    r->file[l->args.word[i].at] != NULL)
			l->stored[i] = rcc_mem_strdup(
				r->file[l->args.word[i].at]);
}

static char *write_lto_list(const struct rcc_recipe *r)
{
	char *dir = rcc_file_tmp_dir("randld");
	char *path;
	FILE *out;

	if (dir == NULL)
		rcc_file_die_no_tmp();
	path = rcc_mem_printf("%s/kept", dir);
	out = fopen(path, "we");
	for (size_t i = 0; out != NULL && i < r->lto.n; i++)
		fprintf(out, "%s\n", r->lto.item[i]);
	if (out == NULL || fclose(out) != 0)
		rcc_die_errno("cannot write \"%s\"", path);
	free(dir);
	return path;
}

static void remove_lto_list(char *path)
{
	char *slash;

	if (path == NULL)
		return;
	slash = strrchr(path, '/');
	unlink(path);
	*slash = '\0';
	rmdir(path);
	free(path);
}

/* A replay works in the directory of the recorded link. */
static void make_tmp_absolute(void)
{
	const char *dir = getenv("TMPDIR");
	char *real = dir != NULL && dir[0] != '/' ? realpath(dir, NULL) : NULL;

	if (real != NULL)
		setenv("TMPDIR", real, 1);
	free(real);
}

/* ---- Many layouts ------------------------------------------------------- */

struct job {
	pid_t pid;
	size_t seed; /* index */
	char *dir; /* where this job's layouts are made, one after another */
	char *output;
	struct timespec start;
};

struct batch {
	const struct rcc_replay *what;
	struct rcc_link *l;
	struct rcc_settings *set; /* the link's */
	const char *cwd; /* that the pattern is relative to */
	struct job *job;
	size_t n_running; /* the first ones */
	size_t n_started;
	size_t n_failed;
	size_t n_in_a_row; /* failures, of late */
	int status;
	struct rcc_strvec left; /* directories */
};

static bool goes_on(const struct batch *b)
{
	return b->n_started < b->what->seeds->n && !rcc_process_interrupted() &&
	       b->n_in_a_row < FAILURES_IN_A_ROW;
}

/* What is there is whole: a linker that was killed leaves half a file. */
static int link_whole(struct rcc_link *l)
{
	int status = rcc_link_run(l);

	if (status != 0)
		rcc_link_remove_output(l);
	return status;
}

/* The batch whose directories are still there, and whose process this is. */
static const struct batch *begun;
static pid_t begun_by;

/* In a child: its own view of the inputs, its own seed. */
__attribute__((noreturn)) static void lay_out(struct batch *b,
					      const struct rcc_seed *seed,
					      const char *output,
					      const char *dir)
{
	int status;

	b->set->seed = seed->value;
	b->set->is_original = seed->is_original;
	b->l->output = output;
	b->l->used_dir = dir;
	status = link_whole(b->l);
	rcc_link_release(b->l);
	/* Nobody else will, once that one was killed. */
	if (dir != NULL && getppid() != begun_by)
		rcc_file_remove_tree(dir);
	exit(status);
}

static void make_folder_of(const char *path)
{
	char *dir = rcc_mem_strndup(path,
				    (size_t)(rcc_file_base(path) - path));

	if (rcc_file_mkdirs(dir) != 0)
		rcc_warn("cannot create \"%s\": %s", dir, strerror(errno));
	free(dir);
}

static void start(struct batch *b)
{
	const struct rcc_seed *seed = &b->what->seeds->item[b->n_started];
	struct job *job = &b->job[b->n_running];
	char *name;

	name = rcc_seeds_output(b->what->output, seed);
	job->output = rcc_file_join(b->cwd, name);
	free(name);
	job->seed = b->n_started;
	/* Where there can be none, the child says so. */
	if (job->dir == NULL)
		job->dir = rcc_file_tmp_dir("randld");
	make_folder_of(job->output);
	clock_gettime(CLOCK_MONOTONIC, &job->start);
	job->pid = fork();
	if (job->pid < 0)
		rcc_die_errno("cannot start another process");
	if (job->pid == 0)
		lay_out(b, seed, job->output, job->dir);
	b->n_started++;
	b->n_running++;
}

static void finish(struct batch *b, struct job *job, int status)
{
	char text[RCC_SEED_TEXT_MAX];
	const char *seed =
		rcc_seeds_text(&b->what->seeds->item[job->seed], text);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	b->n_in_a_row = status != 0 ? b->n_in_a_row + 1 : 0;
	if (status != 0) {
		b->n_failed++;
		if (b->status == 0)
			b->status = status;
		/* Killed with us: there is nothing to say. */
		if (!rcc_process_interrupted())
			rcc_error("the layout of seed %s failed with status %d",
				  seed, status);
	}
	if (b->what->reports) {
		printf("%s\t%d\t%lld\n", seed, status,
		       (long long)(now.tv_sec - job->start.tv_sec) *
				       1000000000 +
			       now.tv_nsec - job->start.tv_nsec);
		/* Nobody reads: SIGPIPE waits, and ends us. */
		fflush(stdout);
	}
	free(job->output);
}

static void await_one(struct batch *b)
{
	pid_t *pid = rcc_mem_alloc(b->n_running * sizeof(*pid));
	int status = 0;
	struct job ended;
	ssize_t i;

	for (size_t k = 0; k < b->n_running; k++)
		pid[k] = b->job[k].pid;
	i = rcc_process_wait_any(pid, b->n_running, &status);
	free(pid);
	if (i < 0)
		rcc_die_errno("cannot wait for a process");
	finish(b, &b->job[i], status);
	ended = b->job[i];
	/* Killed, maybe before its linker, which reads there. */
	if (status > 128 && ended.dir != NULL) {
		rcc_strvec_push(&b->left, ended.dir);
		free(ended.dir);
		ended.dir = NULL;
	}
	b->job[i] = b->job[--b->n_running];
	b->job[b->n_running] = ended;
}

static void remove_dirs(void)
{
	if (begun == NULL || begun_by != getpid())
		return;
	/* They still work there, if this is not the end of all. */
	for (size_t i = 0; i < begun->n_running; i++)
		waitpid(begun->job[i].pid, NULL, 0);
	for (size_t i = 0; i < begun->left.n; i++)
		rcc_file_remove_tree(begun->left.item[i]);
	for (size_t i = 0; i < begun->what->n_jobs; i++) {
		if (begun->job[i].dir != NULL)
			rcc_file_remove_tree(begun->job[i].dir);
		free(begun->job[i].dir);
	}
	begun = NULL;
}

static int run_batch(struct batch *b)
{
	const size_t n = b->what->seeds->n;

	b->job = rcc_mem_calloc(b->what->n_jobs, sizeof(*b->job));
	begun = b;
	begun_by = getpid();
	atexit(remove_dirs);
	rcc_process_hold_signals();
	while (goes_on(b) || b->n_running != 0) {
		if (goes_on(b) && b->n_running < b->what->n_jobs)
			start(b);
		else
			await_one(b);
	}
	if (b->n_failed != 0 && n > 1 && !rcc_process_interrupted()) {
		rcc_error("%zu of %zu layouts failed", b->n_failed, n);
		if (b->n_started < n)
			rcc_hint("%zu were not tried, since %d failed one "
				 "after the other",
				 n - b->n_started, FAILURES_IN_A_ROW);
	}
	remove_dirs();
	rcc_strvec_release(&b->left);
	free(b->job);
	return b->status;
}

static bool all_original(const struct rcc_seeds *seeds)
{
	for (size_t i = 0; i < seeds->n; i++)
		if (!seeds->item[i].is_original)
			return false;
	return true;
}

/* A library that was installed since may stand before the recorded one in the
 * linker's search. */
static void check_found(const struct rcc_link *l, const struct rcc_recipe *r)
{
	for (size_t i = 0; i < l->n_inputs; i++) {
		const struct rcc_link_input *in = &l->input[i];
		const size_t at = l->args.word[in->word].at;
		const char *was = at < r->n_files ? r->system[at] : NULL;
		char *is = in->path != NULL ? realpath(in->path, NULL) : NULL;

		if (was != NULL && (is == NULL || strcmp(is, was) != 0)) {
			rcc_error("\"%s\" led to \"%s\" when \"%s\" was "
				  "recorded, and leads to \"%s\" now",
				  l->args.word[in->word].text, was, r->record,
				  is != NULL ? is : "nothing");
			rcc_hint("build again with RANDCC_RECORD set");
			exit(RCC_EXIT_OURS);
		}
		free(is);
	}
}

/* ---- One or many -------------------------------------------------------- */

static int run(const struct rcc_replay *what, struct rcc_link *l,
	       const struct rcc_recipe *r, struct rcc_settings *set,
	       const char *cwd)
{
	struct batch b = {.what = what, .l = l, .set = set, .cwd = cwd};
	char *output;
	int status;

	/* What is read does not depend on the seed, but on whether there is
	 * one. */
	if (what->seeds != NULL)
		set->is_original = all_original(what->seeds);
	if (!rcc_link_open(l)) {
		rcc_error("the record \"%s\" has nothing to link",
			  what->record);
		return RCC_EXIT_OURS;
	}
	check_found(l, r);
	if (what->seeds != NULL)
		return run_batch(&b);
	l->output = output = rcc_file_join(cwd, what->output);
	status = link_whole(l);
	l->output = NULL;
	free(output);
	return status;
}

int rcc_replay_run(const struct rcc_replay *what)
{
	struct rcc_settings set = *what->settings;
	struct rcc_link l = {.settings = &set};
	struct rcc_recipe r;
	char cwd[PATH_MAX];
	char *list = NULL;
	const char *bad;
	int status;

	if (getcwd(cwd, sizeof(cwd)) == NULL)
		rcc_die_errno("cannot tell the working directory");
	make_tmp_absolute();
	rcc_recipe_read(&r, what->record);
	/* What was pinned stays so, unless the caller pins by himself. */
	if (set.pin == NULL)
		set.pin = getenv("RANDCC_PIN");
	if (rcc_ldargs_parse(&l.args, r.arg.item, &bad) != 0)
		rcc_die("the record \"%s\" is damaged: \"%s\" lacks its "
			"argument",
			what->record, bad);
	l.linker = rcc_mem_strdup(r.linker);
	l.banner = rcc_mem_strdup(r.banner);
	assign_files(&l, &r);
	l.kept = r.kept;
	l.n_kept = r.n_kept;
	/* Relative words (-rpath-link, -L) mean this directory, where it still
	 * is; everything that is read comes from the record. */
	if (r.cwd == NULL || chdir(r.cwd) != 0)
		errno = 0;
	if (r.lto.n != 0)
		l.kept_lto = list = write_lto_list(&r);
	status = run(what, &l, &r, &set, cwd);
	remove_lto_list(list);
	for (size_t i = 0; i < l.args.n_words; i++)
		free(l.stored[i]);
	free(l.stored);
	rcc_link_release(&l);
	rcc_recipe_release(&r);
	return status;
}
