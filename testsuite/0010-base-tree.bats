#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tree keeps its own rules, and the checkers see when it does not.

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
}

# A tree with one file that breaks a rule: FILE and its text.
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

@test "an include across the layers is found" {
	while read -r file header; do
		rm -rf "$T/tree"
		tree_with "$file" "#include $header"
		run "$top/tools/check-layers" "$T/tree"
		echo "$file $header: $status $output"
		[ "$status" -ne 0 ]
		[[ $output == "$file:1: includes "* ]]
	done <<-EOT
		wrapper/randld.c <libelf.h>
		harness/report.c <gelf.h>
		harness/randstudy.c <sqlite3.h>
		harness/findings/findings.h <sqlite3.h>
		harness/store/store.c "harness/report/format.h"
		analyse/analyse.c "harness/study/study.h"
		wrapper/line/ldargs.c "wrapper/link/link.h"
		stats/rcc_stats.h <gsl/gsl_cdf.h>
		harness/report/text.c <gsl/gsl_cdf.h>
		plugin/layout_plugin.c <gcc-plugin.h>
		plugin/layout_plugin.c <stdio.h>
		plugin/layout_plugin.c "common/mem.h"
		common/rank.c <stdlib.h>
		common/random.h "common/mem.h"
		common/process.c "wrapper/record/recipe.h"
		wrapper/randcc.c "harness/store/rows.h"
		harness/store/store.c "wrapper/record/recipe.h"
		stats/levels.c "harness/store/rows.h"
		stats/levels.c "common/mem.h"
	EOT
}

@test "the includes that the layers allow pass" {
	while read -r file header; do
		rm -rf "$T/tree"
		tree_with "$file" "#include $header"
		"$top/tools/check-layers" "$T/tree"
	done <<-EOT
		wrapper/elf/object.c <libelf.h>
		wrapper/elf/object_layout.c <gelf.h>
		harness/store/store.c <sqlite3.h>
		harness/store/store_private.h <sqlite3.h>
		analyse/dataset.c <sqlite3.h>
		stats/levels.c <gsl/gsl_cdf.h>
		stats/levels.c "common/random.h"
		harness/report/text.c "stats/rcc_stats.h"
		plugin/layout_plugin.c "common/rank.h"
		plugin/gcc_headers.h <gcc-plugin.h>
		common/rank.c <string.h>
	EOT
}

@test "a header that leans on others, or lacks its guard, is found" {
	cp -r "$top/common" "$T/"
	tree_with common/x.h 'size_t rcc_x(void);'
	cp "$T/common"/* "$T/tree/common/"
	run "$top/tools/check-headers" "$T/tree"
	[ "$status" -ne 0 ]
	[[ $output == *"common/x.h: no guard RCC_COMMON_X_H"* ]]
	[[ $output == *size_t* ]]
}

@test "a core that does not compile as C++ is found" {
	mkdir -p "$T/tree"
	cp -r "$top/common" "$T/tree/"
	echo 'int class;' >>"$T/tree/common/rank.c"
	run "$top/tools/check-headers" "$T/tree"
	[ "$status" -ne 0 ]
	[[ $output == *common/rank.c* ]]
}

# twice: the lines of standard input that come more than once
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
