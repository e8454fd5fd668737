/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/merge.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/filesystem.h"
#include "common/mem.h"
#include "common/number_list.h"
#include "harness/fleet/digest.h"
#include "harness/fleet/manifest.h"
#include "harness/fleet/merge_target.h"
#include "harness/store/machines.h"
#include "harness/store/stages.h"
#include "harness/store/store.h"
#include "harness/study/lost_runs.h"
#include "harness/study/study.h"

/* A machine whose shard is merged. */
struct merged {
	const char *path; /* path of the shard */
	char *digest;	  /* SHA-256 of the shard */
	char *name;	  /* the machine's name */
};

struct merge {
	struct rcc_store *store;
	struct rcc_strvec path; /* paths of the shards */
	const char *first;	/* path of the first shard read, or NULL */
	char *pack;		/* the digest of the first shard's pack */
	json_t *settings;	/* the settings that all shards must share */
	unsigned n_machines;	/* 0 if unknown */
	bool is_number_given;	/* whether --of gave n_machines */
	bool has_warned;	/* that shards give other numbers */
	unsigned largest;	/* the largest number of a machine */
	struct merged *machine; /* indexed by number */
	size_t room;
	size_t n_shards; /* merged, each once */
	int64_t n_runs;
};

/* ---- Finding the shards ------------------------------------------------- */

static bool is_shard_name(const char *name)
{
	const size_t n = strlen(name);

	return strncmp(name, "machine-", 8) == 0 && n > 11 &&
	       strcmp(name + n - 3, ".db") == 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_folder(struct merge *m, const char *folder)
{
	DIR *dir = opendir(folder);
	const size_t before = m->path.n;
	const struct dirent *e;

	if (dir == NULL) {
		rcc_error_errno("cannot read \"%s\"", folder);
		return RCC_EXIT_USAGE;
	}
	while ((e = readdir(dir)) != NULL)
		if (is_shard_name(e->d_name))
			rcc_strvec_take(&m->path,
					rcc_file_join(folder, e->d_name));
	closedir(dir);
	if (m->path.n > before)
		qsort(m->path.item + before, m->path.n - before,
		      sizeof(*m->path.item), by_name);
	return RCC_EXIT_OK;
}

static int list_shards(struct merge *m, const struct rcc_strvec *shard)
{
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < shard->n && status == RCC_EXIT_OK; i++) {
		struct stat st;

		if (stat(shard->item[i], &st) != 0) {
			rcc_error_errno("cannot read \"%s\"", shard->item[i]);
			status = RCC_EXIT_USAGE;
		} else if (S_ISDIR(st.st_mode)) {
			status = list_folder(m, shard->item[i]);
		} else {
			rcc_strvec_push(&m->path, shard->item[i]);
		}
	}
	if (status == RCC_EXIT_OK && m->path.n == 0) {
		rcc_error("there is no shard to merge");
		rcc_hint("`randstudy worker` writes them");
		status = RCC_EXIT_USAGE;
	}
	return status;
}

/* ---- Comparing ---------------------------------------------------------- */

/* Return the settings that all shards must share: all but the machine's number,
 * the number of machines, and the settings with paths on the machine's disk. */
static json_t *common_settings(const json_t *design)
{
	json_t *settings = json_deep_copy(design);

	json_object_del(settings, "machine");
	json_object_del(settings, "machines");
	for (size_t i = 0; i < rcc_manifest_n_placed; i++)
		json_object_del(settings, rcc_manifest_placed[i]);
	return settings;
}

static int refuse(const struct merge *m, const char *path, const char *why)
{
	rcc_error("\"%s\" %s", path, why);
	if (m->first != NULL && strcmp(m->first, path) != 0)
		rcc_hint("it is compared with \"%s\"", m->first);
	return RCC_EXIT_USAGE;
}

static int store_failed(const struct merge *m, const char *path)
{
	rcc_error("cannot merge \"%s\": %s", path, rcc_store_error(m->store));
	return RCC_EXIT_USAGE;
}

static int compare(const struct merge *m, const char *path, const char *pack,
		   const json_t *settings)
{
	bool differ = false;

	if (strcmp(m->pack, pack) != 0)
		return refuse(m, path,
			      "was made from another pack: its "
			      "programs, inputs or settings differ");
	if (!json_equal(m->settings, settings))
		return refuse(m, path,
			      "has other settings, although it was "
			      "made from the same pack");
	if (rcc_shard_compare_layouts(m->store, &differ) != 0)
		return store_failed(m, path);
	return differ ? refuse(m, path, "has other programs") : RCC_EXIT_OK;
}

/* ---- Merging ------------------------------------------------------------ */

static int set_json(struct rcc_store *store, const char *key,
		    const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	const int result = rcc_store_set(store, key, text);

	free(text);
	return result;
}

/* Copy the layouts and settings of the first shard to the new study.  The shard
 * is attached to m->store (ATTACH in SQLite).  The other shards are compared
 * with these layouts and settings. */
static int begin(struct merge *m, const char *path, const char *pack,
		 const json_t *design)
{
	json_t *common = json_deep_copy(design);
	int result;

	m->first = path;
	m->pack = rcc_mem_strdup(pack);
	m->settings = common_settings(design);
	json_object_del(common, "machine");
	result = rcc_shard_copy_study(m->store, rcc_manifest_texts,
				      rcc_manifest_n_texts);
	if (result == 0)
		result = set_json(m->store, "design", common);
	if (result == 0)
		result = rcc_store_set(m->store, RCC_SHARD_PACK_KEY, pack);
	json_decref(common);
	return result == 0 ? RCC_EXIT_OK : store_failed(m, path);
}

/* Return the entry of machine number `number` in m->machine.  Make room for it
 * if necessary. */
static struct merged *machine_of(struct merge *m, unsigned number)
{
	if (number >= m->room) {
		const size_t room = (size_t)number + 1024;

		m->machine =
			rcc_mem_realloc(m->machine, room, sizeof(*m->machine));
		memset(m->machine + m->room, 0,
		       (room - m->room) * sizeof(*m->machine));
		m->room = room;
	}
	return &m->machine[number];
}

/* Copy the rows of the attached shard to the new study.  If a machine has a
 * second shard with the same content, ignore it; refuse a different one. */
static int add_rows(struct merge *m, const char *path, unsigned number,
		    const struct rcc_shard_facts *facts)
{
	struct merged *machine = machine_of(m, number);
	char digest[RCC_DIGEST_MAX];

	if (rcc_digest_file(path, digest) != 0) {
		rcc_error_errno("cannot read \"%s\"", path);
		return RCC_EXIT_USAGE;
	}
	if (machine->path != NULL && strcmp(machine->digest, digest) == 0)
		return RCC_EXIT_OK;
	if (machine->path != NULL) {
		rcc_error("\"%s\" and \"%s\" are different shards of machine "
			  "%u",
			  machine->path, path, number);
		rcc_hint("give every machine a number of its own, or merge "
			 "only one of them");
		return RCC_EXIT_USAGE;
	}
	machine->path = path;
	machine->digest = rcc_mem_strdup(digest);
	machine->name = rcc_mem_strdup(facts->name != NULL ? facts->name : "?");
	m->n_shards++;
	m->n_runs += facts->n_runs;
	if (number > m->largest)
		m->largest = number;
	return rcc_shard_copy_rows(m->store, number, machine->name, digest) == 0
		       ? RCC_EXIT_OK
		       : store_failed(m, path);
}

static int settle_number(struct merge *m, const char *path,
			 const struct rcc_study *study)
{
	if (study->machine == 0)
		return refuse(m, path,
			      study->n_machines != 0
				      ? "is a merged study: merge the shards "
					"from which it was made"
				      : "is a study of one machine, not a "
					"shard");
	if (m->is_number_given || study->n_machines == 0)
		return RCC_EXIT_OK;
	if (m->n_machines != 0 && m->n_machines != study->n_machines &&
	    !m->has_warned) {
		m->has_warned = true;
		rcc_warn("\"%s\" is of %u machines, others of %u", path,
			 study->n_machines, m->n_machines);
		rcc_hint("the larger number is taken; --of N gives another");
	}
	if (study->n_machines > m->n_machines)
		m->n_machines = study->n_machines;
	return RCC_EXIT_OK;
}

static int add_attached(struct merge *m, const char *path,
			const struct rcc_shard_facts *facts)
{
	json_t *design = facts->design != NULL
				 ? json_loads(facts->design, 0, NULL)
				 : NULL;
	const char *pack = facts->pack != NULL ? facts->pack : "";
	json_t *settings = NULL;
	struct rcc_study study;
	char *problem = NULL;
	int status;

	if (design == NULL || rcc_study_parse(design, &study, &problem) != 0) {
		rcc_error("the design in \"%s\" is damaged: %s", path,
			  problem != NULL ? problem : "it is missing");
		free(problem);
		json_decref(design);
		return RCC_EXIT_USAGE;
	}
	settings = common_settings(design);
	status = settle_number(m, path, &study);
	if (status == RCC_EXIT_OK)
		status = m->first == NULL ? begin(m, path, pack, design)
					  : compare(m, path, pack, settings);
	if (status == RCC_EXIT_OK)
		status = add_rows(m, path, study.machine, facts);
	json_decref(settings);
	rcc_study_release(&study);
	json_decref(design);
	return status;
}

static int add_shard(struct merge *m, const char *path)
{
	struct rcc_shard_facts facts;
	int status;

	if (rcc_shard_attach(m->store, path, &facts) == 0) {
		status = add_attached(m, path, &facts);
	} else {
		status = store_failed(m, path);
		rcc_hint("copy it again from its machine, or move it away to "
			 "merge the others");
	}
	rcc_shard_facts_release(&facts);
	rcc_shard_detach(m->store);
	return status;
}

/* Store the number of machines in the settings of the merged study. */
static int finish(struct merge *m)
{
	char *text = NULL;
	json_t *design = NULL;
	int result = rcc_store_get(m->store, "design", &text);

	if (result == 0 && text != NULL)
		design = json_loads(text, 0, NULL);
	free(text);
	if (m->n_machines < m->largest)
		m->n_machines = m->largest;
	json_object_set_new(design, "machines", json_integer(m->n_machines));
	if (result == 0)
		result = set_json(m->store, "design", design);
	json_decref(design);
	return result == 0 ? RCC_EXIT_OK : store_failed(m, m->first);
}

/* ---- Missing runs ------------------------------------------------------ */

/* Return the number of planned runs of a machine; -1 if it is unknown. */
static int64_t count_planned(const struct merge *m, unsigned number)
{
	struct rcc_stages stages = {0};
	struct rcc_study study;
	char *text = NULL;
	char *problem = NULL;
	json_t *design = NULL;
	int64_t n = -1;

	if (rcc_store_select_machine(m->store, number) == 0 &&
	    rcc_store_get(m->store, "design", &text) == 0 && text != NULL)
		design = json_loads(text, 0, NULL);
	if (design != NULL && rcc_study_parse(design, &study, &problem) == 0) {
		if (rcc_stages_load(m->store, &study, &stages) == 0)
			n = (int64_t)rcc_stages_n_runs(&stages);
		rcc_stages_release(&stages);
		rcc_study_release(&study);
	}
	rcc_store_select_machine(m->store, 0);
	free(problem);
	free(text);
	json_decref(design);
	return n;
}

static void say_missing(const struct merge *m)
{
	struct rcc_number_list missing = {0};

	for (unsigned i = 1; i <= m->n_machines; i++)
		if (i >= m->room || m->machine[i].path == NULL)
			rcc_number_list_add(&missing, i);
	if (missing.n != 0) {
		char *text = rcc_number_list_text(&missing, "machine");

		printf("%s of %u %s no shard\n", text, m->n_machines,
		       missing.n == 1 ? "has" : "have");
		free(text);
	}
	rcc_number_list_release(&missing);
}

static void say_lost(const struct rcc_machine_record *machine)
{
	struct rcc_strvec sentence = {0};

	rcc_lost_runs_say(machine->lost, machine->machine, &sentence);
	for (size_t i = 0; i < sentence.n; i++)
		printf("%s\n", sentence.item[i]);
	rcc_strvec_release(&sentence);
}

static int say_unfinished(const struct merge *m)
{
	struct rcc_machine_record *machine = NULL;
	size_t n = 0;

	if (rcc_store_machines(m->store, &machine, &n) != 0)
		return store_failed(m, m->first);
	for (size_t i = 0; i < n; i++) {
		const int64_t n_planned = count_planned(m, machine[i].machine);

		if (machine[i].n_runs < n_planned)
			printf("machine %u has %" PRId64 " of %" PRId64
			       " runs%s\n",
			       machine[i].machine, machine[i].n_runs, n_planned,
			       machine[i].is_open
				       ? "; others may be on its disk"
				       : "");
		say_lost(&machine[i]);
	}
	rcc_store_free_machines(machine, n);
	return RCC_EXIT_OK;
}

/* ---- All shards ---------------------------------------------------------- */

static int merge_all(struct merge *m, const char *path)
{
	int status = RCC_EXIT_OK;

	if (rcc_store_open(path, RCC_STORE_COLLECT, &m->store) != 0) {
		rcc_error("cannot make \"%s\": %s", path,
			  rcc_store_error(m->store));
		if (rcc_filesystem_network(path, statfs) != NULL)
			rcc_hint("let TMPDIR name a folder on a disk of this "
				 "machine");
		return RCC_EXIT_USAGE;
	}
	for (size_t i = 0; i < m->path.n && status == RCC_EXIT_OK; i++)
		status = add_shard(m, m->path.item[i]);
	if (status == RCC_EXIT_OK)
		status = finish(m);
	if (status != RCC_EXIT_OK)
		return status;
	printf("%zu shard%s, %" PRId64 " runs\n", m->n_shards,
	       m->n_shards == 1 ? "" : "s", m->n_runs);
	say_missing(m);
	return say_unfinished(m);
}

static void release(struct merge *m)
{
	rcc_store_close(m->store);
	rcc_strvec_release(&m->path);
	free(m->pack);
	json_decref(m->settings);
	for (size_t i = 0; i < m->room; i++) {
		free(m->machine[i].digest);
		free(m->machine[i].name);
	}
	free(m->machine);
}

int rcc_merge(const char *dir, const struct rcc_strvec *shard,
	      unsigned n_machines)
{
	struct merge m = {.n_machines = n_machines,
			  .is_number_given = n_machines != 0};
	struct rcc_merge_target target = {.lock_fd = -1};
	int status = list_shards(&m, shard);

	if (status == RCC_EXIT_OK)
		status = rcc_merge_target_open(&target, dir);
	if (status == RCC_EXIT_OK)
		status = merge_all(&m, target.temporary);
	release(&m);
	if (status == RCC_EXIT_OK)
		status = rcc_merge_target_commit(&target);
	rcc_merge_target_close(&target);
	return status;
}
