# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=lapack=3.11.0-2
sha256=4b9ba79bfd4921ca820e83979db76ab3363155709444a787979e81c22285ffa9
language=Fortran
program=BLAS/TESTING/xblat3d
needs=gfortran

build() {
	cp make.inc.example make.inc
	set -- CC="$CC" FC="$FC" CFLAGS="$CFLAGS" FFLAGS="$FFLAGS -frecursive" \
		LDFLAGS="$LDFLAGS" AR="$AR" RANLIB="$RANLIB"
	make -j"$JOBS" blaslib "$@"
	make -C BLAS/TESTING -j"$JOBS" all BLASLIB="$PWD/librefblas.a" "$@"
}

# The tests of BLAS, at all levels and for all types.
suite() (
	cd BLAS/TESTING
	for type in s d c z; do
		./xblat1$type >${type}blat1.out
		./xblat2$type <${type}blat2.in
		./xblat3$type <${type}blat3.in
	done
	grep -h -e FAIL -e FATAL ./*blat?.out ./*.out && exit 1
	[ "$(cat ./*.out ./*.OUT 2>/dev/null | grep -c -e PASS)" -gt 20 ]
)

workload() {
	sed "s/^'dblat3.out'.*/'d.out'/" \
		"$(dirname "$input")/tree/BLAS/TESTING/dblat3.in" >d.in
	"$1" <d.in
	cat d.out
}
