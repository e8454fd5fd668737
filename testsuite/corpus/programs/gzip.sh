# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gzip=1.12-1
sha256=ce5e03e519f637e1f814011ace35c4f87b33c0bbabeec35baf5fbd3479e91956
language=C
program=gzip
output=2c8d0712a1fdafcdd02b8ef8d01f24904d37020b03d3d91038ed941895e456dd

build() {
	configure
	by_flags '' make
}

suite() {
	make check
}

workload() {
	"$1" -9 -n -c "$input" >out.gz
	cksum <out.gz
	"$1" -d -c out.gz | cmp - "$input"
}
