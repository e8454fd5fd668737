#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The source tree keeps its own rules, and the checks fail for a tree that
# breaks one.

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
}

# tree_with FILE TEXT: put a file into the tree that is checked.
tree_with() {
	mkdir -p "$T/tree/$(dirname "$1")"
	printf '%s\n' "$2" >"$T/tree/$1"
}

@test "includes follow the layers" {
	"$top/tools/check-layers"
}

@test "headers stand alone, and the core compiles as C++" {
	"$top/tools/check-headers"
}

# fails_with TEXT: check that tools/check-layers refuses the tree and prints a line that
# begins with TEXT.
fails_with() {
	run "$top/tools/check-layers" "$T/tree"
	printf '%s\n' "$output"
	[ "$status" -ne 0 ]
	[[ $'\n'$output$'\n' == *$'\n'"$1"* ]]
}

@test "an include that the rules forbid is refused" {
	while read -r file header rule; do
		echo "# $file $header"
		rm -rf "$T/tree"
		tree_with "$file" "#include $header"
		fails_with "$file:1: includes ${header:1:-1}: $rule"
	done <<-EOT
		wrapper/randld.c <libelf.h> libelf is for
		wrapper/link/link.c <gelf.h> libelf is for
		harness/report/study_page.c <gelf.h> libelf is for
		harness/randstudy.c <sqlite3.h> SQLite is for
		harness/run/runs.c <sqlite3.h> SQLite is for
		stats/rcc_stats.h <gsl/gsl_cdf.h> GSL is for
		harness/report/study_page.c <gsl/gsl_cdf.h> GSL is for
		harness/study/study.c <yaml.h> libyaml is for
		harness/store/store.c <archive.h> libarchive and nettle are for
		harness/session/session.c <nettle/sha2.h> libarchive and nettle are for
		plugin/layout_plugin.c <gcc-plugin.h> gcc is for
		plugin/layout_plugin.c <stdio.h> the plugin is linked
		plugin/layout_plugin.c "common/mem.h" the plugin is linked
		common/rank.c <stdlib.h> the core takes
		common/random.h "common/mem.h" the core takes
		stats/levels.c "common/mem.h" stats takes
	EOT
}

@test "a use of a forbidden room is refused" {
	while read -r file header; do
		echo "# $file $header"
		rm -rf "$T/tree"
		tree_with "$file" "#include \"$header\""
		fails_with "$file:1: includes $header: $(dirname "$file") does not use $(dirname "$header")"
	done <<-EOT
		common/process.c wrapper/record/recipe.h
		stats/levels.c harness/store/records.h
		wrapper/randcc.c harness/store/records.h
		wrapper/elf/object.c wrapper/link/link.h
		wrapper/link/link.c wrapper/record/recipe.h
		wrapper/cc/compiler.c wrapper/line/linker.h
		harness/store/store.c wrapper/record/recipe.h
		harness/study/study.c harness/run/execute.h
		harness/findings/findings.c harness/report/report.h
		harness/report/study_page.c harness/run/host.h
		analyse/analyse.c harness/study/study.h
	EOT
}

@test "an allowed include passes" {
	while read -r file header name; do
		echo "# $file $header"
		rm -rf "$T/tree"
		tree_with "$file" "#include $header
$name"
		run "$top/tools/check-layers" "$T/tree"
		printf '%s\n' "$output"
		[ "$status" -eq 0 ]
	done <<-EOT
		wrapper/elf/object_file.c <libelf.h>
		wrapper/elf/elf_reader.h <gelf.h>
		wrapper/link/link.c "wrapper/elf/object.h"
		wrapper/randld.c "wrapper/record/recipe.h"
		harness/store/store.c <sqlite3.h>
		harness/store/store_private.h <sqlite3.h>
		harness/randstudy.c "analyse/analyse.h"
		stats/levels.c <gsl/gsl_cdf.h>
		stats/levels.c "common/random.h"
		harness/report/study_page.c "stats/rcc_stats.h"
		plugin/layout_plugin.c "common/rank.h"
		plugin/gcc_headers.h <gcc-plugin.h>
		common/rank.c <string.h> n = strlen(s);
	EOT
}

@test "an include that nothing uses is refused" {
	tree_with common/a.h '#define RCC_A 1
struct rcc_a { int width; };
int rcc_a_height(void);
struct rcc_b;
struct rcc_hidden;'
	tree_with common/b.h 'struct rcc_b { int i; };'
	for use in 'int i = RCC_A;' 'struct rcc_a a;' 'int i = rcc_a_height();' \
		'struct rcc_hidden *h;'; do
		tree_with common/c.c "#include \"common/a.h\"
$use"
		"$top/tools/check-layers" "$T/tree"
	done
	for use in '/* RCC_A */' 'struct rcc_b *b;' 'int width;'; do
		tree_with common/c.c "#include \"common/a.h\"
$use"
		fails_with 'common/c.c:1: includes common/a.h: nothing of it is used'
	done
	tree_with common/c.c '#include <string.h>
#include <stdio.h>
static int string = sizeof(FILE);'
	fails_with 'common/c.c:1: includes string.h: nothing of it is used'
	[[ $output != *stdio.h* ]]
}

@test "modules that include each other in a circle are refused" {
	tree_with common/a.h '#include "common/b.h"
int rcc_a(void);
int rcc_use_b(rcc_b);'
	tree_with common/b.h 'int rcc_b(void);'
	tree_with common/b.c '#include "common/c.h"
int i = rcc_c();'
	tree_with common/c.h 'int rcc_c(void);'
	"$top/tools/check-layers" "$T/tree"
	tree_with common/c.c '#include "common/a.h"
int i = rcc_a();'
	fails_with 'common/c.c:1: a circle: common/a -> common/b -> common/c -> common/a'
	[ "${#lines[@]}" -eq 1 ]
}

@test "an arrow up in the table of rooms is refused" {
	mkdir -p "$T/tree/tools"
	sed 's,^wrapper/elf$,wrapper/elf link,' "$top/tools/check-layers" \
		>"$T/tree/tools/check-layers"
	run perl "$T/tree/tools/check-layers" "$T/tree"
	[ "$status" -ne 0 ]
	[ "$output" = 'tools/check-layers: wrapper/elf uses link, which is not listed before it' ]
}

@test "an arrow that no file needs is refused" {
	mkdir -p "$T/tree/tools"
	cp "$top/tools/check-layers" "$T/tree/tools/"
	run perl "$T/tree/tools/check-layers"
	[ "$status" -ne 0 ]
	[[ $output == *'tools/check-layers: no file of wrapper/cc needs wrapper/config'* ]]
	tree_with wrapper/cc/compiler.c '#include "wrapper/config/settings.h"'
	run perl "$T/tree/tools/check-layers"
	[[ $output != *'wrapper/cc needs'* ]]
}

@test "comments begin with their subject" {
	"$top/tools/check-comments"
}

@test "a comment that opens with a bare of, what, whose, by or where is refused" {
	while read -r line; do
		rm -rf "$T/tree"
		tree_with common/a.c "int i;
$line"
		run "$top/tools/check-comments" "$T/tree"
		printf '%s\n' "$line" "$output"
		[ "$status" -eq 1 ]
		[[ $output == 'common/a.c:2: a comment opens with "'* ]]
		[ "${#lines[@]}" -eq 1 ]
	done <<-'EOT'
		/* Of the last run. */
		int n; /* of the last run */
		const char *s = "/* fine"; // what it says
		char c = '"'; /** Where it is.  Why? */
		size_t *by; /* by layout */
		/* * Whose name is printed. */
	EOT
	tree_with common/a.c "$(printf '/*\n * What a study found.\n */')"
	run "$top/tools/check-comments" "$T/tree"
	[ "$output" = 'common/a.c:1: a comment opens with "What"' ]
	tree_with common/a.c "const char *s = \"/* of it */\"; /* offset in it */
/* What does it hold?  A name. */
char c = '\"'; /* byte */
/* The place where it is, by layout. */"
	"$top/tools/check-comments" "$T/tree"
}

@test "so do the sentences of documents" {
	tree_with common/a.c 'int i;'
	mkdir -p "$T/tree/doc"
	while read -r line; do
		printf '# What it is\n\nA first line.\n%b\n' "$line" >"$T/tree/doc/A.md"
		run "$top/tools/check-comments" "$T/tree"
		printf '%s\n' "$line" "$output"
		[ "$status" -eq 1 ]
		[[ $output == 'doc/A.md:'*': a sentence opens with "'* ]]
		[ "${#lines[@]}" -eq 1 ]
	done <<-'EOT'
		What follows is wrong.
		\n* Where it is so, it is so.
		\n**Of these** none is left.
		It is (so). By this it is.
	EOT
	printf '# Of it\n\n| What | Where |\n\n    By code\n\nWhat is it? It is `A. Of b`. By default\nit is.\n' \
		>"$T/tree/doc/A.md"
	"$top/tools/check-comments" "$T/tree"
}

@test "a header that needs others first, or lacks its guard, is refused" {
	cp -r "$top/common" "$T/"
	tree_with common/x.h 'size_t rcc_x(void);'
	cp "$T/common"/* "$T/tree/common/"
	run "$top/tools/check-headers" "$T/tree"
	[ "$status" -ne 0 ]
	[[ $output == *"common/x.h: no guard RCC_COMMON_X_H"* ]]
	[[ $output == *size_t* ]]
}

@test "a core that does not compile as C++ is refused" {
	mkdir -p "$T/tree"
	cp -r "$top/common" "$T/tree/"
	echo 'int class;' >>"$T/tree/common/rank.c"
	run "$top/tools/check-headers" "$T/tree"
	[ "$status" -ne 0 ]
	[[ $output == *common/rank.c* ]]
}

# twice: print the lines of standard input that occur more than once
twice() {
	sort | uniq -d
}

@test "every bats file has a number of its own" {
	cd "$BATS_TEST_DIRNAME"
	run twice < <(printf '%s\n' [0-9]*.bats | cut -d- -f1)
	echo "$output"
	[ -z "$output" ]
	[ "$(printf '%s\n' 1-a 1-b | cut -d- -f1 | twice)" = 1 ]
}

@test "every bats test has a name of its own" {
	cd "$BATS_TEST_DIRNAME"
	run twice < <(grep -h '^@test' ./*.bats large/*.bats)
	echo "$output"
	[ -z "$output" ]
}

@test "a test that hangs is ended, after TEST_SECONDS if that is set" {
	printf '#!/bin/sh\nexec sleep 1000\n' >"$T/hangs"
	chmod +x "$T/hangs"
	TEST_SECONDS=0.2 run "$top/testsuite/run" "$T/hangs"
	[ "$status" -eq 124 ]
}
