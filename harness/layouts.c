/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 2: from a recorded link to laid-out programs, several at a time.
 *
 * The original layout comes from the same path, a replay with seed "none", so
 * that the arms differ in layout and in nothing else; its further files are
 * copies of the first.  Nothing counts that does not say itself what it is:
 * each program's note must name the seed that was asked for.
 */
#include "harness/experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/run.h"
#include "harness/note.h"
#include "harness/progress.h"
#include "harness/schedule.h"
#include "harness/spawn.h"

struct job {
	pid_t pid;
	int64_t layout;
	int64_t start_ns;
};

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static char *folder(const struct rcc_experiment *x, int64_t layout,
		    const char *suffix)
{
	return rcc_mem_printf("%s/layouts/%06lld%s", x->dir, (long long)layout,
			      suffix);
}

static void seed_text(const struct rcc_layout_row *row, char *out, size_t n)
{
	if (row->is_original)
		snprintf(out, n, "none");
	else
		snprintf(out, n, "%" PRIu64, row->seed);
}

/* Programs are made in a folder of their own and renamed when all is well. */
static char *new_program(struct rcc_experiment *x, int64_t layout)
{
	char *dir = folder(x, layout, ".new");
	char *path = NULL;

	if (rcc_file_remove_tree(dir) != 0 || rcc_file_mkdirs(dir) != 0)
		rcc_error_errno("cannot make \"%s\"", dir);
	else
		path = rcc_mem_printf("%s/%s", dir,
				      x->linked[x->layout[layout].system].name);
	free(dir);
	return path;
}

static void replay_environment(const struct rcc_experiment *x,
			       const struct rcc_layout_row *row,
			       struct rcc_strvec *env)
{
	static const char *const kept[] = {"RANDCC_SAVE_TEMPS", NULL};
	const char *factors = x->study.arm[row->arm].factors;

	rcc_experiment_environment(x, kept, env);
	if (factors != NULL)
		rcc_spawn_setenv(env, "RANDCC_FACTORS", factors);
}

static pid_t start_replay(struct rcc_experiment *x,
			  const struct rcc_layout_row *row, const char *out)
{
	char *randld = rcc_file_join(x->bindir, "randld");
	char *log = folder(x, row->id, ".log");
	char seed[24];
	struct rcc_strvec argv = {0};
	struct rcc_strvec env = {0};
	struct rcc_spawn spawn = {0};
	pid_t pid = -1;

	seed_text(row, seed, sizeof(seed));
	rcc_strvec_push(&argv, randld);
	rcc_strvec_push(&argv, "--replay");
	rcc_strvec_push(&argv, x->linked[row->system].record);
	rcc_strvec_push(&argv, "--seed");
	rcc_strvec_push(&argv, seed);
	rcc_strvec_push(&argv, "-o");
	rcc_strvec_push(&argv, out);
	replay_environment(x, row, &env);
	spawn.argv = argv.item;
	spawn.envp = env.item;
	spawn.directory = x->study.directory;
	spawn.out_fd =
		open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (spawn.out_fd >= 0)
		pid = rcc_spawn_start(&spawn);
	if (pid < 0)
		rcc_error_errno("cannot run \"%s\"", randld);
	if (spawn.out_fd >= 0)
		close(spawn.out_fd);
	rcc_strvec_release(&argv);
	rcc_strvec_release(&env);
	free(log);
	free(randld);
	return pid;
}

static void show_log(const char *log)
{
	char *text = rcc_file_read(log, NULL);

	if (text != NULL)
		fputs(text, stderr);
	free(text);
}

/* The program's own note must say what we asked for. */
static int check_note(struct rcc_experiment *x, struct rcc_layout_row *row,
		      const char *program)
{
	struct rcc_note note = {0};
	char seed[24];
	int status = rcc_note_read(x->bindir, program, &note);

	seed_text(row, seed, sizeof(seed));
	if (status == RCC_EXIT_OK && strcmp(note.seed, seed) != 0) {
		rcc_error(
			"randld was asked for seed %s, but \"%s\" says it has "
			"seed %s",
			seed, program, note.seed);
		status = RCC_EXIT_FAILED;
	} else if (status == RCC_EXIT_OK && !row->is_original &&
		   !note.is_randomised) {
		rcc_error("\"%s\" was linked without a random layout",
			  x->linked[row->system].name);
		rcc_hint("its objects must be compiled by randcc too, and the "
			 "linker must be able to order functions");
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK) {
		free(row->digest);
		row->digest = rcc_mem_strdup(note.digest);
	}
	rcc_note_release(&note);
	return status;
}

static int read_checksum(const char *path, uint64_t *checksum, int64_t *size)
{
	struct rcc_file_map map;

	if (rcc_file_map(path, &map) != 0)
		return RCC_ESYS;
	*checksum = rcc_rank_hash(map.data, map.n, 0);
	*size = (int64_t)map.n;
	rcc_file_unmap(&map);
	return 0;
}

/* From DIR/layouts/000007.new to DIR/layouts/000007, and into the store. */
static int accept_program(struct rcc_experiment *x, struct rcc_layout_row *row,
			  const char *program)
{
	struct rcc_layout_row found = *row;
	char *from = folder(x, row->id, ".new");
	char *to = folder(x, row->id, "");
	int status = RCC_EXIT_FAILED;

	if (read_checksum(program, &found.checksum, &found.size) != 0) {
		rcc_error_errno("cannot read \"%s\"", program);
	} else if (row->checksum != 0 && row->checksum != found.checksum) {
		rcc_error("layout %lld came out different from what the study "
			  "was begun with",
			  (long long)row->id);
		rcc_hint("compiler or linker may have changed since; begin a "
			 "new study");
	} else if (rcc_file_remove_tree(to) != 0 || rename(from, to) != 0) {
		rcc_error_errno("cannot make \"%s\"", to);
	} else if (row->checksum == 0 &&
		   rcc_store_add_layout(x->store, &found) != 0) {
		status = rcc_experiment_store_failed(x, "store a layout");
	} else {
		*row = found;
		status = RCC_EXIT_OK;
	}
	free(from);
	free(to);
	return status;
}

/* A replay has ended. */
static int finish_replay(struct rcc_experiment *x, const struct job *job,
			 int wstatus)
{
	struct rcc_layout_row *row = &x->layout[job->layout];
	char *log = folder(x, row->id, ".log");
	char *program =
		rcc_mem_printf("%s/layouts/%06lld.new/%s", x->dir,
			       (long long)row->id, x->linked[row->system].name);
	int status = RCC_EXIT_FAILED;
	char seed[24];

	seed_text(row, seed, sizeof(seed));
	if (rcc_spawn_status(wstatus) != 0) {
		rcc_error("linking \"%s\" again with seed %s failed with "
			  "status %d:",
			  x->linked[row->system].name, seed,
			  rcc_spawn_status(wstatus));
		show_log(log);
	} else {
		row->link_ns = now_ns() - job->start_ns;
		status = check_note(x, row, program);
		if (status == RCC_EXIT_OK)
			status = accept_program(x, row, program);
		if (status == RCC_EXIT_OK)
			unlink(log);
	}
	free(program);
	free(log);
	return status;
}

/* Another file with the original layout. */
static int copy_original(struct rcc_experiment *x, struct rcc_layout_row *row,
			 const struct rcc_layout_row *first)
{
	char *from = rcc_experiment_binary(x, first->id);
	char *to = new_program(x, row->id);
	int status = RCC_EXIT_FAILED;

	if (to == NULL) {
		status = RCC_EXIT_FAILED;
	} else if (rcc_file_copy(from, to, 0777) != 0) {
		rcc_error_errno("cannot copy \"%s\" to \"%s\"", from, to);
	} else {
		free(row->digest);
		row->digest = rcc_mem_strdup(first->digest);
		status = accept_program(x, row, to);
	}
	free(from);
	free(to);
	return status;
}

/* Whether the layout is there as it was stored. */
static bool is_there(const struct rcc_experiment *x,
		     const struct rcc_layout_row *row)
{
	uint64_t checksum = 0;
	int64_t size = 0;
	char *path;
	bool is_same;

	if (row->digest == NULL)
		return false;
	path = rcc_experiment_binary(x, row->id);
	is_same = read_checksum(path, &checksum, &size) == 0 &&
		  checksum == row->checksum;
	free(path);
	return is_same;
}

/* The work of this phase: which layouts to link, which to copy. */
struct work {
	int64_t *to_link;
	size_t n_to_link;
	size_t n_started;
	size_t n_done;
	int64_t *to_copy;
	size_t n_to_copy;
	struct job *job;
	size_t n_running;
	int status;
};

static void find_work(struct rcc_experiment *x, struct work *w)
{
	w->to_link = rcc_mem_calloc(x->n_layouts + 1, sizeof(*w->to_link));
	w->to_copy = rcc_mem_calloc(x->n_layouts + 1, sizeof(*w->to_copy));
	w->job = rcc_mem_calloc(x->n_jobs, sizeof(*w->job));
	for (size_t i = 0; i < x->n_layouts; i++) {
		const struct rcc_layout_row *row = &x->layout[i];

		if (is_there(x, row))
			continue;
		if (row->is_original &&
		    rcc_experiment_original(x, row->system) != row->id)
			w->to_copy[w->n_to_copy++] = row->id;
		else
			w->to_link[w->n_to_link++] = row->id;
	}
}

static int start_job(struct rcc_experiment *x, struct work *w)
{
	struct job *job = &w->job[w->n_running];
	char *out;

	job->layout = w->to_link[w->n_started];
	job->start_ns = now_ns();
	out = new_program(x, job->layout);
	job->pid = out != NULL ? start_replay(x, &x->layout[job->layout], out)
			       : -1;
	free(out);
	if (job->pid < 0)
		return RCC_EXIT_FAILED;
	w->n_started++;
	w->n_running++;
	return RCC_EXIT_OK;
}

static void end_job(struct rcc_experiment *x, struct work *w, pid_t pid,
		    int wstatus)
{
	for (size_t i = 0; i < w->n_running; i++) {
		const struct job job = w->job[i];

		if (job.pid != pid)
			continue;
		w->job[i] = w->job[--w->n_running];
		/* One message is enough: the rest fail alike. */
		if (w->status == RCC_EXIT_OK)
			w->status = finish_replay(x, &job, wstatus);
		w->n_done++;
		return;
	}
}

static void link_all(struct rcc_experiment *x, struct work *w)
{
	struct rcc_progress progress;

	rcc_progress_begin(&progress, stderr, "laying out", w->n_to_link, 0,
			   now_ns());
	while (w->n_running != 0 ||
	       (w->n_started < w->n_to_link && w->status == RCC_EXIT_OK)) {
		int wstatus = 0;
		pid_t pid;

		if (w->n_started < w->n_to_link && w->n_running < x->n_jobs &&
		    w->status == RCC_EXIT_OK) {
			w->status = start_job(x, w);
			continue;
		}
		pid = waitpid(-1, &wstatus, 0);
		if (pid < 0 && errno != EINTR)
			break;
		if (pid > 0) {
			rcc_progress_clear(&progress);
			end_job(x, w, pid, wstatus);
			rcc_progress_step(&progress, w->n_done, 0, now_ns());
		}
	}
	rcc_progress_clear(&progress);
}

int rcc_layouts_make(struct rcc_experiment *x)
{
	struct work w = {0};
	char *layouts = rcc_experiment_path(x, "layouts");

	find_work(x, &w);
	if (rcc_file_mkdirs(layouts) != 0) {
		rcc_error_errno("cannot make \"%s\"", layouts);
		w.status = RCC_EXIT_FAILED;
	}
	if (w.status == RCC_EXIT_OK && w.n_to_link != 0)
		link_all(x, &w);
	for (size_t i = 0; i < w.n_to_copy && w.status == RCC_EXIT_OK; i++) {
		struct rcc_layout_row *row = &x->layout[w.to_copy[i]];
		const int64_t first = rcc_experiment_original(x, row->system);

		w.status = copy_original(x, row, &x->layout[first]);
	}
	free(layouts);
	free(w.to_link);
	free(w.to_copy);
	free(w.job);
	return w.status;
}
