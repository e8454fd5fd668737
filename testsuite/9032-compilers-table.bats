#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of compilers other than gcc has the results that are kept.  The results here have
# the formats of testsuite/compilers/run and testsuite/corpus/run.

bats_require_minimum_version 1.5.0
load page.bash

setup() {
	cd "$BATS_TEST_TMPDIR"
	keep=$BATS_TEST_DIRNAME/compilers/keep
	table=$BATS_TEST_DIRNAME/compilers/table
	mkdir -p build/compilers build/corpus-clang/lua build/corpus-aarch64-linux-gnu-gcc/zlib
	printf '%s\t%s\n' randcc '0.1.0 (1234abc)' compiler 'gcc 12' chi_square 12.3 \
		>build/compilers/uniform-gcc-12
	printf '%s\t%s\n' randcc '0.1.0 (1234abc)' compiler 'rustc 1' program count \
		count_functions 9 count_layout_only 'NO: 7 of 8' count_seeds yes \
		count_seeds_compared 6 count_output yes count_order_none yes \
		count_replay_none yes count_replay yes >build/compilers/rust-1
	printf '%s\t%s\n' program lua version 5 language C clang 'Debian clang version 14.0.6' \
		functions 20 compared 19 same 19 seeds_compared 18 seeds_same 18 \
		output_built yes output_1 yes order_none yes replay_none yes \
		replay_is_rebuild_1 yes failed_any no >build/corpus-clang/lua/result
	printf '%s\t%s\n' program zlib version 1 language C gcc 'gcc 12' \
		functions 30 compared 29 same 29 seeds_compared 28 seeds_same 28 \
		output_built yes output_1 yes order_none NO replay_none yes \
		replay_is_rebuild_1 yes failed_any yes \
		>build/corpus-aarch64-linux-gnu-gcc/zlib/result
}

@test "results of all steps are kept, and make the page" {
	run -0 "$keep" build kept
	[ -z "$output" ]
	run -0 "$table" kept
	row '| gcc 12 | 12.3 |'
	row '| count | rustc 1 | 9 | NO: 7 of 8 | 6 | yes | yes | yes |'
	row '| lua 5 | C | clang 14.0.6 | -O2 | 20 | 19 | 18 | yes | yes | yes |'
	row '| zlib 1 | C | gcc 12 | -O2 | 30 | 29 | 28 | yes | NO | yes |'
	row 'Measured with randcc 0.1.0 (1234abc).'
	run -2 "$keep" build
}

@test "a result with fewer lines does not replace what is kept, and other steps stay" {
	"$keep" build kept
	rm build/compilers/rust-1
	sed -i '$d' build/compilers/uniform-gcc-12
	sed -i '/^functions/d' build/corpus-clang/lua/result
	run -0 "$keep" build kept
	[[ $output == *'"build/compilers/uniform-gcc-12" has fewer lines than'*'which stays'* ]]
	[[ $output == *'"build/corpus-clang/lua/result" has fewer lines than'* ]]
	run -0 "$table" kept
	row '| gcc 12 | 12.3 |'
	row '| count | rustc 1 | 9 | NO: 7 of 8 | 6 | yes | yes | yes |'
	row '| lua 5 | C | clang 14.0.6 | -O2 | 20 | 19 | 18 | yes | yes | yes |'
}

@test "the cost with clang has the table of COST.md" {
	{
		printf '%s\t%s\n' randcc '0.1.0 (1234abc)' compiler 'clang 14.0.6'
		printf 'link\t10000\t%s\t%s\n' bare '0.1 0.1 0.1' more '0.9 1.2 0.8' \
			more_ranked '1 1 1' alone '1.1 1.3 1.2' memory '1.1 1.1 1.1'
	} >build/compilers/cost-clang
	"$keep" build kept
	run -0 "$table" kept
	row '### clang 14.0.6'
	row '| 10000 | 100.0 | 0.90 | 0.80 to 1.20 (3) | 1.00 | **1.20** | 1.10 |'
	# Without a result with rustc, its part is left out.
	[[ $output != *'### rustc'* ]]
}

@test "the page of other compilers has the results that are kept" {
	cd "$BATS_TEST_DIRNAME/.."
	testsuite/compilers/table doc/compilers | diff - doc/COMPILERS.md
}
