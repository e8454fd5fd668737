/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <jansson.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/number_list.h"
#include "common/shell_words.h"
#include "harness/fleet/merge.h"
#include "harness/fleet/shard.h"
#include "harness/fleet/slurm_options.h"
#include "harness/fleet/slurm_partition.h"
#include "harness/fleet/slurm_queue.h"
#include "harness/fleet/unpack.h"
#include "harness/study/lost_runs.h"

/* The state of a machine of the study: its shard, and its task in Slurm. */
struct machine {
	struct rcc_shard shard; /* zeroed if the machine has no shard */
	bool has_shard;
	bool is_waiting;
	bool is_running;
};

struct cluster {
	char *out;    /* absolute path */
	char *pack;   /* absolute path */
	json_t *file; /* cluster.json */
	int lock_fd;  /* holds the lock while submitting, else -1 */
	unsigned n_machines;
	struct machine *machine; /* indexed by number */
};

/* ---- cluster.json ------------------------------------------------------- */

static char *path_of(const struct cluster *c, const char *name)
{
	return rcc_file_join(c->out, name);
}

static int save(const struct cluster *c)
{
	char *path = path_of(c, "cluster.json");
	char *text = json_dumps(c->file, JSON_INDENT(2) | JSON_SORT_KEYS);
	int status = RCC_EXIT_OK;

	if (rcc_file_replace(path, text, strlen(text), 0666) != 0) {
		rcc_error_errno("cannot write \"%s\"", path);
		status = RCC_EXIT_FAILED;
	}
	free(text);
	free(path);
	return status;
}

/* Read cluster.json if it is there.  Refuse a damaged one: the jobs in it may
 * still be in the queue, and would be submitted again. */
static int load_file(struct cluster *c)
{
	char *path = path_of(c, "cluster.json");
	int status = RCC_EXIT_OK;

	c->file = json_load_file(path, 0, NULL);
	if (access(path, F_OK) == 0 &&
	    !json_is_array(json_object_get(c->file, "jobs"))) {
		rcc_error("\"%s\" is damaged, so the jobs that were submitted "
			  "are not known",
			  path);
		rcc_hint("look for them (squeue), end them, remove the file "
			 "and submit again: no run that has come back is made "
			 "twice");
		status = RCC_EXIT_USAGE;
	}
	free(path);
	return status;
}

static int find_out(struct cluster *c, const char *out)
{
	c->out = realpath(out, NULL);
	if (c->out != NULL)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot use \"%s\"", out);
	return RCC_EXIT_USAGE;
}

/* Open the folder of shards of an earlier submission: read its cluster.json. */
static int open_cluster(struct cluster *c, const char *out)
{
	int status = find_out(c, out);

	if (status == RCC_EXIT_OK)
		status = load_file(c);
	if (status != RCC_EXIT_OK)
		return status;
	c->n_machines = (unsigned)json_integer_value(
		json_object_get(c->file, "machines"));
	if (c->n_machines != 0)
		return RCC_EXIT_OK;
	rcc_error("nothing was submitted in \"%s\"", out);
	rcc_hint("`randstudy cluster submit` does");
	return RCC_EXIT_USAGE;
}

static void release(struct cluster *c)
{
	for (unsigned i = 1; c->machine != NULL && i <= c->n_machines; i++)
		rcc_shard_release(&c->machine[i].shard);
	free(c->machine);
	if (c->lock_fd >= 0)
		close(c->lock_fd);
	json_decref(c->file);
	free(c->pack);
	free(c->out);
}

/* ---- The state of the machines ------------------------------------------ */

static int read_shards(struct cluster *c)
{
	const char *digest =
		json_string_value(json_object_get(c->file, "digest"));
	int status = RCC_EXIT_OK;

	for (unsigned i = 1; i <= c->n_machines && status == RCC_EXIT_OK; i++) {
		char *path = rcc_shard_path(c->out, i);

		if (access(path, F_OK) == 0) {
			status = rcc_shard_read(path, &c->machine[i].shard);
			if (status == RCC_EXIT_OK && digest != NULL)
				status = rcc_shard_check_pack(
					&c->machine[i].shard, path, digest);
			c->machine[i].has_shard = status == RCC_EXIT_OK;
		}
		free(path);
	}
	return status;
}

/* Return the number of the machine whose task this is; 0 if the task does not
 * belong to a job in cluster.json. */
static unsigned machine_of(const struct cluster *c,
			   const struct rcc_slurm_task *task)
{
	const json_t *jobs = json_object_get(c->file, "jobs");
	size_t i;
	json_t *job;

	json_array_foreach(jobs, i, job)
	{
		const char *id = json_string_value(json_object_get(job, "job"));
		const json_int_t number =
			task->index +
			json_integer_value(json_object_get(job, "offset"));

		if (id != NULL && strcmp(id, task->job) == 0)
			return number >= 1 && number <= c->n_machines
				       ? (unsigned)number
				       : 0;
	}
	return 0;
}

static int read_queue(struct cluster *c)
{
	struct rcc_slurm_task *task = NULL;
	size_t n = 0;
	const int status = rcc_slurm_tasks(&task, &n);

	for (size_t i = 0; i < n; i++) {
		struct machine *m = &c->machine[machine_of(c, &task[i])];

		m->is_waiting |= task[i].is_waiting;
		m->is_running |= !task[i].is_waiting;
	}
	rcc_slurm_free_tasks(task, n);
	return status;
}

static int read_state(struct cluster *c)
{
	int status;

	c->machine =
		rcc_mem_calloc((size_t)c->n_machines + 1, sizeof(*c->machine));
	/* Read the queue before the shards.  If a task ends between the two
	 * reads, its shard is there when the shards are read.  In the opposite
	 * order, both reads would miss the task. */
	status = read_queue(c);
	return status == RCC_EXIT_OK ? read_shards(c) : status;
}

/* Return whether a task for the machine has to be submitted. */
static bool is_left(const struct machine *m)
{
	return !m->shard.is_complete && !m->is_waiting && !m->is_running;
}

/* ---- Submitting --------------------------------------------------------- */

/* Write the batch script.  Its shell is replaced by the worker (exec), so that
 * Slurm's signals reach the worker. */
static int write_script(const struct cluster *c)
{
	char *path = path_of(c, "worker.sh");
	char *self = rcc_shell_quote(rcc_file_self());
	char *pack = rcc_shell_quote(c->pack);
	char *out = rcc_shell_quote(c->out);
	char *text = rcc_mem_printf(
		"#!/bin/sh\n"
		"# Written by randstudy cluster submit.  $1 is added to the "
		"number of the task.\n"
		"exec %s worker %s --index=$((SLURM_ARRAY_TASK_ID + $1)) "
		"--of=%u \\\n"
		"	--output=%s\n",
		self, pack, c->n_machines, out);
	int status = RCC_EXIT_OK;

	if (rcc_file_replace(path, text, strlen(text), 0777) != 0) {
		rcc_error_errno("cannot write \"%s\"", path);
		status = RCC_EXIT_FAILED;
	}
	free(text);
	free(out);
	free(pack);
	free(self);
	free(path);
	return status;
}

/* Submit an array job with a task for each number in `index`.  The number of a
 * task's machine is the task's number plus `offset`.  `node` is the node on
 * which the job must run, or NULL. */
static int submit_array(struct cluster *c, const struct rcc_slurm_submission *s,
			const struct rcc_number_list *index, unsigned offset,
			const char *node)
{
	struct rcc_strvec a = {0};
	char *ranges = rcc_number_list_ranges(index);
	char *job = NULL;
	int status;

	rcc_strvec_push(&a, "--parsable");
	rcc_strvec_push(&a, "--job-name=randstudy");
	rcc_strvec_push(&a, "--nodes=1");
	rcc_strvec_push(&a, "--ntasks=1");
	if (!s->shares_nodes)
		rcc_strvec_push(&a, "--exclusive");
	rcc_strvec_push(&a, "--requeue");
	rcc_strvec_push(&a, "--open-mode=append");
	/* Slurm sends SIGTERM a minute before the time limit, so that the
	 * worker has time to copy its runs to the shared folder. */
	rcc_strvec_push(&a, "--signal=B:TERM@60");
	rcc_strvec_pushf(&a, "--output=%s/log/%%A_%%a.log", c->out);
	if (node != NULL)
		rcc_strvec_pushf(&a, "--nodelist=%s", node);
	for (size_t i = 0; i < s->options.n; i++)
		rcc_strvec_push(&a, s->options.item[i]);
	rcc_strvec_pushf(&a, "--array=%s", ranges);
	rcc_strvec_take(&a, path_of(c, "worker.sh"));
	rcc_strvec_pushf(&a, "%u", offset);
	status = rcc_slurm_sbatch(&a, &job);
	if (status == RCC_EXIT_OK) {
		json_array_append_new(json_object_get(c->file, "jobs"),
				      json_pack("{s:s,s:i}", "job", job,
						"offset", (int)offset));
		/* Save each job at once, since Slurm may refuse the next. */
		status = save(c);
		printf("job %s: %zu machine%s%s%s\n", job, index->n,
		       index->n == 1 ? "" : "s", node != NULL ? " on " : "",
		       node != NULL ? node : "");
	}
	free(job);
	free(ranges);
	rcc_strvec_release(&a);
	return status;
}

static int check_partition(const struct cluster *c,
			   const struct rcc_slurm_submission *s)
{
	char *script = path_of(c, "worker.sh");
	const int status = rcc_slurm_check_partition(&s->options, script);

	free(script);
	return status;
}

/* Submit a job for each unfinished machine that has a shard, to the node that
 * made the shard.  *n is increased by the number of these machines. */
static int submit_begun(struct cluster *c, const struct rcc_slurm_submission *s,
			unsigned largest, size_t *n)
{
	int status = RCC_EXIT_OK;

	for (unsigned i = 1; i <= c->n_machines && status == RCC_EXIT_OK; i++) {
		const struct machine *m = &c->machine[i];
		const unsigned offset = (i - 1) / largest * largest;
		struct rcc_number_list index = {0};

		if (!is_left(m) || !m->has_shard)
			continue;
		rcc_number_list_add(&index, i - offset);
		status = submit_array(c, s, &index, offset, m->shard.name);
		rcc_number_list_release(&index);
		++*n;
	}
	return status;
}

/* Submit jobs for the machines that have no shard yet.  Slurm limits the size
 * of an array job to MaxArraySize, so there may be several jobs.  *n is
 * increased by the number of these machines. */
static int submit_new(struct cluster *c, const struct rcc_slurm_submission *s,
		      unsigned largest, size_t *n)
{
	int status = RCC_EXIT_OK;

	for (unsigned offset = 0;
	     offset < c->n_machines && status == RCC_EXIT_OK;
	     offset += largest) {
		struct rcc_number_list index = {0};

		for (unsigned i = 1;
		     i <= largest && offset + i <= c->n_machines; i++) {
			const struct machine *m = &c->machine[offset + i];

			if (is_left(m) && !m->has_shard)
				rcc_number_list_add(&index, i);
		}
		if (index.n != 0)
			status = submit_array(c, s, &index, offset, NULL);
		*n += index.n;
		rcc_number_list_release(&index);
	}
	return status;
}

/* Lock the folder of shards, so that no other `randstudy cluster submit`, on
 * this host or another, works with the folder.  Another submission would submit
 * the same machines again. */
static int lock(struct cluster *c)
{
	char *path = path_of(c, "cluster.lock");
	int status = RCC_EXIT_OK;

	c->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (c->lock_fd < 0) {
		rcc_error_errno("cannot open \"%s\"", path);
		status = RCC_EXIT_USAGE;
	} else if (flock(c->lock_fd, LOCK_EX | LOCK_NB) == 0) {
		/* The kernel releases the lock when the process ends. */
	} else if (errno == EWOULDBLOCK) {
		rcc_error("another submission is at work in \"%s\"", c->out);
		rcc_hint("wait until it ends");
		status = RCC_EXIT_USAGE;
	} else {
		rcc_warn("no file can be locked in \"%s\": do not submit "
			 "twice at once",
			 c->out);
	}
	free(path);
	return status;
}

/* Make or open the folder of shards.  Refuse a folder whose cluster.json names
 * another pack. */
static int prepare(struct cluster *c, const struct rcc_slurm_submission *s)
{
	char *logs;
	struct rcc_unpack pack;
	const char *old;
	int status = rcc_unpack_open(s->pack, &pack);

	if (status == RCC_EXIT_OK && rcc_file_mkdirs(s->out) != 0) {
		rcc_error_errno("cannot make \"%s\"", s->out);
		status = RCC_EXIT_USAGE;
	}
	if (status == RCC_EXIT_OK)
		status = find_out(c, s->out);
	if (status == RCC_EXIT_OK)
		status = lock(c);
	if (status != RCC_EXIT_OK)
		goto out;
	logs = path_of(c, "log");
	rcc_file_mkdirs(logs); /* errors are ignored: sbatch reports them */
	free(logs);
	c->pack = realpath(s->pack, NULL);
	status = load_file(c);
	if (status != RCC_EXIT_OK)
		goto out;
	if (c->file == NULL)
		c->file = json_pack("{s:[]}", "jobs");
	old = json_string_value(json_object_get(c->file, "digest"));
	if (old != NULL && strcmp(old, pack.digest) != 0) {
		rcc_error("\"%s\" has the runs of another pack", s->out);
		rcc_hint("collect the shards of each pack in a folder of its "
			 "own");
		status = RCC_EXIT_USAGE;
	}
	c->n_machines = s->n_machines;
	json_object_set_new(c->file, "digest", json_string(pack.digest));
	json_object_set_new(c->file, "pack", json_string(c->pack));
	json_object_set_new(c->file, "machines", json_integer(s->n_machines));
out:
	rcc_unpack_close(&pack);
	return status;
}

int rcc_slurm_submit(const struct rcc_slurm_submission *s)
{
	struct cluster c = {.lock_fd = -1};
	unsigned largest = 0;
	size_t n = 0;
	int status = rcc_slurm_check_options(&s->options, s->shares_nodes);

	if (status == RCC_EXIT_OK)
		status = prepare(&c, s);
	if (status == RCC_EXIT_OK)
		status = rcc_slurm_largest_index(&largest);
	if (status == RCC_EXIT_OK)
		status = read_state(&c);
	if (status == RCC_EXIT_OK)
		status = write_script(&c);
	if (status == RCC_EXIT_OK && !s->shares_nodes)
		status = check_partition(&c, s);
	if (status == RCC_EXIT_OK)
		status = submit_begun(&c, s, largest, &n);
	if (status == RCC_EXIT_OK)
		status = submit_new(&c, s, largest, &n);
	if (status == RCC_EXIT_OK && n == 0)
		printf("nothing to submit: each of %u machines is done, runs "
		       "or waits\n",
		       c.n_machines);
	release(&c);
	return status;
}

/* ---- Status ------------------------------------------------------------- */

enum state { STATE_DONE, STATE_RUNNING, STATE_WAITING, STATE_LEFT, N_STATES };

static enum state state_of(const struct machine *m)
{
	if (m->shard.is_complete)
		return STATE_DONE;
	if (m->is_running)
		return STATE_RUNNING;
	return m->is_waiting ? STATE_WAITING : STATE_LEFT;
}

static void print_state(const struct cluster *c, enum state state,
			const char *what)
{
	struct rcc_number_list list = {0};
	char *text;

	for (unsigned i = 1; i <= c->n_machines; i++)
		if (state_of(&c->machine[i]) == state)
			rcc_number_list_add(&list, i);
	if (list.n != 0) {
		text = rcc_number_list_text(&list, "machine");
		printf("%-8s %s\n", what, text);
		free(text);
	}
	rcc_number_list_release(&list);
}

int rcc_slurm_status(const char *out)
{
	static const char *const what[N_STATES] = {"done", "running", "waiting",
						   "stopped"};
	struct cluster c = {.lock_fd = -1};
	struct rcc_strvec lost = {0};
	bool is_left_over = false;
	int status = open_cluster(&c, out);

	if (status == RCC_EXIT_OK)
		status = read_state(&c);
	if (status != RCC_EXIT_OK)
		goto out;
	for (unsigned i = 0; i < N_STATES; i++)
		print_state(&c, (enum state)i, what[i]);
	for (unsigned i = 1; i <= c.n_machines; i++) {
		const struct machine *m = &c.machine[i];

		is_left_over |= is_left(m);
		if (m->has_shard && !m->shard.is_complete)
			printf("machine %u was begun on %s; %" PRId64
			       " of its runs have come back%s\n",
			       i, m->shard.name, m->shard.n_runs,
			       m->shard.is_open ? ", others may be on its disk"
						: "");
		rcc_lost_runs_say(m->shard.lost, i, &lost);
	}
	for (size_t i = 0; i < lost.n; i++)
		printf("%s\n", lost.item[i]);
	if (is_left_over)
		printf("to go on with those that stopped, submit again\n");
out:
	rcc_strvec_release(&lost);
	release(&c);
	return status;
}

/* ---- Collecting --------------------------------------------------------- */

int rcc_slurm_collect(const char *out, const char *dir)
{
	struct cluster c = {.lock_fd = -1};
	struct rcc_strvec shard = {0};
	char *merged = NULL;
	int status = open_cluster(&c, out);

	if (status == RCC_EXIT_OK) {
		merged = path_of(&c, "merged");
		rcc_strvec_push(&shard, c.out);
		status = rcc_merge(dir != NULL ? dir : merged, &shard,
				   c.n_machines);
	}
	free(merged);
	rcc_strvec_release(&shard);
	release(&c);
	return status;
}
