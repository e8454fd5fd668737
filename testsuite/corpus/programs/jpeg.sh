# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=libjpeg-turbo=1:2.1.5-2
sha256=254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c
language=C
program=b/cjpeg-static
output=d0d5c0fe64f3c2bf95110dc261641ffeb03764cc3384bce1f7af48aab791e1ca
tests='150 of 155'
needs=cmake

# Build without the parts that need another assembler.
build() {
	configure_cmake -DENABLE_SHARED=NO -DWITH_SIMD=NO
	make -j"$JOBS"
}

# Leave out the five tests of tjunittest, because they take two minutes.
suite() (
	cd b
	ctest --exclude-regex 'tjunittest-static(-alloc|-yuv.*)?$'
)

# The input is text, read as a picture.
workload() {
	{
		printf 'P6\n1200 800\n255\n'
		head -c 2880000 "$input"
	} >picture.ppm
	for way in -baseline -progressive '-arithmetic -dct float' -optimize; do
		# shellcheck disable=SC2086 # a list of options
		"$1" -quality 75 $way picture.ppm | cksum
	done
}
