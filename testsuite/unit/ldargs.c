/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/line/ldargs and ldoptions: parsing command lines of
 * linkers. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/response_file.h"
#include "wrapper/line/ldargs.h"
/* The option table is private to ldoptions.c. */
#include "wrapper/line/ldoptions.c"

/* Return the kinds of all words, one letter (see `letter`) for each, such as
 * "F" for a file. */
static const char *kinds(const struct rcc_ldargs *a)
{
	static const char letter[] = {
		[RCC_LD_OPTION] = '.',	   [RCC_LD_FILE] = 'F',
		[RCC_LD_LIBRARY] = 'L',	   [RCC_LD_OPTION_IN] = 'i',
		[RCC_LD_OPTION_OUT] = 'o', [RCC_LD_SEARCH] = 'S',
	};
	static char out[64];
	size_t i;

	for (i = 0; i < a->n_words && i + 1 < sizeof(out); i++)
		out[i] = letter[a->word[i].kind];
	out[i] = '\0';
	return out;
}

#define MAX_WORDS 16

/* Command lines, split at blanks.  `kinds` has a letter for each word
 * (kinds()), and `text` is the text of the last word that is not an option. */
static const struct row {
	const char *line;
	const char *kinds;
	const char *text;
} row[] = {
	{"a.o b.o", "FF", "b.o"},
	{"-o out a.o", "oF", "a.o"},
	{"-oout a.o", "oF", "a.o"},
	{"--output=out a.o", "oF", "a.o"},
	{"--output out a.o", "oF", "a.o"},
	/* one dash and an `o` mean -o with the file "magic", not --omagic */
	{"-omagic a.o", "oF", "a.o"},
	{"-lfoo", "L", "foo"},
	{"-l foo", "L", "foo"},
	{"-l:libfoo.a", "L", ":libfoo.a"},
	{"--library=foo", "L", "foo"},
	{"-L/x -L /y --library-path=/z", "SSS", "/z"},
	{"-T script a.o", "iF", "a.o"},
	{"-Tscript a.o", "iF", "a.o"},
	{"-Ttext 0x1000 a.o", ".F", "a.o"},
	{"-Ttext=0x1000 a.o", ".F", "a.o"},
	{"--version-script=v a.o", "iF", "a.o"},
	{"-version-script v a.o", "iF", "a.o"},
	{"-Map=m a.o", "oF", "a.o"},
	{"-Map m a.o", "oF", "a.o"},
	{"--dependency-file d a.o", "oF", "a.o"},
	{"-m elf_x86_64 a.o", ".F", "a.o"},
	{"-melf_x86_64 a.o", ".F", "a.o"},
	{"-z now a.o", ".F", "a.o"},
	{"-znow a.o", ".F", "a.o"},
	{"-u sym -e start -y s a.o", "...F", "a.o"},
	{"-h soname -soname x a.o", "..F", "a.o"},
	{"-rpath /r -rpath-link=/s a.o", "..F", "a.o"},
	{"--remap-inputs a.o=b.o a.o", ".F", "a.o"},
	{"--remap-inputs-file=list a.o", "iF", "a.o"},
	{"-dynamic-linker /lib/ld.so a.o", ".F", "a.o"},
	{"-plugin p.so -plugin-opt=-pass-through=-lc a.o", "..F", "a.o"},
	{"-plugin-opt=-fresolution=/t/x.res a.o", "oF", "a.o"},
	{"--defsym a=b --wrap main a.o", "..F", "a.o"},
	{"--push-state --as-needed -lgcc_s --pop-state", "..L.", "gcc_s"},
	/* these options take no argument */
	{"--eh-frame-hdr -pie --hash-style=gnu --build-id a.o", "....F", "a.o"},
	{"-build-id -check-sections -cref a.o", "...F", "a.o"},
	{"-export-dynamic -E -s a.o", "...F", "a.o"},
	{"--no-such-option a.o", ".F", "a.o"},
	{"- a.o", "FF", "a.o"},
	/* unique abbreviations, as ld accepts them */
	{"--outpu=out a.o", "oF", "a.o"},
	{"--outp out a.o", "oF", "a.o"},
	{"--version-scr v a.o", "iF", "a.o"},
	{"-version-sc=v a.o", "iF", "a.o"},
	{"--defs a=b a.o", ".F", "a.o"},
	{"-Ma m a.o", "oF", "a.o"},
	/* words that abbreviate no option, or several; ld refuses them */
	{"--out a.o", ".F", "a.o"},
	{"--rpat a.o", ".F", "a.o"},
	{"-library x", "LF", "x"},
	/* options of other linkers */
	{"--symbol-ordering-file f --icf all a.o", "i.F", "a.o"},
	{"-mllvm -x --threads a.o", "..F", "a.o"},
};

static void parse(struct rcc_ldargs *a, const char *line)
{
	static char copy[256];
	char *argv[MAX_WORDS + 1];
	const char *bad;
	size_t n = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *w = strtok(copy, " "); w != NULL && n < MAX_WORDS;
	     w = strtok(NULL, " "))
		argv[n++] = w;
	argv[n] = NULL;
	assert_int_equal(rcc_ldargs_parse(a, argv, &bad), 0);
}

static void the_table_is_sorted(void **state)
{
	(void)state;
	for (size_t i = 1; i < N_OPTIONS; i++)
		if (strcmp(option_table[i - 1].name, option_table[i].name) >= 0)
			fail_msg("\"%s\" stands before \"%s\"",
				 option_table[i - 1].name,
				 option_table[i].name);
	for (size_t i = 1; i < N_OTHERS; i++)
		if (strcmp(other_table[i - 1].name, other_table[i].name) >= 0)
			fail_msg("\"%s\" stands before \"%s\"",
				 other_table[i - 1].name, other_table[i].name);
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_table[i].argument == RCC_OPT_JOINED)
			assert_int_equal(strlen(option_table[i].name), 1);
}

static void words_are_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_ldargs a;
		const char *text = NULL;

		parse(&a, row[i].line);
		if (strcmp(kinds(&a), row[i].kinds) != 0)
			fail_msg("\"%s\": %s instead of %s", row[i].line,
				 kinds(&a), row[i].kinds);
		for (size_t w = 0; w < a.n_words; w++)
			if (a.word[w].kind != RCC_LD_OPTION &&
			    a.word[w].kind != RCC_LD_OPTION_OUT)
				text = a.word[w].text;
		assert_string_equal(text, row[i].text);
		rcc_ldargs_release(&a);
	}
}

static void facts_are_found(void **state)
{
	struct rcc_ldargs a;

	(void)state;
	parse(&a,
	      "-o prog -m elf_i386 -s --gc-sections -shared -z muldefs a.o");
	assert_string_equal(a.output, "prog");
	assert_string_equal(a.word[1].text, "elf_i386");
	assert_true(a.is_shared && a.allows_muldefs);
	assert_false(a.is_relocatable || a.is_information || a.has_plugin);
	rcc_ldargs_release(&a);
	parse(&a, "-r a.o --no-gc-sections");
	assert_true(a.is_relocatable);
	assert_string_equal(a.output, "a.out");
	rcc_ldargs_release(&a);
	parse(&a, "-v");
	assert_true(a.is_information);
	rcc_ldargs_release(&a);
	/* with other words, -v only makes the linker print more */
	parse(&a, "-v a.o");
	assert_false(a.is_information);
	rcc_ldargs_release(&a);
	parse(&a, "-plugin p.so -plugin-opt=/usr/lib/lto-wrapper a.o");
	assert_true(a.has_plugin);
	assert_int_equal(a.lto_wrapper_word, 1);
	assert_string_equal(a.word[1].text, "/usr/lib/lto-wrapper");
	rcc_ldargs_release(&a);
}

static void runs_end_at_groups_and_spans(void **state)
{
	struct rcc_ldargs a;

	(void)state;
	parse(&a, "a.o b.o --start-group c.o d.o --end-group e.o "
		  "--whole-archive f.a --no-whole-archive g.o");
	/* The files a.o to g.o are the words 0, 1, 3, 4, 6, 8 and 10.  Inputs
	 * of one span may change places.  An option such as --start-group
	 * begins a new span. */
	assert_int_equal(a.word[0].span, a.word[1].span);
	assert_true(a.word[1].span < a.word[3].span);
	assert_true(a.word[4].span < a.word[6].span);
	assert_true(a.word[3].is_grouped && !a.word[6].is_grouped);
	assert_true(a.word[8].is_whole && !a.word[10].is_whole);
	assert_true(a.word[6].span < a.word[10].span);
	rcc_ldargs_release(&a);
	parse(&a, "-Bstatic -lx -Bdynamic -ly --push-state -static -lz "
		  "--pop-state -lw -b binary d.bin -b elf64-x86-64 a.o");
	assert_true(a.word[1].is_static);
	assert_false(a.word[3].is_static);
	assert_true(a.word[6].is_static);
	assert_false(a.word[8].is_static);
	assert_true(a.word[10].is_foreign);
	assert_false(a.word[12].is_foreign);
	rcc_ldargs_release(&a);
}

static void a_missing_argument_is_an_error(void **state)
{
	char *argv[] = {(char[]){"a.o"}, (char[]){"-o"}, NULL};
	struct rcc_ldargs a;
	const char *bad = NULL;

	(void)state;
	assert_int_equal(rcc_ldargs_parse(&a, argv, &bad), RCC_EFORMAT);
	assert_string_equal(bad, "-o");
	rcc_ldargs_release(&a);
}

static void response_files_are_expanded(void **state)
{
	static const char text[] =
		" a.o 'b c.o'\t\"d'e.o\"\nf\\ g.o @missing \"\" 'x\ny'\n";
	static const char *const want[] = {"before", "a.o",   "b c.o",
					   "d'e.o",  "f g.o", "@missing",
					   "",	     "x\ny",  "after"};
	char path[] = "/tmp/ldargs.XXXXXX";
	char word[64];
	char *argv[] = {(char[]){"before"}, word, (char[]){"after"}, NULL};
	struct rcc_strvec out = {0};
	struct rcc_strvec again = {0};
	char *quoted;
	size_t n;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	snprintf(word, sizeof(word), "@%s", path);
	rcc_response_expand(&out, argv);
	assert_int_equal(out.n, 9);
	for (size_t i = 0; i < 9; i++)
		assert_string_equal(out.item[i], want[i]);

	/* The quoted command line is read back from a response file as the same
	 * words. */
	quoted = rcc_response_quote(&out, &n);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(pwrite(fd, quoted, n, 0), (ssize_t)n);
	argv[0] = word;
	argv[1] = NULL;
	rcc_response_expand(&again, argv);
	assert_int_equal(again.n, out.n);
	for (size_t i = 0; i < again.n; i++)
		assert_string_equal(again.item[i], out.item[i]);

	/* a response file that names itself is not read for ever */
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(pwrite(fd, word, strlen(word), 0),
			 (ssize_t)strlen(word));
	rcc_strvec_release(&again);
	rcc_response_expand(&again, argv);
	assert_int_equal(again.n, 1);
	rcc_strvec_release(&again);
	rcc_strvec_release(&out);
	free(quoted);
	close(fd);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_table_is_sorted),
		cmocka_unit_test(words_are_understood),
		cmocka_unit_test(facts_are_found),
		cmocka_unit_test(runs_end_at_groups_and_spans),
		cmocka_unit_test(a_missing_argument_is_an_error),
		cmocka_unit_test(response_files_are_expanded),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
