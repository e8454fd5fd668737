# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=xerces-c=3.2.4+debian-1
sha256=cf5b5d5fda86061a49bd5f58ef778aa9d7caba30c6b152a5d57c5ff545f50f2c
language=C++
program=samples/DOMPrint
output=3fdbc920456b88346d612d14a1f99cc2fea3f884fe65ec77b5fce6cadd54e591
tests=DOM
lto=slow

build() {
	configure --disable-shared --disable-network --without-icu \
		--enable-transcoder-iconv --enable-msgloader-inmemory
	by_flags '' make -C src
	by_flags '' make -C samples DOMPrint
}

suite() {
	by_flags '' make -C tests check check_PROGRAMS="DOMTest DOMTypeInfoTest" \
		TESTS="scripts/DOMTest scripts/DOMTypeInfoTest"
}

workload() {
	input_xml 20000 >in.xml
	"$1" -v=always -wfpp=on -wfile=out.xml in.xml
	cksum <out.xml
	echo '<list><item></list>' >bad.xml
	"$1" bad.xml 2>&1
}
