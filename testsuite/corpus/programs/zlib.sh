# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=zlib=1:1.2.13.dfsg-1
sha256=71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1
language=C
program=minigzip
output=1ef26aebc14e23452fba83fa621505da935f934d9924560a9e60a6e8c9024ce2

build() {
	./configure --static
	make -j"$JOBS" minigzip example
}

suite() {
	make teststatic
}

workload() {
	"$1" -9 <"$input" >out.gz
	cksum <out.gz
	"$1" -d <out.gz | cmp - "$input"
}
