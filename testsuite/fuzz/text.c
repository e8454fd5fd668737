/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzing targets (targets.h) that read text: command lines, linker scripts,
 * recipes of records, linkers' maps and messages. */
#include "testsuite/fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/response_file.h"
#include "common/strvec.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/order/filler.h"
#include "wrapper/record/recipe.h"
#include "wrapper/line/script.h"
#include "wrapper/link/user_names.h"

static char *text_of(const uint8_t *bytes, size_t n)
{
	return rcc_mem_strndup((const char *)bytes, n);
}

static void parse(char *const *argv)
{
	struct rcc_ldargs a;
	const char *bad = NULL;
	size_t at = 0;

	if (rcc_ldargs_parse(&a, argv, &bad) == 0) {
		/* Each word (struct rcc_ld_word) is an option or a file.  It
		 * covers n strings of a.arg, from the index `at`.  Together the
		 * words must cover all of a.arg, in order. */
		for (size_t i = 0; i < a.n_words; i++) {
			if (a.word[i].at != at)
				abort();
			at += a.word[i].n;
		}
		if (at != a.arg.n)
			abort();
	} else if (bad == NULL) {
		abort();
	}
	rcc_ldargs_release(&a);
}

/* Check that a command line is the same after it was written to a response file
 * and read back. */
static void check_quoting(char *const *argv)
{
	struct rcc_strvec once = {0};
	struct rcc_strvec twice = {0};
	char *file[] = {NULL, NULL};
	size_t n;
	char *text;

	rcc_response_expand(&once, argv);
	text = rcc_response_quote(&once, &n);
	file[0] = rcc_mem_printf(
		"@%s", rcc_fuzz_file("quoted", (const uint8_t *)text, n));
	rcc_response_expand(&twice, file);
	if (once.n != twice.n)
		abort();
	for (size_t i = 0; i < once.n; i++)
		if (strcmp(once.item[i], twice.item[i]) != 0)
			abort();
	free(file[0]);
	free(text);
	rcc_strvec_release(&once);
	rcc_strvec_release(&twice);
}

/* Parse all bytes as a response file.  Then parse a command line with one
 * argument for each line.  '@' is replaced, because @NAME would open the file
 * NAME. */
void rcc_fuzz_arguments(const uint8_t *bytes, size_t n)
{
	char *text = text_of(bytes, n);
	char *at = text;
	char *file[] = {NULL, NULL};
	struct rcc_strvec argv = {0};
	char *word;

	for (char *c = text; *c != '\0'; c++)
		if (*c == '@')
			*c = '%';
	file[0] =
		rcc_mem_printf("@%s", rcc_fuzz_file("in", (const uint8_t *)text,
						    strlen(text)));
	parse(file);
	free(file[0]);
	while ((word = strsep(&at, "\n")) != NULL)
		rcc_strvec_push(&argv, word);
	parse(argv.item);
	check_quoting(argv.item);
	rcc_strvec_release(&argv);
	free(text);
}

/* Called by rcc_script_rename() for each file name in the script.  Removes the
 * last name from the list `self`.  Aborts if that name differs from `name`. */
static char *same_name(void *self, const char *name)
{
	struct rcc_strvec *left = self;

	if (left->n == 0 || strcmp(left->item[--left->n], name) != 0)
		abort();
	free(left->item[left->n]);
	return rcc_mem_strdup(name);
}

/* Check that rcc_script_rename() finds the same files as rcc_script_read(). */
static void check_renaming(const struct rcc_file_map *map)
{
	struct rcc_script script;
	struct rcc_strvec left = {0};
	char *text = rcc_mem_strndup((const char *)map->data, map->n);

	rcc_script_read(&script, map, false);
	for (size_t i = script.file.n; i-- != 0;)
		rcc_strvec_push(&left, script.file.item[i]);
	if (strlen(text) == map->n)
		free(rcc_script_rename(text, same_name, &left));
	if (left.n != 0)
		abort();
	rcc_strvec_release(&left);
	rcc_script_release(&script);
	free(text);
}

void rcc_fuzz_script(const uint8_t *bytes, size_t n)
{
	struct rcc_file_map map = {.data = rcc_mem_alloc(n + 1), .n = n};
	struct rcc_script script;

	memcpy(map.data, bytes, n);
	rcc_script_read(&script, &map, true);
	for (size_t i = 0; i < script.file.n; i++)
		if (strlen(script.file.item[i]) > n)
			abort();
	rcc_script_release(&script);
	check_renaming(&map);
	free(map.data);
}

void rcc_fuzz_recipe(const uint8_t *bytes, size_t n)
{
	struct rcc_recipe r;
	struct rcc_refusal why = {0};
	char path[4096];
	int err;

	snprintf(path, sizeof(path), "%s/record", rcc_fuzz_dir());
	mkdir(path, 0700);
	rcc_fuzz_file("record/recipe", bytes, n);
	err = rcc_recipe_read(&r, path, &why);
	if ((err != 0) != (why.problem != NULL))
		abort();
	rcc_recipe_release(&r);
	rcc_refusal_release(&why);
}

void rcc_fuzz_map(const uint8_t *bytes, size_t n)
{
	struct rcc_settings set = {
		.seed = 1, .padding_max = 4, .factors = RCC_FACTORS_OF_FILLER};
	struct rcc_filler_plan plan;
	const int err = rcc_filler_plan(rcc_fuzz_file("in", bytes, n),
					"\nLinker script and memory map\n",
					&set, &plan);

	if (err != 0 && err != RCC_EFORMAT)
		abort();
	for (size_t i = 0; i < plan.n_fillers; i++)
		if (memchr(plan.filler[i].name, '\0',
			   sizeof(plan.filler[i].name)) == NULL)
			abort();
	rcc_filler_plan_release(&plan);
}

void rcc_fuzz_user_names(const uint8_t *bytes, size_t n)
{
	static char copy[][16] = {"/t/0/a.o", "/t/0/a.o.o", "/t/1/a.o"};
	static char library[] = "lib/libc.a";
	struct rcc_ld_word word[] = {{.kind = RCC_LD_FILE, .text = "a.o"},
				     {.kind = RCC_LD_FILE, .text = "b.o"},
				     {.kind = RCC_LD_LIBRARY, .text = "c"}};
	struct rcc_input input[] = {
		{.word = 0}, {.word = 1}, {.word = 2, .path = library}};
	char *path[] = {copy[0], copy[1], copy[2]};
	struct rcc_ldargs args = {.word = word, .n_words = 3};
	struct rcc_inputs inputs = {.item = input, .n = 3};
	struct rcc_private_copies copies = {.path = path, .n = 3};
	struct rcc_user_names names = {.args = &args,
				       .inputs = &inputs,
				       .copies = &copies,
				       .dir = "/t"};
	char *text = text_of(bytes, n);
	struct rcc_strbuf restored = {0};

	rcc_user_names_add(&names, (const char *)bytes, n, &restored);
	rcc_user_names_add_dependencies(&names, text, &restored);
	rcc_strbuf_release(&restored);
	free(text);
}
