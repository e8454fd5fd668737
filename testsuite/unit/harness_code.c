/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run: trace, code_map and code_study.  These three
 * modules turn the kernel's records of perf_event_open(2) into the share of CPU
 * time that a program spends in code whose place a layout changes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/run/code_study.h"

/* ---- Made-up records of the kernel --------------------------------------- */

struct made {
	struct perf_event_header header;
	uint64_t word[64];
};

static uint64_t pair(uint32_t a, uint32_t b)
{
	uint64_t word;
	const uint32_t both[] = {a, b};

	memcpy(&word, both, sizeof(word));
	return word;
}

static void add(struct rcc_trace *t, uint32_t type, uint16_t misc, size_t n,
		struct made *r)
{
	r->header = (struct perf_event_header){
		.type = type,
		.misc = misc,
		.size = (uint16_t)(sizeof(r->header) + n * sizeof(uint64_t))};
	rcc_trace_add(t, r);
}

static void sample(struct rcc_trace *t, uint32_t pid, uint64_t time,
		   uint64_t ip, bool is_kernel)
{
	struct made r = {.word = {ip, pair(pid, pid), time}};

	add(t, PERF_RECORD_SAMPLE,
	    is_kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, 3, &r);
}

static void mapping(struct rcc_trace *t, uint32_t pid, uint64_t time,
		    uint64_t begin, uint64_t n, uint64_t offset,
		    const char *path)
{
	struct made r = {.word = {pair(pid, pid), begin, n, offset}};
	const size_t n_path = strlen(path) / sizeof(uint64_t) + 1;

	memcpy(&r.word[8], path, strlen(path));
	r.word[8 + n_path] = pair(pid, pid);
	r.word[9 + n_path] = time;
	add(t, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, 10 + n_path, &r);
}

static void fork_of(struct rcc_trace *t, uint32_t pid, uint32_t parent,
		    uint64_t time)
{
	struct made r = {.word = {pair(pid, parent), pair(pid, parent), time}};

	add(t, PERF_RECORD_FORK, 0, 3, &r);
}

/* ---- The trace: which file a sample is in ------------------------------- */

static void assert_place(const struct rcc_trace *t, size_t i, const char *path,
			 uint64_t offset)
{
	uint64_t at = UINT64_MAX;
	const char *found = rcc_trace_place(t, &t->sample[i], &at);

	if (path == NULL) {
		assert_null(found);
		return;
	}
	assert_non_null(found);
	assert_string_equal(found, path);
	assert_int_equal(at, offset);
}

static void a_sample_is_at_a_place_of_the_file_mapped_there(void **state)
{
	struct rcc_trace t = {0};

	(void)state;
	sample(&t, 1, 50, 0x401234, false);
	sample(&t, 1, 51, 0x401fff, false);
	sample(&t, 1, 52, 0x402000, false); /* address after the mapping */
	sample(&t, 2, 53, 0x401234, false); /* another process */
	sample(&t, 1, 5, 0x401234, false);  /* time before the mapping */
	sample(&t, 1, 54, 0x7f0000001010, false);
	/* the kernel keeps the records of each CPU apart; the following
	 * mappings are from another CPU, and are read later, although they are
	 * older */
	mapping(&t, 1, 10, 0x401000, 0x1000, 0x1000, "/a/prog");
	mapping(&t, 1, 20, 0x7f0000001000, 0x1000, 0x5000, "/lib/libx.so");
	rcc_trace_sort(&t);
	assert_int_equal(t.n_samples, 6);
	assert_place(&t, 0, "/a/prog", 0x1234);
	assert_place(&t, 1, "/a/prog", 0x1fff);
	assert_place(&t, 2, NULL, 0);
	assert_place(&t, 3, NULL, 0);
	assert_place(&t, 4, NULL, 0);
	assert_place(&t, 5, "/lib/libx.so", 0x5010);
	rcc_trace_release(&t);
}

static void the_latest_mapping_counts_and_children_inherit(void **state)
{
	struct rcc_trace t = {0};

	(void)state;
	mapping(&t, 1, 10, 0x1000, 0x1000, 0, "/bin/sh");
	mapping(&t, 1, 20, 0x1000, 0x1000, 0, "/a/prog");
	fork_of(&t, 2, 1, 15); /* a child of the shell */
	fork_of(&t, 3, 1, 25); /* a child of the program */
	fork_of(&t, 4, 3, 30); /* a child of process 3 */
	fork_of(&t, 1, 1, 22); /* a new thread of process 1 */
	fork_of(&t, 9, 9, 1);
	mapping(&t, 3, 40, 0x1000, 0x1000, 0, "/a/other");
	sample(&t, 1, 12, 0x1004, false);
	sample(&t, 1, 30, 0x1004, false);
	sample(&t, 2, 30, 0x1004, false);
	sample(&t, 3, 35, 0x1004, false);
	sample(&t, 3, 45, 0x1004, false);
	sample(&t, 4, 45, 0x1004, false);
	sample(&t, 9, 45, 0x1004, false);
	rcc_trace_sort(&t);
	assert_place(&t, 0, "/bin/sh", 4);
	assert_place(&t, 1, "/a/prog", 4);
	assert_place(&t, 2, "/bin/sh", 4);
	assert_place(&t, 3, "/a/prog", 4);
	assert_place(&t, 4, "/a/other", 4);
	assert_place(&t, 5, "/a/prog", 4);
	assert_place(&t, 6, NULL, 0);
	rcc_trace_release(&t);
}

static void records_that_are_short_or_unknown_are_ignored(void **state)
{
	struct rcc_trace t = {0};
	struct made r = {.word = {0}};

	(void)state;
	for (uint32_t type = 0; type < 40; type++)
		for (size_t n = 0; n < 3; n++)
			add(&t, type, 0, n, &r);
	add(&t, PERF_RECORD_LOST, 0, 4, &r);
	add(&t, PERF_RECORD_MMAP2, 0, 9, &r);
	rcc_trace_sort(&t);
	assert_int_equal(t.n_samples + t.n_mappings + t.n_forks, 0);
	rcc_trace_release(&t);
}

static void a_long_run_is_thinned_out_evenly(void **state)
{
	struct rcc_trace t = {0};
	const size_t n = 10 * RCC_TRACE_SAMPLES_MAX;
	size_t n_late = 0;

	(void)state;
	for (size_t i = 0; i < n; i++)
		sample(&t, 1, i, 0x1000, false);
	assert_in_range(t.n_samples, RCC_TRACE_SAMPLES_MAX / 2,
			RCC_TRACE_SAMPLES_MAX);
	for (size_t i = 0; i < t.n_samples; i++)
		n_late += t.sample[i].time >= n / 2;
	assert_in_range(1000 * n_late / t.n_samples, 495, 505);
	rcc_trace_release(&t);
}

/* ---- The map: which object file an address of a program is from --------- */

static const char list[] = "0000000000401000\t_init\t1000\t0\tsystem\tcrti.o\n"
			   "0000000000401020\tone\t1020\t16\tmoved\ta.o\n"
			   "0000000000401020\talias\t1020\t32\tfixed\tz.o\n"
			   "0000000000401050\t_Z3twov\t1050\t16\tfixed\tb.o\n"
			   "not a line of the list\n"
			   "0000000000401060\tthree\t1060\t0\tfixed\tc.o\n"
			   "0000000000401080\tfour\t1080\t8\tlinker\t-\n";

static void a_place_is_in_a_function_or_between_functions(void **state)
{
	static const struct {
		uint64_t offset;
		const char *origin; /* object file of the place; NULL: none */
		enum rcc_code_how how;
	} row[] = {
		{0, NULL, RCC_CODE_LINKER},
		{0xfff, NULL, RCC_CODE_LINKER},
		{0x1000, "crti.o", RCC_CODE_SYSTEM},
		/* _init has no size, so it extends to the next function */
		{0x101f, "crti.o", RCC_CODE_SYSTEM},
		{0x1020, "a.o", RCC_CODE_MOVED},
		/* `one` and its alias begin at the same address; the longer
		 * size counts */
		{0x103f, "a.o", RCC_CODE_MOVED},
		{0x1040, NULL, RCC_CODE_LINKER},
		{0x1050, "b.o", RCC_CODE_FIXED},
		{0x105f, "b.o", RCC_CODE_FIXED},
		{0x107f, "c.o", RCC_CODE_FIXED},
		{0x1080, "-", RCC_CODE_LINKER},
		{0x1088, NULL, RCC_CODE_LINKER},
		{UINT64_MAX, NULL, RCC_CODE_LINKER},
	};
	struct rcc_code_map map;

	(void)state;
	rcc_code_map_parse(&map, rcc_mem_strdup(list));
	assert_int_equal(map.n, 5);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct rcc_code_function *f =
			rcc_code_map_find(&map, row[i].offset);

		if (row[i].origin == NULL) {
			assert_null(f);
			continue;
		}
		assert_non_null(f);
		assert_string_equal(f->origin, row[i].origin);
		assert_int_equal(f->how, row[i].how);
	}
	rcc_code_map_release(&map);
	rcc_code_map_parse(&map, rcc_mem_strdup(""));
	assert_null(rcc_code_map_find(&map, 0));
	rcc_code_map_release(&map);
}

/* ---- The shares of CPU time --------------------------------------------- */

static void make_study(struct rcc_code_study *s)
{
	*s = (struct rcc_code_study){0};
	s->file = rcc_mem_calloc(1, sizeof(*s->file));
	s->file[0].path = rcc_mem_strdup("/st/prog");
	rcc_code_map_parse(&s->file[0].map, rcc_mem_strdup(list));
	s->n_files = 1;
	rcc_strvec_push(&s->library, "/build/libcore.so.1.0");
}

static double share_of(const struct rcc_code_share *share,
		       enum rcc_code_kind kind, const char *name)
{
	for (size_t i = 0; i < share->n; i++)
		if (share->part[i].kind == kind &&
		    strcmp(share->part[i].name, name) == 0)
			return share->part[i].n;
	return 0;
}

static void samples_are_counted_by_what_they_are_in(void **state)
{
	struct rcc_code_study s;
	struct rcc_code_share share = {0};
	struct rcc_code_share again;
	struct rcc_trace t = {0};
	json_t *json;

	(void)state;
	make_study(&s);
	/* the address at which a position-independent program is loaded does
	 * not matter */
	mapping(&t, 1, 0, 0x555000001000, 0x1000, 0x1000, "/st/prog");
	mapping(&t, 1, 0, 0x10000, 0x1000, 0, "/build/libcore.so.1.0");
	mapping(&t, 1, 0, 0x20000, 0x1000, 0, "/lib/libc.so.6");
	mapping(&t, 1, 0, 0x30000, 0x1000, 0, "//anon");
	mapping(&t, 1, 0, 0x40000, 0x1000, 0, "/bin/sh");
	for (int i = 0; i < 6; i++)
		sample(&t, 1, 1, 0x555000001020, false);
	for (int i = 0; i < 5; i++)
		sample(&t, 1, 1, 0x555000001051, false);
	for (int i = 0; i < 4; i++)
		sample(&t, 1, 1, 0x10010, false);
	for (int i = 0; i < 2; i++)
		sample(&t, 1, 1, 0x20010, false);
	sample(&t, 1, 1, 0x30010, false);
	sample(&t, 1, 1, 0x40010, false);
	sample(&t, 1, 1, UINT64_C(0xffffffff81000000), true);
	rcc_trace_sort(&t);
	rcc_code_study_count(&s, &t, &share);
	rcc_code_share_finish(&share);
	assert_int_equal(share.n_samples, 20);
	json = rcc_code_share_json(&share);
	rcc_code_share_read(json, &again);
	json_decref(json);
	assert_int_equal(again.n_samples, 20);
	assert_int_equal(again.n, 7);
	assert_true(again.part[1].is_cplusplus);
	for (int i = 0; i < 2; i++) {
		const struct rcc_code_share *p = i == 0 ? &share : &again;
		static const struct {
			enum rcc_code_kind kind;
			const char *name;
			double share;
		} row[] = {
			{RCC_CODE_KIND_MOVED, "", 0.3},
			{RCC_CODE_KIND_OBJECT, "b.o", 0.25},
			{RCC_CODE_KIND_BUILD_LIBRARY, "libcore.so.1.0", 0.2},
			{RCC_CODE_KIND_LIBRARY, "libc.so.6", 0.1},
			{RCC_CODE_KIND_GENERATED, "", 0.05},
			{RCC_CODE_KIND_PROGRAM, "sh", 0.05},
			{RCC_CODE_KIND_KERNEL, "", 0.05},
		};

		for (size_t k = 0; k < sizeof(row) / sizeof(row[0]); k++)
			assert_true(fabs(share_of(p, row[k].kind, row[k].name) -
					 row[k].share) < 1e-9);
	}
	rcc_code_share_release(&share);
	rcc_code_share_release(&again);
	rcc_trace_release(&t);
	rcc_code_study_release(&s);
}

static void bytes_are_counted_where_there_are_no_samples(void **state)
{
	struct rcc_code_study s;
	struct rcc_code_share share = {0};

	(void)state;
	make_study(&s);
	rcc_code_study_count_bytes(&s, &share);
	rcc_code_share_finish(&share);
	assert_true(fabs(rcc_code_share_of(&share, RCC_CODE_KIND_MOVED) -
			 32.0 / 56) < 1e-9);
	assert_true(fabs(rcc_code_share_of(&share, RCC_CODE_KIND_OBJECT) -
			 16.0 / 56) < 1e-9);
	rcc_code_share_release(&share);
	rcc_code_study_release(&s);
}

static void damaged_json_has_no_parts(void **state)
{
	static const char *const text[] = {
		"null", "[]", "{}", "{\"parts\":7}",
		"{\"parts\":[1,{\"kind\":\"new\",\"share\":1}]}"};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		struct rcc_code_share share;
		json_t *json = json_loads(text[i], JSON_DECODE_ANY, NULL);

		rcc_code_share_read(json, &share);
		assert_int_equal(share.n, 0);
		assert_null(share.why_not);
		json_decref(json);
		rcc_code_share_release(&share);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_sample_is_at_a_place_of_the_file_mapped_there),
		cmocka_unit_test(
			the_latest_mapping_counts_and_children_inherit),
		cmocka_unit_test(records_that_are_short_or_unknown_are_ignored),
		cmocka_unit_test(a_long_run_is_thinned_out_evenly),
		cmocka_unit_test(a_place_is_in_a_function_or_between_functions),
		cmocka_unit_test(samples_are_counted_by_what_they_are_in),
		cmocka_unit_test(bytes_are_counted_where_there_are_no_samples),
		cmocka_unit_test(damaged_json_has_no_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
