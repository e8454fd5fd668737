# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=ffmpeg=7:5.1.9-0+deb12u1
sha256=d9b593bb2ba93d4b50f74177e0cdcd41747e708596367deed0c30348a71dd176
language=C
program=ffmpeg_g
output=931c2a8564185fe4bf97871640bcc2f94388d624498b090b480d8a8099ed491e
tests='of four encoders, with generated pictures and sound'

# All codecs are built in.  Assembler files are not, since randcc lays out what gcc
# compiles.  ffmpeg_g is the program before it is stripped.
build() {
	name_compiler
	CFLAGS="" LDFLAGS="" ./configure --cc="$PWD/named/gcc" --ar="$AR" \
		--ranlib="$RANLIB" --nm="$NM" --disable-asm --disable-x86asm \
		--disable-autodetect --disable-doc --disable-ffplay --disable-ffprobe \
		--disable-network --disable-debug --disable-stripping --optflags=-O2
	named_flags=$CFLAGS make -j"$JOBS" ffmpeg_g
}

suite() {
	export named_flags="$CFLAGS"
	make -j"$JOBS" ffmpeg
	make fate-vsynth1-mpeg4 fate-vsynth1-h263 fate-acodec-adpcm-ima_wav \
		fate-acodec-mp2fixed
}

# Encode a moving test picture and a tone, and decode both.  The sums of all frames
# are printed.
workload() {
	quiet="-hide_banner -nostdin -loglevel error -threads 1 -filter_threads 1
		-filter_complex_threads 1"
	generated='testsrc2=size=352x288:rate=25:duration=3[out0];
		sine=frequency=440:beep_factor=4:duration=12[out1]'
	# shellcheck disable=SC2086 # words
	"$1" $quiet -f lavfi -i "$generated" -c:v mpeg4 -threads 1 -q:v 4 -bf 2 \
		-c:a ac3_fixed -bitexact -y mpeg4.avi
	# shellcheck disable=SC2086 # words
	"$1" $quiet -f lavfi -i "$generated" -c:v h263 -threads 1 -q:v 6 \
		-c:a aac -bitexact -y h263.mov
	for file in mpeg4.avi h263.mov; do
		# shellcheck disable=SC2086 # words
		"$1" $quiet -threads 1 -i "$file" -threads 1 -f framemd5 -bitexact -
		cksum <"$file"
	done
}
