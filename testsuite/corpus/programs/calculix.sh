# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=calculix-ccx=2.20-1
sha256=b9a6075e181a777bbcfadd3ad21a70749dfdbb439373df3b4895cd2f438343ab
also=lapack=3.11.0-2
also_sha256=4b9ba79bfd4921ca820e83979db76ab3363155709444a787979e81c22285ffa9
also_at=lapack
language=Fortran
program=ccx
output=42c822380ecc73c1210feb829e91f53a687f00272bf07a0e3ed3e4e5ad301c24
tests='none: the package has its examples elsewhere'
needs=gfortran
changed='stubs.c has two functions, which calculix calls although it has them only with ARPACK'

# The solvers SPOOLES and ARPACK are left out: calculix has an iterative solver of its own.
build() {
	cp lapack/make.inc.example lapack/make.inc
	set -- FC="$FC" FFLAGS="$FFLAGS -frecursive" AR="$AR" RANLIB="$RANLIB"
	make -C lapack/BLAS/SRC -j"$JOBS" double BLASLIB="$PWD/blas.a" "$@"
	make -C lapack/SRC -j"$JOBS" double LAPACKLIB="$PWD/lapack.a" \
		FFLAGS_NOOPT="$FFLAGS -O0 -frecursive" "$@"
	cd ccx_2.20/src
	cat >stubs.c <<-'EOT'
		#include <stdlib.h>

		void feasibledirection(void)
		{
			abort();
		}

		void randomfieldmain(void)
		{
			abort();
		}
	EOT
	options="-DARCH=Linux -DMATRIXSTORAGE -DNETWORKOUT"
	make -j"$JOBS" CC="$CC" FC="$FC" CFLAGS="$CFLAGS $options -w" \
		FFLAGS="$FFLAGS -w -fallow-argument-mismatch" DIR=. LIBS= ccx_2.20.a
	# The Makefile makes the archive by ar, which may not read objects of -flto.
	rm ccx_2.20.a
	"$AR" cr ccx_2.20.a ./*.o
	for file in ccx_2.20 stubs; do
		# shellcheck disable=SC2086 # words
		"$CC" $CFLAGS $options -w -c "$file.c"
	done
	cd ../..
	# shellcheck disable=SC2086 # words
	"$FC" $FFLAGS $LDFLAGS -o ccx ccx_2.20/src/ccx_2.20.o ccx_2.20/src/stubs.o \
		ccx_2.20/src/ccx_2.20.a lapack.a blas.a -lpthread -lm
}

# Print the input for a cantilever.  Its right end is loaded.  It has NX * NY * NZ
# elements of 20 nodes.
cantilever() { # NX NY NZ
	awk -v nx="$1" -v ny="$2" -v nz="$3" '
	BEGIN {
		print "*NODE, NSET=all"
		for (i = 0; i <= 2 * nx; i++)
			for (j = 0; j <= 2 * ny; j++)
				for (k = 0; k <= 2 * nz; k++) {
					if (i % 2 + j % 2 + k % 2 > 1) continue
					id[i, j, k] = ++n
					printf "%d, %.4f, %.4f, %.4f\n", n, i * 0.4,
						j * 0.25, k * 0.25
				}
		print "*ELEMENT, TYPE=C3D20, ELSET=body"
		# Corners, then the middles of edges; a digit for each axis.
		split("000 200 220 020 002 202 222 022 100 210 120 010 102 212 " \
			"122 012 001 201 221 021", at, " ")
		for (i = 0; i < nx; i++)
			for (j = 0; j < ny; j++)
				for (k = 0; k < nz; k++) {
					printf "%d", ++e
					for (m = 1; m <= 20; m++)
						printf ",%s%d", m == 16 ? "\n" : " ",
							id[2 * i + substr(at[m], 1, 1), \
							2 * j + substr(at[m], 2, 1), \
							2 * k + substr(at[m], 3, 1)]
					print ""
				}
		print "*BOUNDARY"
		for (j = 0; j <= 2 * ny; j++)
			for (k = 0; k <= 2 * nz; k++)
				if ((0, j, k) in id)
					print id[0, j, k] ", 1, 3, 0"
		print "*MATERIAL, NAME=steel\n*ELASTIC\n210000, 0.3"
		print "*SOLID SECTION, ELSET=body, MATERIAL=steel"
		print "*STEP\n*STATIC, SOLVER=ITERATIVE CHOLESKY\n*CLOAD"
		for (j = 0; j <= 2 * ny; j++)
			for (k = 0; k <= 2 * nz; k++)
				if ((2 * nx, j, k) in id)
					print id[2 * nx, j, k] ", 3, -10"
		print "*NODE PRINT, NSET=all\nU\n*EL PRINT, ELSET=body\nS\n*END STEP"
	}'
}

workload() {
	cantilever 20 4 4 >beam.inp
	OMP_NUM_THREADS=1 "$1" beam >log
	echo "ccx: $?"
	grep 'Job finished' log
	cksum <beam.dat
	tail -n 6 beam.dat
}
