/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run the fuzzing targets (testsuite/fuzz/targets.h) with the inputs in
 * testsuite/data/fuzz.  No input may break a target.  An input that once broke
 * a target is called crash-...
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "testsuite/fuzz/targets.h"

static int is_kept(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static void replay(const char *dir, const char *name,
		   const struct rcc_fuzz_target *target)
{
	char *path = rcc_mem_printf("%s/%s", dir, name);
	size_t n;
	char *text = rcc_file_read(path, &n);
	uint8_t *bytes;

	assert_non_null(text);
	/* Allocate exactly n bytes, so that a sanitizer reports any read beyond
	 * them. */
	bytes = rcc_mem_alloc(n);
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)text[i];
	target->run(bytes, n);
	free(bytes);
	free(text);
	free(path);
}

static void kept_inputs_are_survived(void **state)
{
	const struct rcc_fuzz_target *target = *state;
	char *dir = rcc_mem_printf("testsuite/data/fuzz/%s", target->name);
	struct dirent **entry;
	int n = scandir(dir, &entry, is_kept, alphasort);
	int error = dup(2);
	int null = open("/dev/null", O_WRONLY);

	/* Hide the messages about bad inputs. */
	dup2(null, 2);
	close(null);
	assert_true(n >= 3);
	for (int i = 0; i < n; i++) {
		replay(dir, entry[i]->d_name, target);
		free(entry[i]);
	}
	dup2(error, 2);
	close(error);
	free(entry);
	free(dir);
}

int main(void)
{
	struct CMUnitTest test[16] = {{0}};
	size_t n = 0;

	for (const struct rcc_fuzz_target *t = rcc_fuzz_target; t->name != NULL;
	     t++)
		test[n++] = (struct CMUnitTest){
			.name = t->name,
			.test_func = kept_inputs_are_survived,
			.initial_state = (void *)(uintptr_t)t};
	return _cmocka_run_group_tests("fuzz", test, n, NULL, NULL);
}
