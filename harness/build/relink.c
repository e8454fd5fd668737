/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/relink.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/strbuf.h"
#include "harness/build/build_command.h"
#include "harness/build/source.h"

/* If there are libraries, this many layouts are made in a batch.  One call of
 * randld links only one file, so a batch needs a call for each library and one
 * for the program.  A killed study keeps only the layouts of complete
 * batches. */
#define N_TOGETHER 64

/* One call of randld.  It links one file for several seeds, and reports each
 * seed when it is done. */
struct replay {
	const struct rcc_linked *linked;
	size_t first; /* index of the first layout of the call */
	size_t end;
	size_t n_done; /* all layouts before this index are done */
	bool *is_done;
	FILE *report; /* standard output of randld; NULL if it is not running */
	pid_t pid;
	char failed_seed[RCC_RELINK_SEED_MAX];
};

struct rcc_relink {
	const struct rcc_experiment *x;
	const struct rcc_linked *linked;
	const char *folder;
	unsigned n_jobs;
	const int64_t *layout;
	int64_t *library_ns; /* link time of each layout's libraries */
	size_t n;
	char *seeds; /* path of randld's list of seeds */
	char *log;
	struct replay replay;
	/* The next layout to make.  For replays, the first layout of the next
	 * batch. */
	size_t next_layout;
	/* The library to link next for the batch.  If it is n_libraries, the
	 * program is next. */
	size_t next_library;
};

const char *rcc_relink_seed(const struct rcc_layout_record *record, char *out)
{
	if (record->is_original)
		snprintf(out, RCC_RELINK_SEED_MAX, "none");
	else
		snprintf(out, RCC_RELINK_SEED_MAX, "%" PRIu64, record->seed);
	return out;
}

char *rcc_relink_folder(const char *folder,
			const struct rcc_layout_record *record)
{
	char seed[RCC_RELINK_SEED_MAX];

	return rcc_file_join(folder, rcc_relink_seed(record, seed));
}

static const struct rcc_layout_record *record_of(const struct rcc_relink *r,
						 size_t i)
{
	return &r->x->layout[r->layout[i]];
}

/* ---- Replays: starting randld ------------------------------------------ */

static int write_seeds(const struct rcc_relink *r)
{
	FILE *out = fopen(r->seeds, "we");
	char seed[RCC_RELINK_SEED_MAX];

	for (size_t i = r->replay.first; out != NULL && i < r->replay.end; i++)
		fprintf(out, "%s\n", rcc_relink_seed(record_of(r, i), seed));
	if (out != NULL && fclose(out) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write \"%s\"", r->seeds);
	return RCC_EXIT_FAILED;
}

/* Append `text` to the argument of randld's option -o.  Double each percent
 * sign of `text`, because "%s" stands for the seed in that argument. */
static void add_escaped(struct rcc_strbuf *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '%')
			rcc_strbuf_add_char(out, '%');
		rcc_strbuf_add_char(out, *text);
	}
}

static char *output_pattern(const struct rcc_relink *r)
{
	struct rcc_strbuf text = {0};

	add_escaped(&text, r->folder);
	rcc_strbuf_add(&text, "/%s/");
	add_escaped(&text, r->replay.linked->name);
	return rcc_strbuf_take(&text);
}

static void replay_arguments(const struct rcc_relink *r,
			     struct rcc_strvec *argv)
{
	rcc_strvec_take(argv, rcc_file_join(r->x->bindir, "randld"));
	rcc_strvec_push(argv, "--replay");
	rcc_strvec_push(argv, r->replay.linked->record);
	rcc_strvec_push(argv, "--seeds");
	rcc_strvec_push(argv, r->seeds);
	rcc_strvec_push(argv, "--jobs");
	rcc_strvec_pushf(argv, "%u", r->n_jobs);
	rcc_strvec_push(argv, "--report");
	rcc_strvec_push(argv, "-o");
	rcc_strvec_take(argv, output_pattern(r));
}

static void replay_environment(const struct rcc_relink *r,
			       struct rcc_strvec *env)
{
	static const char *const kept[] = {"RANDCC_SAVE_TEMPS", NULL};
	const struct rcc_study *study = &r->x->study;
	const char *factors = study->arm[record_of(r, 0)->arm].factors;

	rcc_build_command_environment(study, kept, env);
	if (factors != NULL)
		rcc_process_setenv(env, "RANDCC_FACTORS", factors);
}

static pid_t start_randld(const struct rcc_relink *r, int report_fd)
{
	struct rcc_strvec argv = {0};
	struct rcc_strvec env = {0};
	struct rcc_process process = {
		.directory = r->x->study.directory,
		.no_input = true,
		.out_fd = report_fd,
	};
	pid_t pid = -1;

	replay_arguments(r, &argv);
	replay_environment(r, &env);
	process.argv = argv.item;
	process.envp = env.item;
	process.err_fd =
		open(r->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (process.err_fd >= 0)
		pid = rcc_process_start(&process);
	if (pid < 0)
		rcc_error_errno("cannot run \"%s\"", argv.item[0]);
	if (process.err_fd >= 0)
		close(process.err_fd);
	rcc_strvec_release(&argv);
	rcc_strvec_release(&env);
	return pid;
}

static int start_replay(struct rcc_relink *r)
{
	int end[2];

	if (pipe2(end, O_CLOEXEC) != 0) {
		rcc_error_errno("cannot make a pipe");
		return RCC_EXIT_FAILED;
	}
	r->replay.pid = start_randld(r, end[1]);
	close(end[1]);
	if (r->replay.pid < 0) {
		close(end[0]);
		return RCC_EXIT_FAILED;
	}
	r->replay.report = fdopen(end[0], "re");
	if (r->replay.report == NULL) {
		rcc_error_errno("cannot read a pipe");
		close(end[0]);
		rcc_process_wait(r->replay.pid);
		return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}

/* Start the next call of randld.  *has_next is false if all calls have been
 * made. */
static int next_replay(struct rcc_relink *r, bool *has_next)
{
	const struct rcc_linked *linked = r->linked;
	const size_t n_most = linked->n_libraries != 0 ? N_TOGETHER : r->n;
	const size_t n_left = r->n - r->next_layout;
	struct replay *now = &r->replay;
	int status;

	*has_next = n_left != 0;
	if (!*has_next)
		return RCC_EXIT_OK;
	free(now->is_done);
	*now = (struct replay){
		.linked = r->next_library < linked->n_libraries
				  ? &linked->library[r->next_library]
				  : linked,
		.first = r->next_layout,
		.n_done = r->next_layout,
		.end = r->next_layout + (n_left < n_most ? n_left : n_most),
		.is_done = rcc_mem_calloc(r->n, sizeof(*now->is_done)),
	};
	if (now->linked == linked) {
		r->next_layout = now->end;
		r->next_library = 0;
	} else {
		r->next_library++;
	}
	status = write_seeds(r);
	return status == RCC_EXIT_OK ? start_replay(r) : status;
}

/* ---- Replays: randld's report ------------------------------------------ */

static void show_log(const char *log)
{
	char *text = rcc_file_read(log, NULL);

	if (text != NULL)
		fputs(text, stderr);
	free(text);
}

/* Close randld's standard output, which makes randld end.  Returns its
 * status. */
static int close_replay(struct rcc_relink *r)
{
	int status;

	fclose(r->replay.report);
	r->replay.report = NULL;
	status = rcc_process_wait(r->replay.pid);
	if (status == 0)
		unlink(r->log);
	return status;
}

static int end_replay(struct rcc_relink *r)
{
	const bool has_seed = r->replay.failed_seed[0] != '\0';
	const int status = close_replay(r);

	if (status == 0)
		return RCC_EXIT_OK;
	rcc_error("linking \"%s\" again%s%s failed with status %d:",
		  r->replay.linked->name, has_seed ? " with seed " : "",
		  r->replay.failed_seed, status);
	show_log(r->log);
	if (r->replay.linked != r->linked && !r->x->study.has_libraries)
		rcc_hint("--library=none leaves the shared libraries of the "
			 "build as they are");
	return RCC_EXIT_FAILED;
}

/* Find the layout that has this seed and is not done, and mark it as done.
 * Returns r->n if there is none.  Reports come nearly in order, so the search
 * begins at the first layout that is not done. */
static size_t find_layout(struct rcc_relink *r, const char *seed)
{
	struct replay *now = &r->replay;
	char text[RCC_RELINK_SEED_MAX];

	while (now->n_done < now->end && now->is_done[now->n_done])
		now->n_done++;
	for (size_t i = now->n_done; i < now->end; i++) {
		if (now->is_done[i] ||
		    strcmp(rcc_relink_seed(record_of(r, i), text), seed) != 0)
			continue;
		now->is_done[i] = true;
		return i;
	}
	return r->n;
}

/* Parse "SEED<tab>STATUS<tab>NANOSECONDS".  Set *made if the line completes a
 * layout. */
static void take_line(struct rcc_relink *r, char *line, int64_t *made,
		      int64_t *link_ns)
{
	char *status = strchr(line, '\t');
	const char *ns;
	size_t i;

	if (status == NULL)
		return;
	*status++ = '\0';
	ns = strchr(status, '\t');
	i = find_layout(r, line);
	if (ns == NULL || i == r->n)
		return;
	if (strtol(status, NULL, 10) != 0) {
		if (r->replay.failed_seed[0] == '\0')
			snprintf(r->replay.failed_seed,
				 sizeof(r->replay.failed_seed), "%s", line);
		return;
	}
	if (r->replay.linked != r->linked) {
		r->library_ns[i] += strtoll(ns, NULL, 10);
		return;
	}
	*made = r->layout[i];
	*link_ns = r->library_ns[i] + strtoll(ns, NULL, 10);
}

static int next_by_replay(struct rcc_relink *r, int64_t *made, int64_t *link_ns)
{
	char *line = NULL;
	size_t room = 0;
	bool has_next = true;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK && has_next && *made < 0) {
		if (r->replay.report == NULL)
			status = next_replay(r, &has_next);
		else if (getline(&line, &room, r->replay.report) > 0)
			take_line(r, line, made, link_ns);
		else
			status = end_replay(r);
	}
	free(line);
	return status;
}

/* ---- Builds ------------------------------------------------------------ */

static int copy_built(const struct rcc_relink *r,
		      const struct rcc_layout_record *record,
		      const struct rcc_linked *linked)
{
	char *dir = rcc_relink_folder(r->folder, record);
	char *to = rcc_mem_printf("%s/%s", dir, linked->name);
	int status = RCC_EXIT_FAILED;

	if (rcc_file_mkdirs(dir) != 0)
		rcc_error_errno("cannot make \"%s\"", dir);
	else if (rcc_file_copy(linked->output, to, 0777) != 0)
		rcc_error_errno("cannot copy \"%s\" to \"%s\"", linked->output,
				to);
	else
		status = RCC_EXIT_OK;
	free(to);
	free(dir);
	return status;
}

/* Make the next layout by the build command.  Builds share the user's tree, so
 * they run one at a time. */
static int next_by_build(struct rcc_relink *r, int64_t *made, int64_t *link_ns)
{
	const struct rcc_study *study = &r->x->study;
	const struct rcc_linked *linked = r->linked;
	const int64_t start_ns = rcc_clock_now_ns();
	const struct rcc_layout_record *record;
	char seed[RCC_RELINK_SEED_MAX];
	struct rcc_build_command command;
	char *directory;
	int status;

	if (r->next_layout == r->n) {
		unlink(r->log);
		return RCC_EXIT_OK;
	}
	record = record_of(r, r->next_layout);
	directory = rcc_source_directory(r->x, record->system);
	command = (struct rcc_build_command){
		.system = &study->system[record->system],
		.directory = directory,
		.bindir = r->x->bindir,
		.seed = rcc_relink_seed(record, seed),
		.factors = study->arm[record->arm].factors,
		.log = r->log,
	};
	status = rcc_build_command_run(&command, study);
	free(directory);
	if (status == RCC_EXIT_OK)
		status = copy_built(r, record, linked);
	for (size_t i = 0; i < linked->n_libraries && status == RCC_EXIT_OK;
	     i++)
		status = copy_built(r, record, &linked->library[i]);
	if (status != RCC_EXIT_OK)
		return status;
	*made = r->layout[r->next_layout++];
	*link_ns = rcc_clock_now_ns() - start_ns;
	return RCC_EXIT_OK;
}

/* ---- Replays and builds ------------------------------------------------ */

struct rcc_relink *rcc_relink_new(const struct rcc_experiment *x,
				  const char *folder, unsigned n_jobs,
				  const int64_t *layout, size_t n)
{
	struct rcc_relink *r = rcc_mem_calloc(1, sizeof(*r));

	*r = (struct rcc_relink){
		.x = x,
		.linked = &x->linked[x->layout[layout[0]].system],
		.folder = folder,
		.n_jobs = n_jobs,
		.layout = layout,
		.library_ns = rcc_mem_calloc(n, sizeof(*r->library_ns)),
		.n = n,
		.seeds = rcc_mem_printf("%s/seeds", folder),
		.log = rcc_experiment_path(x, "layouts.log"),
	};
	return r;
}

int rcc_relink_next(struct rcc_relink *relink, int64_t *made, int64_t *link_ns)
{
	*made = -1;
	*link_ns = 0;
	return relink->x->study.is_rebuilt
		       ? next_by_build(relink, made, link_ns)
		       : next_by_replay(relink, made, link_ns);
}

void rcc_relink_free(struct rcc_relink *relink)
{
	if (relink == NULL)
		return;
	if (relink->replay.report != NULL)
		close_replay(relink);
	free(relink->replay.is_done);
	free(relink->library_ns);
	free(relink->seeds);
	free(relink->log);
	free(relink);
}
