# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=xz-utils=5.4.1-1+deb12u2
sha256=5d9827aa1875b21c288f78864bb26d2650b436ea8d2cad364e4921eb6266a5a5
language=C
program=src/xz/xz
output=e6edc830c17918429af5bf441fa89b8ad565979a70b846fc78d64e5892b0fa6c

build() {
	configure --disable-shared --disable-nls --disable-doc
	by_flags '' make
}

suite() {
	make check
}

workload() {
	"$1" -T1 -6 -c "$input" >out.xz
	cksum <out.xz
	"$1" -d -c out.xz | cmp - "$input"
}
