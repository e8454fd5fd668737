/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "wrapper/link/lay_out.h"
#include "wrapper/link/link.h"
#include "wrapper/link/needed_files.h"
#include "wrapper/record/code_list.h"
#include "wrapper/record/content_store.h"
#include "wrapper/record/order_list.h"
#include "wrapper/record/recipe.h"

/* Start no more layouts after this many failures in a row.  So many failures
 * are hardly the fault of single seeds. */
#define FAILURES_IN_A_ROW 3

/* A recorded link that is being repeated. */
struct replay {
	const struct rcc_replay *what;
	/* The working directory of the caller.  A relative output path refers
	 * to this directory, although the replay changes to another one. */
	char cwd[PATH_MAX];
	struct rcc_recipe recipe;
	struct rcc_settings settings;
	struct rcc_ldargs args;
	struct rcc_linker linker;
	struct rcc_request request;
	struct rcc_recorded recorded;
	struct rcc_work_dir lto_dir; /* contains the file lto_list */
	char *lto_list;		     /* path of the list of LTO's objects */
	struct rcc_link link;
};

/* Lay out and link the program.  If the linker fails, remove the output, which
 * may be incomplete. */
static int run_link(struct rcc_link *l, struct rcc_refusal *why)
{
	int status = rcc_lay_out(l, why);

	if (status > 0)
		rcc_link_remove_output(l);
	return status;
}

/* ---- Many layouts ------------------------------------------------------- */

/* A child process that makes one layout. */
struct job {
	pid_t pid;
	size_t seed; /* index in the list of seeds */
	char *dir;   /* directory of private copies; later jobs reuse it */
	char *output;
	int64_t start_ns;
};

/* All layouts of one replay, which several jobs make at the same time. */
struct batch {
	struct replay *replay;
	const struct rcc_replay *what;
	pid_t parent;
	struct job *job;
	size_t n_running; /* the running jobs come first in `job` */
	size_t n_started;
	size_t n_failed;
	size_t n_in_a_row; /* layouts that failed since the last success */
	int status;	   /* exit status of the first layout that failed */
	/* the error after which no layout is started, or 0 */
	int err;
	struct rcc_refusal *why;
	/* The directories of jobs that were killed.  The linkers of these jobs
	 * may still be reading the directories. */
	struct rcc_strvec abandoned;
};

static bool goes_on(const struct batch *b)
{
	return b->err == 0 && b->n_started < b->what->seeds->n &&
	       !rcc_process_interrupted() && b->n_in_a_row < FAILURES_IN_A_ROW;
}

/* Make one layout.  Call this in a child process, because it changes the inputs
 * in memory.  Returns the exit status of the child. */
static int lay_out(struct batch *b, const struct job *job)
{
	struct replay *r = b->replay;
	const struct rcc_seed *seed = &b->what->seeds->item[job->seed];
	struct rcc_refusal why = {0};
	bool is_refused;
	int status;

	r->settings.seed = seed->value;
	r->settings.is_original = seed->is_original;
	r->link.output = job->output;
	r->link.used_dir = job->dir;
	status = run_link(&r->link, &why);
	is_refused = status < 0;
	rcc_link_release(&r->link);
	/* If the parent was killed, it will not remove the directory. */
	if (job->dir != NULL && getppid() != b->parent)
		rcc_file_remove_tree(job->dir);
	if (is_refused) {
		rcc_refusal_print(&why);
		return RCC_EXIT_OURS;
	}
	rcc_process_release_signals();
	return status;
}

static void make_folder_of(const char *path)
{
	char *dir = rcc_mem_strndup(path, (size_t)(rcc_file_base(path) - path));

	if (rcc_file_mkdirs(dir) != 0)
		rcc_warn("cannot create \"%s\": %s", dir, strerror(errno));
	free(dir);
}

/* Start the job of the next seed. */
static void start(struct batch *b)
{
	struct job *job = &b->job[b->n_running];
	char *name;

	job->seed = b->n_started;
	name = rcc_seed_output(b->what->output,
			       &b->what->seeds->item[job->seed]);
	job->output = rcc_file_join(b->replay->cwd, name);
	free(name);
	/* If the temporary directory cannot be made, the child reports it. */
	if (job->dir == NULL)
		job->dir = rcc_file_tmp_dir("randld");
	make_folder_of(job->output);
	job->start_ns = rcc_clock_now_ns();
	job->pid = fork();
	if (job->pid < 0) {
		b->err = rcc_refuse(b->why, RCC_ESYS, NULL,
				    "cannot start another process");
		free(job->output);
		return;
	}
	/* The child must end here and not return to main(). */
	if (job->pid == 0)
		exit(lay_out(b, job));
	b->n_started++;
	b->n_running++;
}

/* Report the end of a job, and count it if it failed. */
static void finish(struct batch *b, struct job *job, int status)
{
	char text[RCC_SEED_TEXT_MAX];
	const char *seed =
		rcc_seed_text(&b->what->seeds->item[job->seed], text);
	int64_t wall_ns = rcc_clock_now_ns() - job->start_ns;

	b->n_in_a_row = status != 0 ? b->n_in_a_row + 1 : 0;
	if (status != 0) {
		b->n_failed++;
		if (b->status == 0)
			b->status = status;
		/* A layout may have been killed together with this process.  Do
		 * not report that. */
		if (!rcc_process_interrupted())
			rcc_error("the layout of seed %s failed with status %d",
				  seed, status);
	}
	if (b->what->reports) {
		printf("%s\t%d\t%" PRId64 "\n", seed, status, wall_ns);
		/* If nobody reads standard output, this raises SIGPIPE, which
		 * is held and stops the batch. */
		fflush(stdout);
	}
	free(job->output);
	job->output = NULL;
}

/* Wait until one of the jobs ends. */
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
	if (i < 0) {
		b->err = rcc_refuse(b->why, RCC_ESYS, NULL,
				    "cannot wait for a layout");
		b->n_running = 0;
		return;
	}
	finish(b, &b->job[i], status);
	ended = b->job[i];
	/* If a signal ended the job, its linker may still be running.  Then no
	 * other job may use the directory. */
	if (status > 128 && ended.dir != NULL) {
		rcc_strvec_take(&b->abandoned, ended.dir);
		ended.dir = NULL;
	}
	/* Move the ended job behind the running ones.  The next job reuses its
	 * directory. */
	b->job[i] = b->job[--b->n_running];
	b->job[b->n_running] = ended;
}

static void release_batch(struct batch *b)
{
	for (size_t i = 0; i < b->abandoned.n; i++)
		rcc_file_remove_tree(b->abandoned.item[i]);
	for (size_t i = 0; i < b->what->n_jobs; i++) {
		if (b->job[i].dir != NULL)
			rcc_file_remove_tree(b->job[i].dir);
		free(b->job[i].dir);
	}
	rcc_strvec_release(&b->abandoned);
	free(b->job);
}

static int lay_out_many(struct replay *r, struct rcc_refusal *why)
{
	struct batch b = {
		.replay = r, .what = r->what, .parent = getpid(), .why = why};
	const size_t n = b.what->seeds->n;

	b.job = rcc_mem_calloc(b.what->n_jobs, sizeof(*b.job));
	rcc_process_hold_signals();
	while (goes_on(&b) || b.n_running != 0) {
		if (goes_on(&b) && b.n_running < b.what->n_jobs)
			start(&b);
		else
			await_one(&b);
	}
	if (b.n_failed != 0 && n > 1 && !rcc_process_interrupted()) {
		rcc_error("%zu of %zu layouts failed", b.n_failed, n);
		if (b.n_started < n && b.err == 0)
			rcc_hint("%zu were not tried, since %d failed in a "
				 "row",
				 n - b.n_started, FAILURES_IN_A_ROW);
	}
	release_batch(&b);
	return b.err != 0 ? b.err : b.status;
}

/* ---- The record --------------------------------------------------------- */

static int write_lto_list(struct replay *r, struct rcc_refusal *why)
{
	FILE *out;
	int err;

	if (r->recipe.lto.n == 0)
		return 0;
	err = rcc_work_dir_open(&r->lto_dir, false, why);
	if (err != 0)
		return err;
	r->lto_list = rcc_mem_printf("%s/kept", r->lto_dir.path);
	out = fopen(r->lto_list, "we");
	for (size_t i = 0; out != NULL && i < r->recipe.lto.n; i++)
		fprintf(out, "%s\n", r->recipe.lto.item[i]);
	if (out == NULL || fclose(out) != 0)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot write \"%s\"",
				  r->lto_list);
	r->recorded.lto_list = r->lto_list;
	return 0;
}

/* Find the file in the record's store for each word on the command line.  The
 * paths point into the recipe. */
static void assign_files(struct replay *r)
{
	const struct rcc_recipe *recipe = &r->recipe;

	r->recorded.file =
		rcc_mem_calloc(r->args.n_words, sizeof(*r->recorded.file));
	r->recorded.path =
		rcc_mem_calloc(r->args.n_words, sizeof(*r->recorded.path));
	for (size_t i = 0; i < r->args.n_words; i++) {
		const size_t at = r->args.word[i].at;

		if (at < recipe->n_files) {
			r->recorded.file[i] = recipe->file[at];
			r->recorded.path[i] = recipe->path[at];
		}
	}
	r->recorded.script_file = recipe->script_file;
	r->recorded.n_script_files = recipe->n_script_files;
	r->recorded.needed = recipe->needed;
	r->recorded.n_needed = recipe->n_needed;
}

/* Make TMPDIR absolute, because a replay changes to the directory of the
 * recorded link. */
static void make_tmp_absolute(void)
{
	const char *dir = getenv("TMPDIR");
	char *real = dir != NULL && dir[0] != '/' ? realpath(dir, NULL) : NULL;

	if (real != NULL)
		setenv("TMPDIR", real, 1);
	free(real);
}

static int read_record(struct replay *r, struct rcc_refusal *why)
{
	const char *record = r->what->record;
	const char *bad;
	int moved;
	int err;

	make_tmp_absolute();
	err = rcc_recipe_read(&r->recipe, record, why);
	if (err != 0)
		return err;
	/* Use the recorded RANDCC_PIN unless the variable was set in the
	 * environment of this replay. */
	if (r->settings.pin == NULL)
		r->settings.pin = getenv("RANDCC_PIN");
	if (rcc_ldargs_parse(&r->args, r->recipe.arg.item, &bad) != 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "the record \"%s\" is damaged: \"%s\" lacks "
				  "its argument",
				  record, bad);
	r->linker.path = rcc_mem_strdup(r->recipe.linker);
	r->linker.banner = rcc_mem_strdup(r->recipe.banner);
	rcc_linker_identify(&r->linker);
	assign_files(r);
	/* Relative paths on the command line (-rpath-link, -L) refer to this
	 * directory.  If it is gone, they refer to the caller's directory.
	 * check_found() refuses the inputs that the linker would find there, and
	 * rcc_needed_files_check() the libraries that others need. */
	moved = r->recipe.cwd != NULL ? chdir(r->recipe.cwd) : 0;
	(void)moved;
	return write_lto_list(r, why);
}

/* Check that the linker still finds the recorded file of the system.  A library
 * installed later may now come first in the linker's search. */
static int check_found(const struct replay *r, const struct rcc_input *in,
		       struct rcc_refusal *why)
{
	const struct rcc_ld_word *w = &r->args.word[in->word];
	const char *was =
		w->at < r->recipe.n_files ? r->recipe.system[w->at] : NULL;
	char *is;
	int err = 0;

	if (was == NULL)
		return 0;
	is = in->path != NULL ? realpath(in->path, NULL) : NULL;
	if (is == NULL || strcmp(is, was) != 0)
		err = rcc_refuse(why, RCC_EFORMAT,
				 "build again with RANDCC_RECORD set",
				 "\"%s\" meant \"%s\" when \"%s\" was "
				 "recorded, and means \"%s\" now",
				 w->text, was, r->recipe.record,
				 is != NULL ? is : "nothing");
	free(is);
	return err;
}

/* Check an input that the linker must find at the path on the command line
 * (rcc_inputs_needs_path()): the recorded file must be there. */
static int check_in_place(const struct replay *r, const struct rcc_input *in,
			  struct rcc_refusal *why)
{
	const struct rcc_ld_word *w = &r->args.word[in->word];
	char now[RCC_CONTENT_ID_LEN + 1];

	if (r->recorded.file[in->word] == NULL || !rcc_inputs_needs_path(in, w))
		return 0;
	if (rcc_content_store_id(w->text, now) == 0 &&
	    strcmp(now, rcc_file_base(in->path)) == 0)
		return 0;
	if (w->is_foreign)
		return rcc_refuse(why, RCC_EFORMAT,
				  "restore that file, or record again",
				  "\"%s\" has changed since the link was "
				  "recorded, and the program may have symbols "
				  "with its path (-b)",
				  w->text);
	return rcc_refuse(why, RCC_EFORMAT,
			  "build that library again, or give it a soname "
			  "(-Wl,-soname=NAME) and record again",
			  "\"%s\" has no soname, and has changed since the "
			  "link was recorded",
			  w->text);
}

static int open_link(struct replay *r, struct rcc_refusal *why)
{
	const struct rcc_inputs *inputs = &r->link.inputs;
	int err = rcc_link_open(&r->link, why);

	if (err < 0)
		return err;
	if (err == 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "the record \"%s\" has nothing to link",
				  r->what->record);
	err = 0;
	for (size_t i = 0; i < inputs->n && err == 0; i++) {
		err = check_found(r, &inputs->item[i], why);
		if (err == 0)
			err = check_in_place(r, &inputs->item[i], why);
	}
	return err != 0 ? err : rcc_needed_files_check(&r->link, why);
}

/* ---- One layout or many ------------------------------------------------- */

static bool all_original(const struct rcc_seed_list *seeds)
{
	for (size_t i = 0; i < seeds->n; i++)
		if (!seeds->item[i].is_original)
			return false;
	return true;
}

static int lay_out_one(struct replay *r, struct rcc_refusal *why)
{
	char *output = rcc_file_join(r->cwd, r->what->output);
	int status;

	r->link.output = output;
	status = run_link(&r->link, why);
	r->link.output = NULL;
	free(output);
	return status;
}

static int list_code(const struct replay *r, struct rcc_refusal *why)
{
	char *program = rcc_file_join(r->cwd, r->what->listed);
	int status;

	if (r->what->lists_order)
		status = rcc_order_list_print(stdout, &r->link, &r->recipe,
					      program, why);
	else if (rcc_code_list_print(stdout, &r->link, &r->recipe, program) ==
		 0)
		status = 0;
	else
		status = rcc_refuse(why, RCC_ESYS, NULL, "cannot read \"%s\"",
				    program);
	free(program);
	return status;
}

static void release(struct replay *r)
{
	rcc_link_release(&r->link);
	rcc_work_dir_release(&r->lto_dir);
	free(r->lto_list);
	free(r->recorded.file);
	free(r->recorded.path);
	rcc_linker_release(&r->linker);
	rcc_ldargs_release(&r->args);
	rcc_recipe_release(&r->recipe);
}

int rcc_replay_run(const struct rcc_replay *what, struct rcc_refusal *why)
{
	struct replay r = {.what = what, .settings = *what->settings};
	int status;

	if (getcwd(r.cwd, sizeof(r.cwd)) == NULL)
		return rcc_refuse(why, RCC_ESYS, NULL,
				  "cannot get the working directory");
	/* If all seeds are "none", read the inputs as for the original
	 * layout. */
	if (what->seeds != NULL)
		r.settings.is_original = all_original(what->seeds);
	r.request = (struct rcc_request){
		.settings = &r.settings, .args = &r.args, .linker = &r.linker};
	r.link.request = &r.request;
	r.link.recorded = &r.recorded;
	status = read_record(&r, why);
	if (status == 0)
		status = open_link(&r, why);
	if (status == 0 && what->listed != NULL)
		status = list_code(&r, why);
	else if (status == 0)
		status = what->seeds != NULL ? lay_out_many(&r, why)
					     : lay_out_one(&r, why);
	release(&r);
	return status;
}
