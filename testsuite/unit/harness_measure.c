/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run: measuring one run and judging whether it
 * succeeded, with a fake executor. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/run/checksum.h"
#include "harness/run/measure.h"
#include "harness/run/output_compare.h"
#include "testsuite/unit/harness_fake.h"

static char word_a[] = "{binary}";
static char word_b[] = "--x={binary},{binary}";
static char word_c[] = "plain";
static char *command[] = {word_a, word_b, word_c};
static char *no_environment[] = {NULL};

static void measure_init(struct rcc_measure *m, struct fake *f)
{
	fake_init(f);
	*m = (struct rcc_measure){.setup = {.executor = &f->executor,
					    .environment = no_environment,
					    .output_limit = 1 << 20},
				  .command = {.word = command, .n = 3},
				  .has_padding = true};
}

static void binary_is_replaced_everywhere(void **state)
{
	const struct rcc_command_line line = {.word = command, .n = 3};
	char **argv = rcc_command_line_argv(&line, "a b");

	(void)state;
	assert_string_equal(argv[0], "a b");
	assert_string_equal(argv[1], "--x=a b,a b");
	assert_string_equal(argv[2], "plain");
	assert_null(argv[3]);
	rcc_command_line_free(argv);
}

static void the_environment_grows_as_requested(void **state)
{
	struct fake f;
	struct rcc_measure m;
	struct rcc_run_record row = {0};
	struct rcc_measure_detail d;

	(void)state;
	measure_init(&m, &f);
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d), 0);
	assert_int_equal(f.env_bytes[0], 0);
	assert_int_equal(rcc_measure_run(&m, "/x", 4095, &row, &d), 0);
	assert_int_equal(f.env_bytes[1], 4095);
	assert_int_equal(row.env_bytes, 4095);
	m.has_padding = false;
	assert_int_equal(rcc_measure_run(&m, "/x", 7, &row, &d), 0);
	assert_true(f.env_bytes[2] == SIZE_MAX);
	assert_int_equal(row.env_bytes, 0);
	close(f.fd);
}

static void each_end_has_its_outcome(void **state)
{
	static const struct {
		struct rcc_exec_result odd;
		enum rcc_outcome outcome;
	} row[] = {
		{{.ended = RCC_ENDED_EXITED}, RCC_OUTCOME_OK},
		{{.ended = RCC_ENDED_EXITED, .exit_status = 3},
		 RCC_OUTCOME_BAD_EXIT},
		{{.ended = RCC_ENDED_SIGNALLED,
		  .exit_status = -1,
		  .signal = 11},
		 RCC_OUTCOME_SIGNAL},
		{{.ended = RCC_ENDED_TIMEOUT, .signal = 9},
		 RCC_OUTCOME_TIMEOUT},
		{{.ended = RCC_ENDED_OUTPUT, .signal = 9},
		 RCC_OUTCOME_TOO_MUCH_OUTPUT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct fake f;
		struct rcc_measure m;
		struct rcc_run_record r = {0};
		struct rcc_measure_detail d;

		measure_init(&m, &f);
		f.odd_at = 1;
		f.odd = row[i].odd;
		assert_int_equal(rcc_measure_run(&m, "/x", 0, &r, &d),
				 RCC_MEASURED);
		assert_int_equal(r.outcome, row[i].outcome);
		assert_int_equal(r.exit_status, row[i].odd.exit_status);
		assert_int_equal(r.signal, row[i].odd.signal);
		close(f.fd);
	}
}

static void another_exit_status_can_be_right(void **state)
{
	struct fake f;
	struct rcc_measure m;
	struct rcc_run_record row = {0};
	struct rcc_measure_detail d;

	(void)state;
	measure_init(&m, &f);
	m.exit_status = 1;
	f.odd_at = 1;
	f.odd.exit_status = 1;
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d), 0);
	assert_int_equal(row.outcome, RCC_OUTCOME_OK);
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d), 0);
	assert_int_equal(row.outcome, RCC_OUTCOME_BAD_EXIT);
	close(f.fd);
}

static void an_attempt_that_fails_is_not_a_run(void **state)
{
	struct fake f;
	struct rcc_measure m;
	struct rcc_run_record row = {0};
	struct rcc_measure_detail d;

	(void)state;
	measure_init(&m, &f);
	f.odd_at = 1;
	f.odd.ended = RCC_ENDED_NOT_STARTED;
	f.odd.error_number = ENOEXEC;
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d),
			 RCC_MEASURE_CANNOT_RUN);
	assert_int_equal(d.error_number, ENOEXEC);
	f.odd_at = 2;
	f.odd.ended = RCC_ENDED_ABANDONED;
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d),
			 RCC_MEASURE_ABANDONED);
	close(f.fd);
}

/* --cleanup runs once for each prepared run, also if the run itself failed.  Its
 * own failure does not replace that of the run. */
static void cleanup_follows_a_run_that_fails(void **state)
{
	static const enum rcc_ended ended[] = {RCC_ENDED_NOT_STARTED,
					       RCC_ENDED_ABANDONED};
	static const enum rcc_measured got[] = {RCC_MEASURE_CANNOT_RUN,
						RCC_MEASURE_ABANDONED};

	(void)state;
	for (size_t i = 0; i < sizeof(ended) / sizeof(ended[0]); i++) {
		struct fake f;
		struct rcc_measure m;
		struct rcc_run_record row = {0};
		struct rcc_measure_detail d;

		measure_init(&m, &f);
		m.setup.prepare = "true";
		m.setup.cleanup = "false";
		f.odd_at = 1;
		f.odd.ended = ended[i];
		f.odd.error_number = ENOEXEC;
		f.helper_status = 0;
		assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d),
				 got[i]);
		assert_int_equal(f.n_helpers, 2);
		assert_int_equal(d.error_number, ENOEXEC);
		/* A failed --prepare has nothing to clean up. */
		f.helper_status = 1;
		assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d),
				 RCC_MEASURE_NOT_PREPARED);
		assert_int_equal(f.n_helpers, 3);
		m.setup.prepare = NULL;
		f.n_runs = 0;
		assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d),
				 got[i]);
		assert_string_equal(d.problem, "");
		close(f.fd);
	}
}

static void output_is_compared_byte_by_byte(void **state)
{
	static const struct {
		const char *output;
		int64_t differs_at;
	} row[] = {{"right\n", -1},
		   {"righx\n", 4},
		   {"right", 5},
		   {"right\n\n", 6},
		   {"", 0}};
	char *dir = rcc_file_tmp_dir("harness-measure");
	char *path = rcc_file_join(dir, "reference");

	(void)state;
	assert_int_equal(rcc_file_replace(path, "right\n", 6, 0600), 0);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct fake f;
		struct rcc_measure m;
		struct rcc_run_record r = {0};
		struct rcc_measure_detail d;

		measure_init(&m, &f);
		m.reference = path;
		f.output = row[i].output;
		assert_int_equal(rcc_measure_run(&m, "/x", 0, &r, &d), 0);
		assert_int_equal(d.differs_at, row[i].differs_at);
		assert_int_equal(r.outcome, row[i].differs_at < 0
						    ? RCC_OUTCOME_OK
						    : RCC_OUTCOME_WRONG_OUTPUT);
		assert_int_equal(r.output_bytes, strlen(row[i].output));
		close(f.fd);
	}
	rcc_file_remove_tree(dir);
	free(path);
	free(dir);
}

/* An output is compared with the expected output in pieces of 16384 bytes.
 * Here the outputs differ in the last byte of a piece. */
static void long_outputs_are_compared_too(void **state)
{
	const size_t n = 3 * 16384 + 5;
	char *text = rcc_mem_alloc(n);
	char *dir = rcc_file_tmp_dir("harness-measure");
	char *path = rcc_file_join(dir, "reference");
	int fd = memfd_create("output", MFD_CLOEXEC);
	int64_t at;

	(void)state;
	memset(text, 'a', n);
	assert_int_equal(rcc_file_replace(path, text, n, 0600), 0);
	assert_int_equal(rcc_file_write_fd(fd, text, n), 0);
	assert_int_equal(rcc_output_compare(fd, path, &at), 0);
	assert_int_equal(at, -1);
	for (size_t i = 16383; i < n; i += 16384) {
		assert_int_equal(pwrite(fd, "b", 1, (off_t)i), 1);
		assert_int_equal(rcc_output_compare(fd, path, &at), 0);
		assert_int_equal(at, i);
		assert_int_equal(pwrite(fd, "a", 1, (off_t)i), 1);
	}
	assert_int_equal(rcc_output_compare(fd, "/nonexistent", &at), RCC_ESYS);
	close(fd);
	rcc_file_remove_tree(dir);
	free(text);
	free(path);
	free(dir);
}

/* Studies store the checksums of their inputs, so these must not change.  They
 * are XXH64 of the whole contents, which are read in pieces. */
static void checksums_are_those_of_whole_files(void **state)
{
	static const size_t size[] = {0, 5, 65536, 3 * 65536 + 7};
	char *dir = rcc_file_tmp_dir("harness-measure");
	char *path = rcc_file_join(dir, "input");
	uint64_t sum;

	(void)state;
	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		unsigned char *bytes = rcc_mem_alloc(size[i] + 1);

		for (size_t k = 0; k < size[i]; k++)
			bytes[k] = (unsigned char)(k * k >> 3);
		assert_int_equal(rcc_file_replace(path, bytes, size[i], 0600),
				 0);
		assert_int_equal(rcc_checksum_file(path, &sum), 0);
		assert_true(sum == rcc_rank_hash(bytes, size[i], 0));
		free(bytes);
	}
	assert_int_equal(rcc_checksum_file(dir, &sum), -1);
	assert_int_equal(errno, EISDIR);
	rcc_file_remove_tree(dir);
	free(path);
	free(dir);
}

/* A perf counter that the kernel granted has a value, and the share of the time
 * in which it counted.  A counter that was not granted, or never counted, has
 * no value; in particular its value is not 0. */
static void counters_have_values_only_if_they_counted(void **state)
{
	const struct rcc_metric_spec wanted[] = {
		{.name = "a", .kind = RCC_SOURCE_PERF, .selector = "cycles"},
		{.name = "b",
		 .kind = RCC_SOURCE_PERF,
		 .selector = "instructions"},
	};
	struct fake f;
	struct rcc_measure m;
	struct rcc_metric_values values;
	struct rcc_run_record row = {0};
	struct rcc_measure_detail d;

	(void)state;
	measure_init(&m, &f);
	rcc_metric_values_init(&values, wanted, 2, 1);
	m.values = &values;
	values.counter[1].is_granted = true;
	f.share = 0.25;
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d), 0);
	assert_int_equal(row.outcome, RCC_OUTCOME_OK);
	assert_int_equal(values.n_values, 1);
	assert_int_equal(values.value[0].metric, 1);
	assert_true(values.value[0].value == 1000);
	assert_true(values.value[0].share == 0.25);
	f.share = 0;
	assert_int_equal(rcc_measure_run(&m, "/x", 0, &row, &d), 0);
	assert_int_equal(values.n_values, 0);
	rcc_metric_values_release(&values);
	close(f.fd);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(binary_is_replaced_everywhere),
		cmocka_unit_test(the_environment_grows_as_requested),
		cmocka_unit_test(each_end_has_its_outcome),
		cmocka_unit_test(another_exit_status_can_be_right),
		cmocka_unit_test(an_attempt_that_fails_is_not_a_run),
		cmocka_unit_test(cleanup_follows_a_run_that_fails),
		cmocka_unit_test(output_is_compared_byte_by_byte),
		cmocka_unit_test(long_outputs_are_compared_too),
		cmocka_unit_test(checksums_are_those_of_whole_files),
		cmocka_unit_test(counters_have_values_only_if_they_counted),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
