/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/relink.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

const char *rcc_make_seed(const struct rcc_layout_record *row, char *out)
{
	if (row->is_original)
		snprintf(out, RCC_MAKE_SEED_MAX, "none");
	else
		snprintf(out, RCC_MAKE_SEED_MAX, "%" PRIu64, row->seed);
	return out;
}

char *rcc_make_folder(const struct rcc_make *make,
		      const struct rcc_layout_record *row)
{
	char seed[RCC_MAKE_SEED_MAX];

	return rcc_file_join(make->folder, rcc_make_seed(row, seed));
}

/* ---- By replays -------------------------------------------------------- */

/* One call of randld, and what it says of each layout. */
struct replay {
	struct rcc_make *make;
	const int64_t *layout;
	size_t n;
	bool *is_done;
	size_t n_done; /* all before it are */
	const struct rcc_linked *linked;
	bool is_library; /* the layout is made when its program is */
	char *seeds;	 /* files */
	char *log;
	char failed_seed[RCC_MAKE_SEED_MAX];
	int status;
};

static int write_seeds(const struct replay *r)
{
	FILE *out = fopen(r->seeds, "we");
	char seed[RCC_MAKE_SEED_MAX];

	for (size_t i = 0; out != NULL && i < r->n; i++)
		fprintf(out, "%s\n",
			rcc_make_seed(&r->make->x->layout[r->layout[i]], seed));
	if (out != NULL && fclose(out) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write \"%s\"", r->seeds);
	return RCC_EXIT_FAILED;
}

/* randld's pattern: a percent sign of a path's own is doubled. */
static void put_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '%')
			putc('%', out);
		putc(*text, out);
	}
}

static char *output_pattern(const struct replay *r)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	if (out == NULL)
		rcc_die("out of memory");
	put_escaped(out, r->make->folder);
	fputs("/%s/", out);
	put_escaped(out, r->linked->name);
	if (fclose(out) != 0)
		rcc_die("out of memory");
	return text;
}

static void replay_arguments(const struct replay *r, struct rcc_strvec *argv)
{
	const struct rcc_experiment *x = r->make->x;

	rcc_strvec_take(argv, rcc_file_join(x->bindir, "randld"));
	rcc_strvec_push(argv, "--replay");
	rcc_strvec_push(argv, r->linked->record);
	rcc_strvec_push(argv, "--seeds");
	rcc_strvec_push(argv, r->seeds);
	rcc_strvec_push(argv, "--jobs");
	rcc_strvec_pushf(argv, "%u", x->n_jobs);
	rcc_strvec_push(argv, "--report");
	rcc_strvec_push(argv, "-o");
	rcc_strvec_take(argv, output_pattern(r));
}

static void replay_environment(const struct replay *r, struct rcc_strvec *env)
{
	static const char *const kept[] = {"RANDCC_SAVE_TEMPS", NULL};
	const struct rcc_experiment *x = r->make->x;
	const unsigned arm = x->layout[r->layout[0]].arm;
	const char *factors = x->study.arm[arm].factors;

	rcc_experiment_environment(x, kept, env);
	if (factors != NULL)
		rcc_process_setenv(env, "RANDCC_FACTORS", factors);
}

static pid_t start_replay(const struct replay *r, int report_fd)
{
	struct rcc_strvec argv = {0};
	struct rcc_strvec env = {0};
	struct rcc_process process = {
		.directory = r->make->x->study.directory,
		.no_input = true,
		.out_fd = report_fd};
	pid_t pid = -1;

	replay_arguments(r, &argv);
	replay_environment(r, &env);
	process.argv = argv.item;
	process.envp = env.item;
	process.err_fd = open(
		r->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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

/* The layout of that seed, or -1.  They come nearly in order. */
static int64_t find_layout(struct replay *r, const char *seed)
{
	char text[RCC_MAKE_SEED_MAX];

	while (r->n_done < r->n && r->is_done[r->n_done])
		r->n_done++;
	for (size_t i = r->n_done; i < r->n; i++) {
		if (r->is_done[i] ||
		    strcmp(rcc_make_seed(&r->make->x->layout[r->layout[i]],
					 text),
			   seed) != 0)
			continue;
		r->is_done[i] = true;
		return r->layout[i];
	}
	return -1;
}

/* "SEED<tab>STATUS<tab>NANOSECONDS" */
static int take_line(struct replay *r, char *line)
{
	char *status = strchr(line, '\t');
	char *ns;
	int64_t layout;

	if (status == NULL)
		return RCC_EXIT_OK;
	*status++ = '\0';
	ns = strchr(status, '\t');
	layout = find_layout(r, line);
	if (ns == NULL || layout < 0)
		return RCC_EXIT_OK;
	if (strtol(status, NULL, 10) == 0 && r->is_library) {
		r->make->x->layout[layout].link_ns += strtoll(ns, NULL, 10);
		return RCC_EXIT_OK;
	}
	if (strtol(status, NULL, 10) == 0)
		return r->make->done(r->make, layout, strtoll(ns, NULL, 10));
	if (r->failed_seed[0] == '\0')
		snprintf(r->failed_seed, sizeof(r->failed_seed), "%s", line);
	return RCC_EXIT_OK;
}

/* Closing its standard output ends randld. */
static void read_report(struct replay *r, int fd)
{
	FILE *in = fdopen(fd, "re");
	char *line = NULL;
	size_t room = 0;

	while (r->status == RCC_EXIT_OK && getline(&line, &room, in) > 0)
		r->status = take_line(r, line);
	free(line);
	fclose(in);
}

static void show_log(const char *log)
{
	char *text = rcc_file_read(log, NULL);

	if (text != NULL)
		fputs(text, stderr);
	free(text);
}

static void ended(struct replay *r, int status)
{
	const bool has_seed = r->failed_seed[0] != '\0';

	/* Of one that we stopped ourselves we have said why. */
	if (r->status != RCC_EXIT_OK)
		return;
	if (status == 0) {
		unlink(r->log);
		return;
	}
	rcc_error("linking \"%s\" again%s%s failed with status %d:",
		  r->linked->name, has_seed ? " with seed " : "",
		  r->failed_seed, status);
	show_log(r->log);
	r->status = RCC_EXIT_FAILED;
}

static void run_replay(struct replay *r)
{
	int end[2];
	pid_t pid;

	if (pipe2(end, O_CLOEXEC) != 0) {
		rcc_error_errno("cannot make a pipe");
		r->status = RCC_EXIT_FAILED;
		return;
	}
	pid = start_replay(r, end[1]);
	close(end[1]);
	if (pid < 0) {
		close(end[0]);
		r->status = RCC_EXIT_FAILED;
		return;
	}
	read_report(r, end[0]);
	ended(r, rcc_process_wait(pid));
}

static int replay(struct rcc_make *make, const int64_t *layout, size_t n,
		  const struct rcc_linked *linked, bool is_library)
{
	struct replay r = {
		.make = make,
		.layout = layout,
		.n = n,
		.is_done = rcc_mem_calloc(n, sizeof(*r.is_done)),
		.linked = linked,
		.is_library = is_library,
		.seeds = rcc_mem_printf("%s/seeds", make->folder),
		.log = rcc_experiment_path(make->x, "layouts.log"),
	};

	r.status = write_seeds(&r);
	if (r.status == RCC_EXIT_OK)
		run_replay(&r);
	free(r.is_done);
	free(r.seeds);
	free(r.log);
	return r.status;
}

int rcc_make_by_replay(struct rcc_make *make, const int64_t *layout, size_t n)
{
	const struct rcc_linked *linked =
		&make->x->linked[make->x->layout[layout[0]].system];
	/* Some at a time, so that a study that is killed while it lays libraries
	 * out has whole layouts. */
	const size_t n_most = linked->n_libraries != 0 ? 64 : n;
	int status = RCC_EXIT_OK;

	for (size_t at = 0; at < n && status == RCC_EXIT_OK; at += n_most) {
		const size_t n_now = n - at < n_most ? n - at : n_most;

		for (size_t i = 0;
		     i < linked->n_libraries && status == RCC_EXIT_OK; i++)
			status = replay(make, layout + at, n_now,
					&linked->library[i], true);
		if (status == RCC_EXIT_OK)
			status = replay(make, layout + at, n_now, linked,
					false);
	}
	return status;
}

/* ---- By builds --------------------------------------------------------- */

static int copy_built(const struct rcc_make *make,
		      const struct rcc_layout_record *row,
		      const struct rcc_linked *linked)
{
	char *dir = rcc_make_folder(make, row);
	char *to = rcc_mem_printf("%s/%s", dir, linked->name);
	int status = RCC_EXIT_FAILED;

	if (rcc_file_mkdirs(dir) != 0)
		rcc_error_errno("cannot make \"%s\"", dir);
	else if (rcc_file_copy(linked->output, to, 0777) != 0)
		rcc_error_errno("cannot copy \"%s\" to \"%s\"",
				linked->output, to);
	else
		status = RCC_EXIT_OK;
	free(to);
	free(dir);
	return status;
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int rcc_make_by_build(struct rcc_make *make, const int64_t *layout, size_t n)
{
	const struct rcc_experiment *x = make->x;
	const struct rcc_linked *linked =
		&x->linked[x->layout[layout[0]].system];
	char *log = rcc_experiment_path(x, "layouts.log");
	char seed[RCC_MAKE_SEED_MAX];
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		const struct rcc_layout_record *row = &x->layout[layout[i]];
		const struct rcc_build b = {
			.system = &x->study.system[row->system],
			.seed = rcc_make_seed(row, seed),
			.factors = x->study.arm[row->arm].factors,
			.log = log};
		const int64_t start = now_ns();

		status = rcc_build_run(x, &b);
		if (status == RCC_EXIT_OK)
			status = copy_built(make, row, linked);
		for (size_t k = 0;
		     k < linked->n_libraries && status == RCC_EXIT_OK; k++)
			status = copy_built(make, row, &linked->library[k]);
		if (status == RCC_EXIT_OK)
			status = make->done(make, layout[i], now_ns() - start);
	}
	if (status == RCC_EXIT_OK)
		unlink(log);
	free(log);
	return status;
}
