# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=lapack=3.11.0-2
sha256=4b9ba79bfd4921ca820e83979db76ab3363155709444a787979e81c22285ffa9
language=Fortran
program=BLAS/TESTING/xblat3d
output=93ada1c53c5139bb97413717dc6f2ee7b253a522d8e33bafc8947f61fe217028
tests='BLAS, double precision'
needs=gfortran

build() {
	cp make.inc.example make.inc
	set -- CC="$CC" FC="$FC" CFLAGS="$CFLAGS" FFLAGS="$FFLAGS -frecursive" \
		LDFLAGS="$LDFLAGS" AR="$AR" RANLIB="$RANLIB"
	make -C BLAS/SRC -j"$JOBS" double BLASLIB="$PWD/librefblas.a" "$@"
	make -C BLAS/TESTING -j"$JOBS" double BLASLIB="$PWD/librefblas.a" "$@"
}

# Run the tests of BLAS, all levels, in double precision.
suite() (
	cd BLAS/TESTING
	./xblat1d >dblat1.out
	./xblat2d <dblat2.in
	./xblat3d <dblat3.in
	grep -h -e FAIL -e FATAL ./dblat?.out && exit 1
	[ "$(cat ./dblat?.out | grep -c PASS)" -gt 20 ]
)

workload() {
	sed "s/^'dblat3.out'.*/'d.out'/" \
		"$(dirname "$input")/tree/BLAS/TESTING/dblat3.in" >d.in
	"$1" <d.in
	cat d.out
}
