/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/link/user_names, which puts the user's file names back
 * into the linker's messages and files. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "wrapper/link/user_names.h"

#define N 300

static char user[N][32];
static char copy[N][48];
static char *path[N];
static struct rcc_ld_word word[N];
static struct rcc_input input[N];
static const struct rcc_ldargs args = {.word = word, .n_words = N};
static const struct rcc_inputs inputs = {.item = input, .n = N};
static const struct rcc_private_copies copies = {.path = path, .n = N};
static const struct rcc_user_names names = {
	.args = &args, .inputs = &inputs, .copies = &copies, .dir = "/tmp/d"};

/* Let input i be the file uI.o, or uI.o.more for the second half, so that the
 * names of many copies begin with the name of another. */
static int set_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < N; i++) {
		snprintf(user[i], sizeof(user[i]), "u%zu.o%s", i % (N / 2),
			 i < N / 2 ? "" : ".more");
		snprintf(copy[i], sizeof(copy[i]), "/tmp/d/0.x/%s", user[i]);
		path[i] = copy[i];
		word[i] = (struct rcc_ld_word){.kind = RCC_LD_FILE,
					       .text = user[i]};
		input[i].word = i;
	}
	return 0;
}

static void check(const char *text, const char *want)
{
	struct rcc_strbuf out = {0};

	rcc_strbuf_add(&out, "");
	rcc_user_names_add(&names, text, strlen(text), &out);
	assert_string_equal(out.text, want);
	rcc_strbuf_release(&out);
}

static void every_copy_gets_its_own_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < N; i++) {
		char text[2 * sizeof(copy) + 16];
		char want[2 * sizeof(user) + 16];

		snprintf(text, sizeof(text), "in %s: and (%s)", copy[i],
			 copy[N - 1 - i]);
		snprintf(want, sizeof(want), "in %s: and (%s)", user[i],
			 user[N - 1 - i]);
		check(text, want);
	}
	check("no name", "no name");
	check("", "");
}

static void the_longest_name_counts(void **state)
{
	(void)state;
	check("/tmp/d/0.x/u1.o.mor", "u1.o.mor");
	check("/tmp/d/0.x/u1.o.more", "u1.o.more");
	check("/tmp/d/0.x/u1.o.moremore", "u1.o.moremore");
	check("/tmp/d/0.x/u149.o~", "u149.o~");
	/* An input may have no copy. */
	path[1] = NULL;
	check("/tmp/d/0.x/u1.o.more", "u1.o.more");
	path[N / 2 + 1] = NULL;
	check("/tmp/d/0.x/u1.o.more", "0.x/u1.o.more");
}

static void other_files_keep_their_base_name(void **state)
{
	(void)state;
	check("/tmp/d/randcc-layout.o", "randcc-layout.o");
	check("/tmp/d", "");
	check("/tmp/d/0.x/", "0.x/");
	check("/tmp/d/0.x/z /tmp/d/0.x/", "0.x/z 0.x/");
}

static void names_in_dependency_files_may_be_escaped(void **state)
{
	struct rcc_strbuf out = {0};
	char text[] = "p: \\\n  /tmp/d/0.x/a\\ b$$.o \\\n"
		      "  /tmp/d/randcc-layout.o \\\n  /tmp/d/0.x/u3.o\n";

	(void)state;
	snprintf(user[0], sizeof(user[0]), "a b$.o");
	snprintf(copy[0], sizeof(copy[0]), "/tmp/d/0.x/a b$.o");
	rcc_user_names_add_dependencies(&names, text, &out);
	assert_string_equal(out.text, "p: \\\n  a\\ b$$.o \\\n  u3.o\n");
	rcc_strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(every_copy_gets_its_own_name, set_up),
		cmocka_unit_test_setup(the_longest_name_counts, set_up),
		cmocka_unit_test_setup(other_files_keep_their_base_name,
				       set_up),
		cmocka_unit_test_setup(names_in_dependency_files_may_be_escaped,
				       set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
