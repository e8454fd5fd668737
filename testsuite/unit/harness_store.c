/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/store, the database of a study: each record is stored
 * once, survives a crash, and is read back unchanged. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/store/store.h"
#include "harness/store/store_private.h"

struct directory {
	char *dir;
	char *path;
};

static int make_directory(void **state)
{
	struct directory *p = rcc_mem_calloc(1, sizeof(*p));

	p->dir = rcc_file_tmp_dir("harness-store");
	p->path = rcc_file_join(p->dir, "study.db");
	*state = p;
	return 0;
}

static int remove_directory(void **state)
{
	struct directory *p = *state;

	rcc_file_remove_tree(p->dir);
	free(p->dir);
	free(p->path);
	free(p);
	return 0;
}

static struct rcc_store *open_store(const struct directory *p,
				    enum rcc_store_mode mode)
{
	struct rcc_store *s = NULL;

	assert_int_equal(rcc_store_open(p->path, mode, &s), 0);
	return s;
}

static struct rcc_run_record a_run(int64_t order)
{
	return (struct rcc_run_record){
		.order = order,
		.layout = 1,
		.execution = 2,
		.session = 3,
		.start_ns = INT64_C(1700000000123456789),
		.wall_ns = 5,
		.user_ns = 6,
		.system_ns = 7,
		.max_rss_kib = -1,
		.minor_faults = 8,
		.major_faults = 9,
		.voluntary_switches = 10,
		.involuntary_switches = 11,
		.env_bytes = 12,
		.output_bytes = INT64_C(1) << 40,
		.exit_status = -1,
		.signal = 9,
		.n_left_behind = 2,
		.n_sharers = 3,
		.outcome = RCC_OUTCOME_TIMEOUT,
	};
}

static void assert_same_run(const struct rcc_run_record *a,
			    const struct rcc_run_record *b)
{
	assert_int_equal(a->order, b->order);
	assert_int_equal(a->layout, b->layout);
	assert_int_equal(a->execution, b->execution);
	assert_int_equal(a->session, b->session);
	assert_int_equal(a->start_ns, b->start_ns);
	assert_int_equal(a->wall_ns, b->wall_ns);
	assert_int_equal(a->user_ns, b->user_ns);
	assert_int_equal(a->system_ns, b->system_ns);
	assert_int_equal(a->max_rss_kib, b->max_rss_kib);
	assert_int_equal(a->minor_faults, b->minor_faults);
	assert_int_equal(a->major_faults, b->major_faults);
	assert_int_equal(a->voluntary_switches, b->voluntary_switches);
	assert_int_equal(a->involuntary_switches, b->involuntary_switches);
	assert_int_equal(a->env_bytes, b->env_bytes);
	assert_int_equal(a->output_bytes, b->output_bytes);
	assert_int_equal(a->exit_status, b->exit_status);
	assert_int_equal(a->signal, b->signal);
	assert_int_equal(a->n_left_behind, b->n_left_behind);
	assert_int_equal(a->outcome, b->outcome);
	assert_int_equal(a->n_sharers, b->n_sharers);
}

static void records_are_read_as_they_were_written(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const struct rcc_run_record first = a_run(0);
	const struct rcc_value_record value[] = {
		{.metric = 0, .iteration = 0, .value = 0.1, .share = 1},
		{.metric = 2, .iteration = 1, .value = 1e300, .share = 0.25},
	};
	struct rcc_run_record *run = NULL;
	struct rcc_value_record *got = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_run(s, &first, value, 2), 0);
	assert_int_equal(rcc_store_runs(s, &run, &n), 0);
	assert_int_equal(n, 1);
	assert_same_run(&run[0], &first);
	free(run);
	assert_int_equal(rcc_store_values(s, &got, &n), 0);
	assert_int_equal(n, 2);
	assert_int_equal(got[1].iteration, 1);
	assert_true(got[0].value == 0.1 && got[1].value == 1e300);
	assert_true(got[0].share == 1 && got[1].share == 0.25);
	assert_int_equal(got[1].metric, 2);
	free(got);
	rcc_store_close(s);
}

static void seeds_keep_all_64_bits(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	char digest[] = "d";
	const struct rcc_layout_record layout[] = {
		{.id = 0, .is_original = true, .digest = digest},
		{.id = 1,
		 .arm = 1,
		 .seed = UINT64_MAX,
		 .checksum = UINT64_MAX - 1,
		 .digest = digest},
		{.id = 2, .arm = 2, .seed = 0, .digest = digest},
	};
	struct rcc_layout_record *got = NULL;
	size_t n = 0;

	for (int i = 0; i < 3; i++)
		assert_int_equal(rcc_store_add_layout(s, &layout[i]), 0);
	assert_int_equal(rcc_store_layouts(s, &got, &n), 0);
	assert_int_equal(n, 3);
	assert_true(got[0].is_original);
	assert_true(got[1].seed == UINT64_MAX);
	assert_true(got[1].checksum == UINT64_MAX - 1);
	assert_true(!got[2].is_original && got[2].seed == 0);
	for (int i = 0; i < 3; i++)
		rcc_layout_record_release(&got[i]);
	free(got);
	rcc_store_close(s);
}

static void libraries_are_read_with_their_layouts(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	char digest[] = "d";
	char first[] = "liba.so.1";
	char second[] = "libb.so";
	struct rcc_library_record library[] = {
		{.name = first, .checksum = UINT64_MAX, .digest = digest},
		{.name = second, .size = 5, .digest = digest},
	};
	const struct rcc_layout_record layout[] = {
		{.id = 3, .layout = 1, .digest = digest},
		{.id = 8,
		 .digest = digest,
		 .library = library,
		 .n_libraries = 2},
	};
	struct rcc_layout_record *got = NULL;
	size_t n = 0;

	for (int i = 0; i < 2; i++)
		assert_int_equal(rcc_store_add_layout(s, &layout[i]), 0);
	assert_int_equal(rcc_store_layouts(s, &got, &n), 0);
	assert_int_equal(n, 2);
	assert_int_equal(got[0].n_libraries, 0);
	assert_int_equal(got[1].n_libraries, 2);
	assert_string_equal(got[1].library[0].name, first);
	assert_true(got[1].library[0].checksum == UINT64_MAX);
	assert_string_equal(got[1].library[1].name, second);
	assert_int_equal(got[1].library[1].size, 5);
	for (int i = 0; i < 2; i++)
		rcc_layout_record_release(&got[i]);
	free(got);
	rcc_store_close(s);
}

static void counts_by_valgrind_are_read_by_layout(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const struct rcc_valgrind_record count[] = {
		{.layout = 4, .metric = 1, .session = 2, .value = 1e15},
		{.layout = 0, .metric = 0, .start_ns = 5, .wall_ns = 6},
	};
	struct rcc_valgrind_record *got = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_valgrind(s, count, 2), 0);
	assert_int_equal(rcc_store_valgrind(s, &got, &n), 0);
	assert_int_equal(n, 2);
	assert_int_equal(got[0].layout, 0);
	assert_int_equal(got[0].start_ns, 5);
	assert_int_equal(got[0].wall_ns, 6);
	assert_int_equal(got[1].metric, 1);
	assert_int_equal(got[1].session, 2);
	assert_true(got[1].value == 1e15);
	free(got);
	rcc_store_close(s);
}

/* A run and its values are stored in one transaction.  If the run is refused,
 * its values are not stored either. */
static void no_run_is_stored_twice(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const struct rcc_run_record record = a_run(7);
	const struct rcc_value_record value = {.value = 1, .share = 1};
	struct rcc_value_record *got = NULL;
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_run(s, &record, NULL, 0), 0);
	assert_int_equal(rcc_store_add_run(s, &record, &value, 1), RCC_ESYS);
	assert_non_null(strstr(rcc_store_error(s), "UNIQUE"));
	assert_false(rcc_store_is_full(s));
	assert_int_equal(rcc_store_values(s, &got, &n), 0);
	assert_int_equal(n, 0);
	free(got);
	assert_int_equal(rcc_store_runs(s, &run, &n), 0);
	assert_int_equal(n, 1);
	free(run);
	rcc_store_close(s);
}

static size_t count_runs(struct rcc_store *s)
{
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_runs(s, &run, &n), 0);
	free(run);
	return n;
}

static void a_block_is_stored_whole_or_not_at_all(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const struct rcc_value_record value = {.value = 1, .share = 1};
	const struct rcc_run_record run[] = {a_run(0), a_run(1), a_run(2)};
	const struct rcc_block_member first[] = {{&run[0], &value, 1},
						 {&run[1], &value, 1}};
	const struct rcc_block_member torn[] = {{&run[2], &value, 1},
						{&run[1], &value, 1}};
	const struct rcc_block_member last[] = {{&run[2], NULL, 0}};
	struct rcc_value_record *got = NULL;
	struct rcc_run_record *alone = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_block(s, first, 2, &run[1]), 0);
	assert_int_equal(count_runs(s), 2);
	/* The first call is refused because it adds run[1] again as a member of
	 * a block.  The second call is refused because it adds the repetition
	 * of run[1] again. */
	assert_int_equal(rcc_store_add_block(s, torn, 2, NULL), RCC_ESYS);
	assert_int_equal(rcc_store_add_block(s, last, 1, &run[1]), RCC_ESYS);
	assert_int_equal(count_runs(s), 2);
	assert_int_equal(rcc_store_values(s, &got, &n), 0);
	assert_int_equal(n, 2);
	assert_int_equal(got[1].order, 1);
	free(got);
	assert_int_equal(rcc_store_runs_alone(s, &alone, &n), 0);
	assert_int_equal(n, 1);
	assert_same_run(&alone[0], &run[1]);
	free(alone);
	rcc_store_close(s);
}

/* Make a database of version 3: remove the tables and columns that the later
 * versions of the schema have added. */
static void an_older_store_is_read_and_continued(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const enum rcc_store_mode mode[] = {RCC_STORE_READ, RCC_STORE_WRITE};
	const struct rcc_run_record old = a_run(0);
	const struct rcc_run_record new = a_run(1);
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_run(s, &old, NULL, 0), 0);
	assert_int_equal(rcc_store_exec(s,
					"DROP TABLE alone;"
					"DROP TABLE machine;"
					"DROP TABLE machine_meta;"
					"DROP TABLE machine_session;"
					"DROP TABLE machine_run;"
					"DROP TABLE machine_alone;"
					"DROP TABLE machine_value;"
					"DROP TABLE machine_exact;"
					"ALTER TABLE run DROP COLUMN sharers;"
					"PRAGMA user_version=3"),
			 0);
	rcc_store_close(s);
	for (size_t i = 0; i < 2; i++) {
		s = open_store(*state, mode[i]);
		assert_int_equal(rcc_store_runs(s, &run, &n), 0);
		assert_int_equal(n, 1);
		assert_int_equal(run[0].wall_ns, old.wall_ns);
		assert_int_equal(run[0].outcome, old.outcome);
		assert_int_equal(run[0].n_sharers, 0);
		free(run);
		assert_int_equal(rcc_store_runs_alone(s, &run, &n), 0);
		assert_int_equal(n, 0);
		free(run);
		if (mode[i] == RCC_STORE_WRITE)
			assert_int_equal(rcc_store_add_run(s, &new, NULL, 0),
					 0);
		rcc_store_close(s);
	}
}

static void texts_batches_and_sessions_are_read_as_written(void **state)
{
	struct rcc_store *s = open_store(*state, RCC_STORE_CREATE);
	const struct rcc_batch_record batch = {3, 4};
	struct rcc_batch_record *got = NULL;
	struct rcc_session_record *session = NULL;
	char *text = NULL;
	int64_t id = 0;
	size_t n = 0;

	assert_int_equal(rcc_store_get(s, "k", &text), 0);
	assert_null(text);
	assert_int_equal(rcc_store_set(s, "k", "one"), 0);
	assert_int_equal(rcc_store_set(s, "k", "two 'quoted'"), 0);
	assert_int_equal(rcc_store_get(s, "k", &text), 0);
	assert_string_equal(text, "two 'quoted'");
	free(text);
	assert_int_equal(rcc_store_add_batch(s, &batch), 0);
	assert_int_equal(rcc_store_batches(s, &got, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(got[0].first_layout, 3);
	assert_int_equal(got[0].n_layouts, 4);
	free(got);
	assert_int_equal(rcc_store_begin_session(s, 5, "{}", &id), 0);
	assert_int_equal(rcc_store_sessions(s, &session, &n), 0);
	assert_int_equal(session[0].end_ns, 0);
	free(session[0].host);
	free(session);
	assert_int_equal(rcc_store_end_session(s, id, 6, "{1}"), 0);
	assert_int_equal(rcc_store_sessions(s, &session, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(session[0].end_ns, 6);
	assert_string_equal(session[0].host, "{1}");
	free(session[0].host);
	free(session);
	rcc_store_close(s);
}

/* A child process stores runs and is killed by SIGKILL before it closes the
 * database. */
static void stored_runs_survive_kill_9(void **state)
{
	struct directory *p = *state;
	struct rcc_store *s;
	struct rcc_run_record *run = NULL;
	size_t n = 0;
	pid_t pid = fork();
	int wstatus;

	if (pid == 0) {
		s = open_store(p, RCC_STORE_CREATE);
		for (int64_t i = 0; i < 20; i++) {
			const struct rcc_run_record record = a_run(i);

			rcc_store_add_run(s, &record, NULL, 0);
		}
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &wstatus, 0), pid);
	assert_true(WIFSIGNALED(wstatus));
	s = open_store(p, RCC_STORE_WRITE);
	assert_int_equal(rcc_store_runs(s, &run, &n), 0);
	assert_int_equal(n, 20);
	assert_int_equal(rcc_store_check(s), 0);
	free(run);
	rcc_store_close(s);
}

static void a_closed_study_is_one_plain_file(void **state)
{
	struct directory *p = *state;
	struct rcc_store *s = open_store(p, RCC_STORE_CREATE);
	const struct rcc_run_record record = a_run(0);
	char *wal = rcc_mem_printf("%s-wal", p->path);
	char *header;
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_run(s, &record, NULL, 0), 0);
	assert_int_equal(access(wal, F_OK), 0);
	rcc_store_close(s);
	assert_int_not_equal(access(wal, F_OK), 0);
	/* Byte 18 of the file is 2 if SQLite uses write-ahead logging.  That
	 * mode needs files beside the database, so a database in that mode
	 * could not be read from a read-only medium. */
	header = rcc_file_read(p->path, NULL);
	assert_int_equal(header[18], 1);
	free(header);
	assert_int_equal(chmod(p->path, 0444), 0);
	s = open_store(p, RCC_STORE_READ);
	assert_int_equal(rcc_store_runs(s, &run, &n), 0);
	assert_int_equal(n, 1);
	free(run);
	rcc_store_close(s);
	free(wal);
}

static void a_report_reads_while_a_study_runs(void **state)
{
	struct directory *p = *state;
	struct rcc_store *writer = open_store(p, RCC_STORE_CREATE);
	const struct rcc_run_record record = a_run(0);
	struct rcc_store *reader;
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	assert_int_equal(rcc_store_add_run(writer, &record, NULL, 0), 0);
	reader = open_store(p, RCC_STORE_READ);
	assert_int_equal(rcc_store_runs(reader, &run, &n), 0);
	assert_int_equal(n, 1);
	free(run);
	rcc_store_close(reader);
	rcc_store_close(writer);
}

static void other_files_are_refused(void **state)
{
	struct directory *p = *state;
	struct rcc_store *s = NULL;

	assert_int_equal(rcc_store_open(p->path, RCC_STORE_READ, &s), RCC_ESYS);
	rcc_store_close(s);
	assert_int_equal(rcc_file_replace(p->path,
					  "no database, but long "
					  "enough to look at",
					  39, 0600),
			 0);
	assert_int_equal(rcc_store_open(p->path, RCC_STORE_WRITE, &s),
			 RCC_EFORMAT);
	rcc_store_close(s);
	/* An empty file cannot be read as a study, but a new study can be
	 * stored in it. */
	assert_int_equal(rcc_file_replace(p->path, "", 0, 0600), 0);
	assert_int_equal(rcc_store_open(p->path, RCC_STORE_READ, &s),
			 RCC_EFORMAT);
	assert_string_equal(rcc_store_error(s), "not a study of randcc");
	rcc_store_close(s);
	s = open_store(p, RCC_STORE_CREATE);
	rcc_store_close(s);
}

static void ten_thousand_runs_take_less_than_4_mb(void **state)
{
	struct directory *p = *state;
	struct rcc_store *s = open_store(p, RCC_STORE_CREATE);
	struct stat st;

	for (int64_t i = 0; i < 10000; i++) {
		struct rcc_run_record record = a_run(i);

		record.wall_ns = INT64_C(100000000000) + i;
		record.user_ns = record.wall_ns;
		record.system_ns = record.wall_ns;
		record.minor_faults = 1 << 30;
		assert_int_equal(rcc_store_add_run(s, &record, NULL, 0), 0);
	}
	rcc_store_close(s);
	assert_int_equal(stat(p->path, &st), 0);
	assert_in_range(st.st_size, 1, 10000 * 400);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name)                                                                \
	cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)
		T(records_are_read_as_they_were_written),
		T(seeds_keep_all_64_bits),
		T(libraries_are_read_with_their_layouts),
		T(counts_by_valgrind_are_read_by_layout),
		T(no_run_is_stored_twice),
		T(a_block_is_stored_whole_or_not_at_all),
		T(an_older_store_is_read_and_continued),
		T(texts_batches_and_sessions_are_read_as_written),
		T(stored_runs_survive_kill_9),
		T(a_closed_study_is_one_plain_file),
		T(a_report_reads_while_a_study_runs),
		T(other_files_are_refused),
		T(ten_thousand_runs_take_less_than_4_mb),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
