# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=liblemon=1.3.1+dfsg-6
sha256=367b992467e4da06d5f8d2a664969ec39682723694469cba652ac55e8bd02f0a
language=C++
program=b/tools/dimacs-solver
output=315bd7ec27ea9ac969f0594286de175a262f3bb84ec12c25b6502c7b9c043914
tests='6 of 42'
needs=cmake
# This is the C++ standard that gcc took by default before version 16.  The newer
# default refuses some of lemon's code, and newer versions of clang refuse
# "register".
flags="-std=gnu++17 -Wno-register"

build() {
	# CMake 4 no longer has the old behavior of the policy CMP0048.
	case $(cmake --version) in
	'cmake version '[1-3].*) ;;
	*) sed -i '/CMP0048/s/OLD/NEW/' CMakeLists.txt ;;
	esac
	configure_cmake -DLEMON_ENABLE_GLPK=NO -DLEMON_ENABLE_COIN=NO
	make -j"$JOBS" lemon dimacs-solver
}

suite() (
	cd b
	set -- bfs dijkstra heap maps max_flow unionfind
	# shellcheck disable=SC2046 # a list
	make -j"$JOBS" $(printf '%s_test ' "$@")
	for test; do
		"./test/${test}_test" || exit
	done
)

workload() {
	input_assignment 60 >problem.min
	"$1" -q problem.min
}
