# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=hmmer2=2.3.2+dfsg-8
sha256=f9cd50acc23743648cb7de020c249bce396c3d07e0afe7e5418620cffa07bb44
# The library squid of HMMER, which Debian packages separately.
also=biosquid=1.9g+cvs20050121-12
also_sha256=b6b752bcea5ec6468b52096cdde0e792b7f5ed5fb3f477ec7ac233c54646f925
also_at=squid
language=C
program=src/hmmsearch
output=0f79787fa9387a46b02e6b10e9e638add02df08feb71c42105b1b1b3da7c3ceb
tests='its eight test programs'
changed='three functions renamed, whose names are its library'"'"'s today'
needs=autoconf

# Rename three functions, because this version of the library squid has functions of
# these names too.  A call of an undeclared function is an error for newer compilers.
build() {
	CFLAGS="$CFLAGS -Wno-error=implicit-function-declaration"
	sed -i 's/\(SampleCountvector\|SampleGamma\|SampleDirichlet\)/Hmm\1/' \
		src/*.[ch]
	(cd squid && autoconf)
	configure
	make -C squid -j"$JOBS" CFLAGS="$CFLAGS $LDFLAGS" libsquid.a
	make -C src -j"$JOBS" CFLAGS="$CFLAGS $LDFLAGS" hmmsearch
}

suite() (
	set -e
	make -C src -j"$JOBS" CFLAGS="$CFLAGS $LDFLAGS"
	make -C src CFLAGS="$CFLAGS $LDFLAGS" module
	make -C testsuite CFLAGS="$CFLAGS $LDFLAGS"
	cd testsuite
	for test in alignalign_test evd_test masks_test parsingviterbi_test \
		tophits_test trace_test viterbi_exercise weeviterbi_test; do
		./$test
	done
)

# Search with a model of the protein family rrm: in the sequence of a globin, and in
# random proteins.
workload() {
	tutorial=$(dirname "$input")/tree/tutorial
	# hmmsearch prints the names of the files, so use names without a folder.
	cp -- "$tutorial/rrm.hmm" "$tutorial/Artemia.fa" .
	"$1" rrm.hmm Artemia.fa
	input_proteins 150 >random.fa
	"$1" rrm.hmm random.fa
}
