# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A suite of two benchmarks, for tests of suites; loaded after harness.bash.

# suite_setup: make the programs of the benchmarks, ./one and ./two
suite_setup() {
	harness_setup
	for name in one two; do
		mkdir "$name"
		printf '#!/bin/sh\necho hello from %s "$@"\n' "$name" >"$name/prog.sh"
	done
}

# suite [LINE...]: write ./suite.yaml with two benchmarks, and LINEs at its end
suite() {
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 3
		  executions: 1
		  seed: 7
		  build: randld --fake-link prog.sh prog
		  command: ['{binary}', a b, "it's"]
		benchmarks:
		  one:
		    directory: one
		  two:
		    directory: two
		    layouts: 4
	END
	[ $# = 0 ] || printf '%s\n' "$@" >>suite.yaml
}

# shellcheck disable=SC2120 # `run` passes them
run_suite() { # [OPTION...]
	randstudy run -o st --no-report --study suite.yaml "$@"
}

runs_of() { # BENCHMARK
	sqlite3 -cmd '.timeout 5000' "st/$1/study.db" 'SELECT count(*) FROM run'
}

design() { # STUDY
	sqlite3 "$1/study.db" "SELECT value FROM meta WHERE key = 'design'" | jq -S .
}

json() { # PATH
	randstudy report --format json "${2:-st}" | jq -r "$1"
}
