/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of common/: section names and ranks (rank.h), random streams,
 * strings, processes, maps of files. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/random.h"
#include "common/rank.h"
#include "common/shell_words.h"
#include "common/spelling.h"
#include "common/strbuf.h"
#include "common/visible.h"

/* These are published values of XXH64 with seed 0.  The value for empty input
 * is in xxHash's own sanity checks. */
static void hash_has_published_values(void **state)
{
	(void)state;
	assert_int_equal(rcc_rank_hash("", 0, 0), 0xEF46DB3751D8E999);
	assert_int_equal(rcc_rank_hash("a", 1, 0), 0xD24EC4F1A98C6E5B);
	assert_int_equal(rcc_rank_hash("abc", 3, 0), 0x44BC2CF5AD770999);
}

static void seeds_are_parsed_strictly(void **state)
{
	static const char *const bad[] = {"",
					  "-1",
					  "+1",
					  " 1",
					  "1 ",
					  "1x",
					  "0x",
					  "0xg",
					  "none ",
					  "NONE",
					  "18446744073709551616"};
	uint64_t seed = 7;
	int is_none = 7;

	(void)state;
	assert_int_equal(rcc_rank_parse_seed("0", &seed, &is_none), 0);
	assert_int_equal(seed, 0);
	assert_int_equal(is_none, 0);
	assert_int_equal(
		rcc_rank_parse_seed("18446744073709551615", &seed, &is_none),
		0);
	assert_true(seed == UINT64_MAX);
	assert_int_equal(rcc_rank_parse_seed("0xfF", &seed, &is_none), 0);
	assert_int_equal(seed, 255);
	assert_int_equal(rcc_rank_parse_seed("none", &seed, &is_none), 0);
	assert_int_equal(is_none, 1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(rcc_rank_parse_seed(bad[i], &seed, &is_none),
				 -1);
}

static void factors_are_parsed_strictly(void **state)
{
	char text[RCC_FACTORS_TEXT_MAX];
	const char *bad = NULL;
	size_t bad_len = 0;
	unsigned factors = 0;

	(void)state;
	assert_int_equal(
		rcc_rank_parse_factors("units,functions", &factors, NULL, NULL),
		0);
	assert_int_equal(factors, RCC_FACTORS_DEFAULT);
	assert_string_equal(rcc_rank_factors_text(factors, text),
			    "functions,units");
	assert_string_equal(rcc_rank_factors_text(RCC_FACTORS_ALL, text),
			    "functions,units,program,padding,offset,data,"
			    "stack");
	assert_int_equal(rcc_rank_parse_factors("none", &factors, NULL, NULL),
			 0);
	assert_string_equal(rcc_rank_factors_text(factors, text), "none");
	assert_int_equal(rcc_rank_parse_factors("units,luck,program", &factors,
						&bad, &bad_len),
			 -1);
	assert_int_equal(bad_len, 4);
	assert_memory_equal(bad, "luck", 4);
	assert_int_equal(rcc_rank_parse_factors("", &factors, NULL, NULL), -1);
	assert_int_equal(rcc_rank_parse_factors("units,", &factors, NULL, NULL),
			 -1);
}

static void plain_names_keep_gccs_groups(void **state)
{
	static const struct {
		const char *plain;
		enum rcc_rank_class cls;
		const char *symbol;
	} row[] = {
		{".text.foo", RCC_RANK_REST, "foo"},
		{".text.foo.part.0", RCC_RANK_REST, "foo.part.0"},
		{".text.unlikely.foo", RCC_RANK_UNLIKELY, "foo"},
		{".text.startup.main", RCC_RANK_STARTUP, "main"},
		{".text.exit.bye", RCC_RANK_EXIT, "bye"},
		{".text.hot.spin", RCC_RANK_HOT, "spin"},
		/* a function called "hot" is in the group of hot functions; a
		 * function whose name ends in _unlikely is in the group of
		 * unlikely functions */
		{".text.hot", RCC_RANK_HOT, ""},
		{".text.hotter", RCC_RANK_REST, "hotter"},
		{".text.most_unlikely", RCC_RANK_UNLIKELY, "most_unlikely"},
		{".text.startup.x_unlikely", RCC_RANK_UNLIKELY, "x_unlikely"},
	};
	enum rcc_rank_class cls;
	const char *symbol;

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		assert_int_equal(
			rcc_rank_split_plain(row[i].plain, &cls, &symbol), 0);
		assert_int_equal(cls, row[i].cls);
		assert_string_equal(symbol, row[i].symbol);
	}
	assert_int_equal(rcc_rank_split_plain(".text", &cls, &symbol), -1);
	assert_int_equal(rcc_rank_split_plain(".init.text", &cls, &symbol), -1);
	assert_int_equal(rcc_rank_split_plain("mine", &cls, &symbol), -1);
	assert_int_equal(
		rcc_rank_split_plain(".text.sorted.part.0", &cls, &symbol), -1);
	assert_int_equal(rcc_rank_split_plain(".text.sorted", &cls, &symbol),
			 0);
}

static const char *unit_of(const char *path, const char *dir)
{
	static char out[40];

	rcc_rank_unit(out, sizeof(out), path, dir);
	return out;
}

static void units_are_relative_and_clean(void **state)
{
	char small[5];

	(void)state;
	assert_string_equal(unit_of("a.c", NULL), "a_c");
	assert_string_equal(unit_of("./src/my file.c", "/w"), "src/my_file_c");
	assert_string_equal(unit_of("/w/p/src/a.c", "/w/p"), "src/a_c");
	assert_string_equal(unit_of("/w/p/src/a.c", "/w/p/build"),
			    "__/src/a_c");
	assert_string_equal(unit_of("/w/p/a.c", "/w/./p//b/c/"), "__/__/a_c");
	assert_string_equal(unit_of("/x/a.c", "/w/p"), "__/__/x/a_c");
	assert_string_equal(unit_of("/w/pq.c", "/w/p"), "__/pq_c");
	/* The unit's name does not fit into `small`, so it loses its
	 * beginning. */
	assert_int_equal(rcc_rank_unit(small, sizeof(small), "abcdef.c", NULL),
			 4);
	assert_string_equal(small, "ef_c");
}

static void names_go_there_and_back(void **state)
{
	char name[128];
	struct rcc_rank_name part;

	(void)state;
	for (int cls = 0; cls < RCC_RANK_N_CLASSES; cls++) {
		rcc_rank_name(name, (enum rcc_rank_class)cls, "src/a_c",
			      "foo.part.0");
		assert_int_equal(rcc_rank_parse(name, strlen(name), &part), 0);
		assert_int_equal(part.cls, cls);
		assert_int_equal(part.is_ranked, 0);
		assert_string_equal(part.tail, "src/a_c.foo.part.0");
		assert_int_equal(part.unit_len, 7);

		rcc_rank_set(name, part.cls, 0x0123456789abcdef);
		assert_int_equal(rcc_rank_parse(name, strlen(name), &part), 0);
		assert_int_equal(part.cls, cls);
		assert_int_equal(part.is_ranked, 1);
		assert_true(part.rank == 0x0123456789abcdef);
		assert_string_equal(part.tail, "src/a_c.foo.part.0");
	}
	assert_memory_equal(name, ".text.sorted.4.0123456789abcdef.", 32);
	rcc_rank_clear(name, RCC_RANK_UNLIKELY);
	assert_memory_equal(name, ".text.unlikely.randcc__________.", 32);
	assert_int_equal(rcc_rank_parse(".text.foo", 9, &part), -1);
	assert_int_equal(rcc_rank_parse(name, 20, &part), -1);
	/* The name has no unit, which would be between the rank and the
	 * symbol. */
	assert_int_equal(rcc_rank_parse(".text.sorted.4.0123456789abcdef.foo",
					35, &part),
			 -1);
	/* This is how gcc names the section of a function that it orders by a
	 * profile. */
	assert_int_equal(
		rcc_rank_parse(".text.sorted.0000000042.a_function_name", 39,
			       &part),
		-1);
}

static uint64_t rank_of(uint64_t seed, unsigned factors, const char *tail,
			const struct rcc_rank_place *place)
{
	struct rcc_rank_name name = {.tail = tail,
				     .tail_len = (uint32_t)strlen(tail),
				     .unit_len = (uint32_t)strcspn(tail, ".")};

	return rcc_rank_of(seed, factors, &name, place);
}

static void factors_decide_what_moves(void **state)
{
	const struct rcc_rank_place at = {0, 3, 5};
	const struct rcc_rank_place later = {1, 3, 5};
	const uint64_t a = rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a", &at);
	const uint64_t b = rank_of(1, RCC_FACTORS_DEFAULT, "u_c.b", &at);

	(void)state;
	/* the ranks of the functions of a unit (a source file) have the same
	 * upper half, so these functions stay together */
	assert_true(a >> 32 == b >> 32);
	assert_true(a != b);
	assert_true(a != rank_of(2, RCC_FACTORS_DEFAULT, "u_c.a", &at));
	assert_true(a != rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a", &later));
	assert_true(rank_of(1, RCC_FACTOR_FUNCTIONS, "u_c.a", &at) >> 32 == 3);
	assert_true((uint32_t)rank_of(1, RCC_FACTOR_UNITS, "u_c.a", &at) == 5);
	assert_true(rank_of(1, RCC_FACTOR_PADDING, "u_c.a", &at) ==
		    (UINT64_C(3) << 32 | 5));
	/* .lto_priv.N is a suffix that LTO gives to static functions which it
	 * makes global.  It does not change the rank. */
	assert_true(a ==
		    rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a.lto_priv.0", &at));
	assert_true(rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a.part.0", &at) ==
		    rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a.lto_priv.12.part.0",
			    &at));
	assert_true(a !=
		    rank_of(1, RCC_FACTORS_DEFAULT, "u_c.a.lto_priv", &at));
	/* with the factor `program`, the ranks of the functions of a unit have
	 * different upper halves, so these functions are spread */
	assert_true(rank_of(1, RCC_FACTOR_PROGRAM, "u_c.a", &at) >> 32 !=
		    rank_of(1, RCC_FACTOR_PROGRAM, "u_c.b", &at) >> 32);
}

/* Return the chi-square statistic of n counts that all have the expectation
 * `expected`. */
static double chi_square(const unsigned *count, size_t n, double expected)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double off = (double)count[i] - expected;

		sum += off * off / expected;
	}
	return sum;
}

/* Return a number from 0 to 23 that says how four different values are ordered.
 * Each of the 24 possible orders has a number of its own. */
static unsigned order_number(const uint64_t v[4])
{
	unsigned number = 0;

	for (unsigned i = 0; i < 4; i++) {
		unsigned smaller = 0;

		for (unsigned j = i + 1; j < 4; j++)
			smaller += v[j] < v[i];
		number = number * (4 - i) + smaller;
	}
	return number;
}

static void check_orders_are_uniform(unsigned factors, const char *const *tail)
{
	const struct rcc_rank_place at = {0, 0, 0};
	unsigned count[24] = {0};

	for (uint64_t seed = 0; seed < 12000; seed++) {
		uint64_t v[4];

		for (int i = 0; i < 4; i++)
			v[i] = rank_of(seed, factors, tail[i], &at);
		count[order_number(v)]++;
	}
	/* 49.728 is the 0.999 quantile of chi-square with 23 degrees of
	 * freedom (R: qchisq(0.999, 23)). */
	assert_true(chi_square(count, 24, 12000 / 24.0) < 49.728);
}

static void all_orders_are_equally_likely(void **state)
{
	static const char *const one_unit[] = {"u_c.a", "u_c.b", "u_c.c",
					       "u_c.d"};
	static const char *const units[] = {"a_c.f", "b_c.f", "c_c.f", "d_c.f"};

	(void)state;
	check_orders_are_uniform(RCC_FACTORS_DEFAULT, one_unit);
	check_orders_are_uniform(RCC_FACTORS_DEFAULT, units);
	check_orders_are_uniform(RCC_FACTOR_PROGRAM, one_unit);
	check_orders_are_uniform(RCC_FACTOR_PROGRAM, units);
	check_orders_are_uniform(RCC_FACTOR_UNITS, units);
	check_orders_are_uniform(RCC_FACTOR_FUNCTIONS, one_unit);
}

/* The authors' own code (xoshiro256plusplus.c) gives these values, from the
 * state 1, 2, 3, 4. */
static void generator_has_published_values(void **state)
{
	struct rcc_random r = {{1, 2, 3, 4}};

	(void)state;
	assert_true(rcc_random_next(&r) == UINT64_C(41943041));
	assert_true(rcc_random_next(&r) == UINT64_C(58720359));
	assert_true(rcc_random_next(&r) == UINT64_C(3588806011781223));
	assert_true(rcc_random_next(&r) == UINT64_C(3591011842654386));
}

static void shuffle_is_uniform_and_keeps_all(void **state)
{
	unsigned count[24] = {0};
	struct rcc_random r;

	(void)state;
	rcc_random_stream(&r, 42, "test");
	for (int i = 0; i < 12000; i++) {
		size_t index[4] = {0, 1, 2, 3};
		uint64_t v[4];

		rcc_random_shuffle(&r, index, 4);
		assert_int_equal(index[0] + index[1] + index[2] + index[3], 6);
		for (int k = 0; k < 4; k++)
			v[k] = index[k];
		count[order_number(v)]++;
	}
	assert_true(chi_square(count, 24, 12000 / 24.0) < 49.728);
	rcc_random_shuffle(&r, NULL, 0);
}

static void words_are_quoted_for_the_shell(void **state)
{
	static const char *const row[][2] = {
		{"/plain/path-1.0", "/plain/path-1.0"},
		{"a b", "'a b'"},
		{"it's", "'it'\\''s'"},
		{"$HOME", "'$HOME'"},
		{"", "''"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char *quoted = rcc_shell_quote(row[i][0]);

		assert_string_equal(quoted, row[i][1]);
		free(quoted);
	}
}

static void commands_are_split_as_a_shell_splits_them(void **state)
{
	static const char *const row[][2] = {
		{"", ""},
		{"  a\tb\n ", "a|b|"},
		{"'a b' \"c d\"e", "a b|c de|"},
		{"a\\ b '\\' \"\\\"\\\\\\x\"", "a b|\\|\"\\\\x|"},
		{"'' x", "|x|"},
	};
	static const char *const bad[] = {"'a", "a \"b", "a\\"};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_strvec word = {0};
		struct rcc_strbuf text = {0};

		assert_int_equal(rcc_shell_split(row[i][0], &word), 0);
		for (size_t k = 0; k < word.n; k++)
			rcc_strbuf_printf(&text, "%s|", word.item[k]);
		assert_string_equal(text.n != 0 ? text.text : "", row[i][1]);
		rcc_strbuf_release(&text);
		rcc_strvec_release(&word);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rcc_strvec word = {0};

		assert_int_equal(rcc_shell_split(bad[i], &word), RCC_EFORMAT);
		rcc_strvec_release(&word);
	}
}

static void misspelt_names_are_recognised(void **state)
{
	static const char *const name[] = {"timeout", "warmup", "pin", NULL};

	(void)state;
	assert_int_equal(rcc_spelling_distance("", "abc"), 3);
	assert_int_equal(rcc_spelling_distance("abc", "abc"), 0);
	assert_int_equal(rcc_spelling_distance("abc", "acb"), 1);
	assert_int_equal(rcc_spelling_distance("kitten", "sitting"), 3);
	/* If swapped letters could be edited again, the distance would be 2:
	 * swap to "ac" and insert "b".  rcc_spelling_distance() does not allow
	 * this (optimal string alignment). */
	assert_int_equal(rcc_spelling_distance("ca", "abc"), 3);
	assert_string_equal(rcc_spelling_nearest("timeuot", name), "timeout");
	assert_string_equal(rcc_spelling_nearest("wramup", name), "warmup");
	assert_null(rcc_spelling_nearest("colour", name));
}

static void strings_grow_and_keep_every_byte(void **state)
{
	struct rcc_strbuf b = {0};

	(void)state;
	for (int i = 0; i < 1000; i++)
		rcc_strbuf_printf(&b, "%d,", i);
	assert_int_equal(b.n, 10 * 2 + 90 * 3 + 900 * 4);
	assert_int_equal(strlen(b.text), b.n);
	assert_true(b.room > b.n);
	assert_string_equal(b.text + b.n - 8, "998,999,");
	rcc_strbuf_release(&b);
	assert_null(b.text);
	rcc_strbuf_add_bytes(&b, "a\0b", 3);
	rcc_strbuf_add_char(&b, 'c');
	assert_int_equal(b.n, 4);
	assert_memory_equal(b.text, "a\0bc", 5);
	rcc_strbuf_release(&b);
	rcc_strbuf_release(&b);
}

static void a_taken_string_leaves_an_empty_buffer(void **state)
{
	struct rcc_strbuf b = {0};
	char *text = rcc_strbuf_take(&b);

	(void)state;
	assert_string_equal(text, "");
	free(text);
	rcc_strbuf_add_item(&b, ", ", "one");
	rcc_strbuf_add_item(&b, ", ", "two");
	text = rcc_strbuf_take(&b);
	assert_string_equal(text, "one, two");
	free(text);
	assert_null(b.text);
	assert_int_equal(b.n, 0);
	rcc_strbuf_add_item(&b, ", ", "three");
	assert_string_equal(b.text, "three");
	rcc_strbuf_release(&b);
}

static void control_characters_are_replaced(void **state)
{
	/* U+00E9, U+2026 and U+00A0 are no control characters; U+009B is. */
	char text[] = "a\tb\n\033[31m\r\177 \303\251\342\200\246\302\240 "
		      "\302\233 \302";

	(void)state;
	rcc_visible(text, sizeof(text) - 1);
	assert_string_equal(text, "a\tb\n?[31m?? "
				  "\303\251\342\200\246\302\240 ?? \302");
}

static void clocks_agree_with_the_system(void **state)
{
	const int64_t before_ns = rcc_clock_now_ns();
	const int64_t unix_ns = rcc_clock_unix_ns();
	struct timespec t;

	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &t);
	assert_true(before_ns > 0);
	assert_true(before_ns <= (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
	assert_true(rcc_clock_now_ns() >=
		    (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
	/* unix_ns is in nanoseconds, and after 2020-01-01. */
	assert_true(unix_ns > INT64_C(1577836800) * 1000000000);
	/* Do not use time(): its clock is coarser, and may be a tick behind. */
	clock_gettime(CLOCK_REALTIME, &t);
	assert_true(unix_ns <= (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
}

/* ---- Processes ---------------------------------------------------------- */

static int shell(const char *command, char **out)
{
	char sh[] = "/bin/sh";
	char flag[] = "-c";
	char *text = strdup(command);
	char *argv[] = {sh, flag, text, NULL};
	int status = rcc_process_capture(argv, out, NULL);

	free(text);
	return status;
}

static void statuses_are_those_of_a_shell(void **state)
{
	char missing[] = "/no/such/program";
	char *argv[] = {missing, NULL};
	char *out = NULL;

	(void)state;
	assert_int_equal(shell("echo out; exit 3", &out), 3);
	assert_string_equal(out, "out\n");
	free(out);
	assert_int_equal(shell("kill -TERM $$", &out), 128 + SIGTERM);
	free(out);
	errno = 0;
	assert_int_equal(rcc_process_run(argv, -1, -1), RCC_ESYS);
	assert_int_equal(errno, ENOENT);
}

/* A shell reports SIGKILL as 137 (128 + 9).  rcc_process_end() tells a program
 * that was killed from one that exits with status 137. */
static void an_end_is_an_exit_or_a_signal(void **state)
{
	struct rcc_process_end exited = rcc_process_end(W_EXITCODE(137, 0));
	struct rcc_process_end killed = rcc_process_end(W_EXITCODE(0, SIGKILL));

	(void)state;
	assert_int_equal(exited.exit_status, 137);
	assert_int_equal(exited.signal, 0);
	assert_int_equal(killed.exit_status, -1);
	assert_int_equal(killed.signal, SIGKILL);
	assert_int_equal(rcc_process_status(W_EXITCODE(0, SIGKILL)), 137);
}

static void cpus_are_counted_that_may_be_used(void **state)
{
	cpu_set_t before;
	cpu_set_t one;
	int cpu = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	assert_int_equal(rcc_process_n_cpus(), CPU_COUNT(&before));
	while (!CPU_ISSET((size_t)cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	assert_int_equal(rcc_process_n_cpus(), 1);
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
}

static void processes_get_their_surroundings(void **state)
{
	char sh[] = "/bin/sh";
	char flag[] = "-c";
	char command[] = "pwd; echo $A $B; cat; echo error >&2";
	char *argv[] = {sh, flag, command, NULL};
	struct rcc_strvec env = {0};
	struct rcc_process process = {
		.argv = argv, .directory = "/", .no_input = true};
	FILE *out = tmpfile();
	char text[64] = "";
	pid_t pid;

	(void)state;
	rcc_strvec_push(&env, "AB=0");
	rcc_process_setenv(&env, "A", "1");
	rcc_process_setenv(&env, "B", "2");
	rcc_process_setenv(&env, "A", "3");
	assert_int_equal(env.n, 3);
	process.envp = env.item;
	process.out_fd = process.err_fd = fileno(out);
	pid = rcc_process_start(&process);
	assert_true(pid > 0);
	assert_int_equal(rcc_process_wait(pid), 0);
	rewind(out);
	assert_true(fread(text, 1, sizeof(text) - 1, out) > 0);
	assert_string_equal(text, "/\n3 2\nerror\n");
	fclose(out);
	rcc_strvec_release(&env);
	process.envp = NULL;
	process.directory = "/no/such/directory";
	process.out_fd = process.err_fd = -1;
	assert_int_equal(rcc_process_start(&process), RCC_ESYS);
	assert_int_equal(rcc_process_wait(getpid()), RCC_ESYS);
}

static pid_t child_that_exits(int status)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(status);
	return pid;
}

static void any_child_is_waited_for(void **state)
{
	const pid_t stranger = getppid();
	pid_t child[3];
	int status = -1;
	ssize_t i;

	(void)state;
	rcc_process_hold_signals();
	for (int k = 0; k < 3; k++)
		child[k] = child_that_exits(40 + k);
	for (size_t left = 3; left > 0; left--) {
		i = rcc_process_wait_any(child, left, &status);
		assert_true(i >= 0 && i < (ssize_t)left);
		assert_true(status >= 40 && status <= 42);
		child[i] = child[left - 1];
	}
	assert_int_equal(rcc_process_wait_any(&stranger, 1, &status), RCC_ESYS);
	assert_false(rcc_process_interrupted());
	raise(SIGTERM);
	assert_true(rcc_process_interrupted());
	signal(SIGTERM, SIG_IGN);
	rcc_process_release_signals();
	signal(SIGTERM, SIG_DFL);
}

/* ---- Maps ------------------------------------------------------------- */

/* More maps than one system call takes; the first one is empty. */
#define N_MAPS 2500
#define EMPTY 0

/* Change all maps, drop their pages, and compare them with the file. */
static void drop_changed_pages(struct rcc_file_map *map)
{
	for (size_t i = 0; i < N_MAPS; i++)
		if (i != EMPTY)
			map[i].data[0] = map[i].data[map[i].n - 1] = '!';
	rcc_file_drop_pages(map, N_MAPS);
	for (size_t i = 0; i < N_MAPS; i++)
		if (i != EMPTY) {
			assert_int_equal(map[i].data[0], 'a');
			assert_int_equal(map[i].data[map[i].n - 1], 'b');
		}
}

static void dropped_pages_are_read_again(void **state)
{
	struct rcc_file_map *map = rcc_mem_calloc(N_MAPS, sizeof(*map));
	FILE *file = tmpfile();
	FILE *nothing = tmpfile();
	struct rlimit limit;
	struct rlimit none;

	(void)state;
	assert_non_null(file);
	assert_non_null(nothing);
	fprintf(file, "%-9999cb", 'a');
	fflush(file);
	for (size_t i = 0; i < N_MAPS; i++)
		assert_int_equal(
			rcc_file_map_fd(fileno(i == EMPTY ? nothing : file),
					&map[i]),
			0);
	drop_changed_pages(map);
	/* Without a file descriptor each map needs a call of its own. */
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	drop_changed_pages(map);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	rcc_file_drop_pages(map, 0);
	for (size_t i = 0; i < N_MAPS; i++)
		rcc_file_unmap(&map[i]);
	free(map);
	fclose(nothing);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(hash_has_published_values),
		cmocka_unit_test(seeds_are_parsed_strictly),
		cmocka_unit_test(factors_are_parsed_strictly),
		cmocka_unit_test(plain_names_keep_gccs_groups),
		cmocka_unit_test(units_are_relative_and_clean),
		cmocka_unit_test(names_go_there_and_back),
		cmocka_unit_test(factors_decide_what_moves),
		cmocka_unit_test(all_orders_are_equally_likely),
		cmocka_unit_test(generator_has_published_values),
		cmocka_unit_test(shuffle_is_uniform_and_keeps_all),
		cmocka_unit_test(words_are_quoted_for_the_shell),
		cmocka_unit_test(commands_are_split_as_a_shell_splits_them),
		cmocka_unit_test(misspelt_names_are_recognised),
		cmocka_unit_test(strings_grow_and_keep_every_byte),
		cmocka_unit_test(a_taken_string_leaves_an_empty_buffer),
		cmocka_unit_test(control_characters_are_replaced),
		cmocka_unit_test(clocks_agree_with_the_system),
		cmocka_unit_test(statuses_are_those_of_a_shell),
		cmocka_unit_test(an_end_is_an_exit_or_a_signal),
		cmocka_unit_test(cpus_are_counted_that_may_be_used),
		cmocka_unit_test(processes_get_their_surroundings),
		cmocka_unit_test(any_child_is_waited_for),
		cmocka_unit_test(dropped_pages_are_read_again),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
