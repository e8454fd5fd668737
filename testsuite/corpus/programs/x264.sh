# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=x264=2:0.164.3095+gitbaee400-3
sha256=8b237e94b08c196a1da22f2f25875f10be4cff3648df4eeff21e00da8f683fc2
language=C
program=x264
output=4b409f54b1ee1713f4a7867afc02ca0dee4178017a3053b7620adcb05b894f87
tests='not run: they compare assembler with C, and this build has none'

build() {
	./configure --disable-asm --disable-opencl --disable-avs \
		--disable-swscale --disable-lavf --disable-ffms --disable-gpac \
		--disable-lsmash --extra-cflags="$CFLAGS" \
		--extra-ldflags="$LDFLAGS"
	make -j"$JOBS" x264
}

# The input is text, read as pictures.
workload() {
	head -c 380160 "$input" >pictures.yuv
	"$1" --quiet --threads 1 --input-res 176x144 --fps 25 --qp 30 \
		-o out.264 pictures.yuv
	cksum <out.264
}
