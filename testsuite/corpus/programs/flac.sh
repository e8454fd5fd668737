# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=flac=1.4.2+ds-2
sha256=47274ac8fcb1f0e6caa91d29f943925d7a40c0a3f6357c3275773bdb1ee46638
language=C
program=src/flac/flac
output=bf2fc012d15ec8b925ea2f949517af1a5cfad29111b3e6de9590f11b200f0486
tests='the library'

build() {
	configure --disable-shared --disable-ogg --disable-cpplibs
	by_flags '' make
}

# Run the library's tests.  The program's tests take ten minutes, and are left out.  The
# library's tests expect file modes to be enforced, which root gets only in a user
# namespace.
suite() (
	by_flags '' make -C src/test_libFLAC check || exit
	cd test
	export FLAC__TEST_LEVEL=1 FLAC__TEST_WITH_VALGRIND=no
	if [ "$(id -u)" = 0 ]; then
		unshare --user ./test_libFLAC.sh
	else
		./test_libFLAC.sh
	fi
)

# The input is text, read as sound.
workload() {
	head -c 4000000 "$input" >sound.raw
	raw="--silent --force-raw-format --endian=little --sign=signed"
	# shellcheck disable=SC2086 # a list of options
	"$1" $raw --channels=2 --bps=16 --sample-rate=44100 -8 --no-padding \
		-c sound.raw >out.flac
	cksum <out.flac
	# shellcheck disable=SC2086 # a list of options
	"$1" $raw -d -c out.flac | cmp - sound.raw
}
