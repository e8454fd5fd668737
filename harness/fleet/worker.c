/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/worker.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/experiment.h"
#include "harness/fleet/shard.h"
#include "harness/fleet/unpack.h"
#include "harness/session/run_study.h"
#include "harness/store/machines.h"
#include "harness/study/lost_runs.h"

/* The paths of a worker. */
struct paths {
	char *dir;   /* the unpacked study */
	char *files; /* the study's inputs */
	char *db;    /* the study's database on this machine */
	/* the copy of `db` in the folder where shards are collected */
	char *shard;
};

char *rcc_worker_machine_name(void)
{
	const char *node = getenv("SLURMD_NODENAME");
	char host[HOST_NAME_MAX + 1] = "";

	if (node != NULL && node[0] != '\0')
		return rcc_mem_strdup(node);
	gethostname(host, sizeof(host) - 1);
	return rcc_mem_strdup(host[0] != '\0' ? host : "unknown");
}

/* Set the paths.  The machine's number has a fixed width.  So if `local` is
 * equal on all machines, the paths have the same length on all of them.  This
 * matters because the length of a program's path moves its stack. */
static void find_paths(const struct rcc_worker *w, const char *digest,
		       struct paths *p)
{
	p->dir = rcc_mem_printf("%s/randstudy-%.16s-%06u", w->local, digest,
				w->machine);
	p->files = rcc_file_join(p->dir, "files");
	p->db = rcc_file_join(p->dir, "study.db");
	p->shard = rcc_shard_path(w->out, w->machine);
}

static void release_paths(struct paths *p)
{
	free(p->dir);
	free(p->files);
	free(p->db);
	free(p->shard);
}

static int check_disk(const struct rcc_worker *w)
{
	const char *network = rcc_filesystem_network(w->local, w->examine);

	if (network == NULL)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" is on a network file system (%s), where a database "
		  "that is being written may be damaged",
		  w->local, network);
	rcc_hint("name a folder on a disk of this machine, such as /tmp or "
		 "/dev/shm: --local DIR");
	return RCC_EXIT_USAGE;
}

/* ---- The database ------------------------------------------------------- */

/* Return the shard's list of lost runs (study/lost_runs.h).  The returned list
 * also has the runs that are lost because the folder of the unpacked study is
 * gone.  If `is_begun_again` is set, another machine begins the runs again, so
 * the runs in the shard are lost too.  Caller frees. */
static char *count_loss(const struct rcc_shard *shard, bool is_begun_again)
{
	const struct rcc_lost_runs lost = {.machine = shard->name,
					   .n_back = shard->n_runs,
					   .is_begun_again = is_begun_again,
					   .may_have_later = shard->is_open};

	if (shard->is_open || (is_begun_again && shard->n_runs != 0))
		return rcc_lost_runs_add(shard->lost, &lost);
	return shard->lost != NULL ? rcc_mem_strdup(shard->lost) : NULL;
}

/* Return whether the shard has runs of another worker, which must not be
 * replaced by those of this machine, called `name`.  A machine of another name
 * has such runs if it made all of them.  A worker of the same name, on another
 * disk, has such runs if the database of this machine lacks one of them. */
static bool is_of_other(const struct paths *p, const struct rcc_shard *shard,
			const char *name)
{
	if (shard->name == NULL)
		return false;
	if (strcmp(shard->name, name) != 0)
		return shard->is_complete;
	return !rcc_shard_has_runs_of(p->db, p->shard);
}

/* Refuse to replace the runs of another worker, or to remove those of this
 * one. */
static int refuse_other(const struct paths *p, const char *shard_name,
			const char *name)
{
	rcc_error("\"%s\" has the runs of %s\"%s\": it stays, and the runs of "
		  "this machine stay in \"%s\"",
		  p->shard,
		  strcmp(shard_name, name) == 0 ? "another worker called " : "",
		  shard_name, p->db);
	rcc_hint("give every machine a number of its own");
	return RCC_EXIT_USAGE;
}

/* If this machine has no database, but made the shard in the folder where
 * shards are collected, copy the shard to this machine.  *is_complete becomes
 * true if the shard has all runs, even if another machine made it.  *lost is
 * set to the list of lost runs (study/lost_runs.h), or NULL; caller frees. */
static int take_shard(const struct rcc_worker *w, const struct paths *p,
		      const char *digest, bool *is_complete, char **lost)
{
	struct rcc_shard shard;
	int status;

	if (access(p->shard, F_OK) != 0)
		return RCC_EXIT_OK;
	status = rcc_shard_read(p->shard, &shard);
	if (status != RCC_EXIT_OK) {
		rcc_hint("move it away, and give the same command again: the "
			 "worker writes a new one, with the runs in \"%s\" if "
			 "they are there",
			 p->dir);
		return status;
	}
	status = rcc_shard_check_pack(&shard, p->shard, digest);
	if (status != RCC_EXIT_OK) {
		/* nothing to take */
	} else if (access(p->db, F_OK) == 0 && shard.is_complete &&
		   is_of_other(p, &shard, w->name)) {
		status = refuse_other(p, shard.name, w->name);
	} else if (shard.is_complete) {
		*is_complete = true;
	} else if (access(p->db, F_OK) == 0) {
		/* Keep the database of this machine, which is at least as new
		 * as the shard. */
	} else if (shard.name != NULL && strcmp(shard.name, w->name) == 0) {
		*lost = count_loss(&shard, false);
		if (shard.is_open)
			rcc_warn("\"%s\" is gone: machine %u goes on after "
				 "the %" PRId64 " runs that had come back, and "
				 "later ones are lost",
				 p->dir, w->machine, shard.n_runs);
		status = rcc_shard_copy(p->shard, p->db);
	} else {
		*lost = count_loss(&shard, true);
		rcc_warn("machine %u was begun on \"%s\", with %" PRId64
			 " runs: this is \"%s\" and begins again",
			 w->machine, shard.name != NULL ? shard.name : "?",
			 shard.n_runs, w->name);
	}
	rcc_shard_release(&shard);
	return status;
}

/* Refuse a database with the runs of another machine.  Machines that share a
 * disk may find each other's folders. */
static int check_name(const struct rcc_worker *w, const struct paths *p)
{
	struct rcc_shard shard;
	int status = rcc_shard_read(p->db, &shard);

	if (status == RCC_EXIT_OK && shard.name != NULL &&
	    strcmp(shard.name, w->name) != 0) {
		rcc_error("\"%s\" has the runs of machine \"%s\", and this is "
			  "\"%s\"",
			  p->dir, shard.name, w->name);
		rcc_hint("remove the folder to begin again, or let --machine "
			 "give the machine its old name");
		status = RCC_EXIT_USAGE;
	}
	rcc_shard_release(&shard);
	return status;
}

static int make_database(const struct rcc_worker *w, const struct paths *p,
			 const struct rcc_unpack *pack)
{
	if (access(p->db, F_OK) == 0) {
		const int status = check_name(w, p);

		return status == RCC_EXIT_OK
			       ? rcc_shard_place(p->db, pack->manifest,
						 p->files)
			       : status;
	}
	return rcc_shard_create(p->db, pack->manifest, p->files, pack->digest,
				w->name, w->machine, w->n_machines);
}

/* Copy the database to the folder of the shards, unless the machine's shard
 * there has more runs.  In that case another worker with the same machine
 * number has written the shard. */
static int bring_back(const struct paths *p)
{
	struct rcc_shard old = {0};
	struct rcc_shard new = {0};
	int status = rcc_shard_read(p->db, &new);

	if (status == RCC_EXIT_OK && access(p->shard, F_OK) == 0 &&
	    rcc_shard_read(p->shard, &old) == RCC_EXIT_OK) {
		if (old.n_runs > new.n_runs) {
			rcc_error("\"%s\" has more runs than this worker made: "
				  "it stays",
				  p->shard);
			status = RCC_EXIT_FAILED;
		} else if (new.name != NULL && is_of_other(p, &old, new.name)) {
			status = refuse_other(p, old.name, new.name);
		}
	}
	if (status == RCC_EXIT_OK)
		status = rcc_shard_bring(p->db, p->shard);
	if (status == RCC_EXIT_OK && new.n_runs != 0)
		fprintf(stderr, "%" PRId64 " runs are stored in \"%s\"\n",
			new.n_runs, p->shard);
	rcc_shard_release(&old);
	rcc_shard_release(&new);
	return status;
}

/* ---- The worker --------------------------------------------------------- */

/* Lock the folder into which the study is unpacked, so that no other worker
 * writes there.  Returns the file descriptor that holds the lock.  On error,
 * prints what is wrong and returns -1. */
static int lock(const struct paths *p)
{
	if (rcc_file_mkdirs(p->dir) != 0) {
		rcc_error_errno("cannot make \"%s\"", p->dir);
		return -1;
	}
	return rcc_experiment_lock(p->dir);
}

static int prepare(const struct rcc_worker *w, const struct paths *p,
		   struct rcc_unpack *pack, const char *lost)
{
	int status = rcc_unpack_files(pack, p->dir);

	if (status == RCC_EXIT_OK && rcc_file_mkdirs(p->files) != 0) {
		rcc_error_errno("cannot make \"%s\"", p->files);
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK)
		status = rcc_unpack_check_expected(pack);
	if (status == RCC_EXIT_OK)
		status = make_database(w, p, pack);
	if (status == RCC_EXIT_OK && lost != NULL)
		status = rcc_shard_set(p->db, RCC_SHARD_LOST_KEY, lost);
	return status;
}

/* Unpack the study and make its database, or find both if an earlier worker
 * left them.  *is_complete is set to true if the shard already has all runs. */
static int begin(const struct rcc_worker *w, const struct paths *p,
		 struct rcc_unpack *pack, bool *is_complete)
{
	int fd = lock(p);
	char *lost = NULL;
	int status;

	if (fd < 0)
		return RCC_EXIT_USAGE;
	status = take_shard(w, p, pack->digest, is_complete, &lost);
	if (status == RCC_EXIT_OK && *is_complete) {
		fprintf(stderr, "machine %u has all its runs in \"%s\"\n",
			w->machine, p->shard);
		rcc_file_remove_tree(p->dir);
	} else if (status == RCC_EXIT_OK) {
		status = prepare(w, p, pack, lost);
	}
	free(lost);
	close(fd);
	return status;
}

/* Copy the database to the folder of shards before the first run.  The copy
 * says which machine has begun, so that the same machine can continue if the
 * worker is killed.  It also says that the machine's disk may have runs that
 * the copy lacks.  If an earlier copy has more runs, keep that one instead. */
static int announce(const struct paths *p)
{
	struct rcc_shard old = {0};
	struct rcc_shard new = {0};
	bool is_longer = false;
	int status = rcc_shard_set(p->db, RCC_SHARD_OPEN_KEY, "yes");

	if (status == RCC_EXIT_OK && access(p->shard, F_OK) == 0) {
		status = rcc_shard_read(p->shard, &old);
		if (status == RCC_EXIT_OK)
			status = rcc_shard_read(p->db, &new);
		is_longer = old.n_runs > new.n_runs;
		if (status == RCC_EXIT_OK && !is_longer && new.name != NULL &&
		    is_of_other(p, &old, new.name))
			status = refuse_other(p, old.name, new.name);
	}
	if (status == RCC_EXIT_OK && !is_longer)
		status = rcc_shard_bring(p->db, p->shard);
	rcc_shard_release(&old);
	rcc_shard_release(&new);
	return status;
}

static int run(const struct rcc_worker *w, const struct paths *p,
	       int *stop_signal)
{
	bool is_complete = false;
	int here;
	int status;
	int brought;

	if (announce(p) != RCC_EXIT_OK)
		return RCC_EXIT_FAILED;
	here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	status = rcc_run_carried(p->dir, w->load, &is_complete, stop_signal);
	if (here < 0 || fchdir(here) != 0)
		rcc_warn("cannot return to the working directory");
	if (here >= 0)
		close(here);
	brought = rcc_shard_set(p->db, RCC_SHARD_OPEN_KEY, "no");
	if (brought == RCC_EXIT_OK)
		brought = bring_back(p);
	if (is_complete && brought == RCC_EXIT_OK &&
	    rcc_file_remove_tree(p->dir) != 0)
		rcc_warn("cannot remove \"%s\"", p->dir);
	if (brought != RCC_EXIT_USAGE &&
	    (!is_complete || brought != RCC_EXIT_OK))
		rcc_hint("to go on, give the same command on this machine; the "
			 "runs are %sin \"%s\"",
			 brought == RCC_EXIT_OK ? "also " : "", p->db);
	return status == RCC_EXIT_OK ? brought : status;
}

int rcc_worker_run(const struct rcc_worker *w, int *stop_signal)
{
	struct rcc_unpack pack = {0};
	struct paths p = {0};
	bool is_complete = false;
	int status = check_disk(w);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = rcc_unpack_open(w->pack, &pack);
	if (status == RCC_EXIT_OK)
		find_paths(w, pack.digest, &p);
	if (status == RCC_EXIT_OK && rcc_file_mkdirs(w->out) != 0) {
		rcc_error_errno("cannot make \"%s\"", w->out);
		status = RCC_EXIT_USAGE;
	}
	if (status == RCC_EXIT_OK)
		status = begin(w, &p, &pack, &is_complete);
	if (status == RCC_EXIT_OK && !is_complete)
		status = run(w, &p, stop_signal);
	release_paths(&p);
	rcc_unpack_close(&pack);
	return status;
}
