# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=busybox=1:1.35.0-4+deb12u1
sha256=faeeb244c35a348a334f4a59e44626ee870fb07b6884d68c10ae8bc19f83a694
language=C
program=busybox_unstripped
output=a505300f6e2970eb01d78ee281ad2796ed6d7eadf2ceeed3d012546580050797
tests='12 applets, but for known bugs'
# A build links the program about twenty times.
lto=slow

# Busybox has thin archives and objects linked with -r.  Its build repeats the
# final link to find the libraries that the program does not need.  It chooses options
# by whether CC is the word "clang", so CC is a path here, for each compiler alike.
build() {
	export KCONFIG_NOTIMESTAMP=1
	make defconfig HOSTCC=gcc
	make -j"$JOBS" HOSTCC=gcc CC="$(command -v "$CC")" AR="$AR" NM="$NM" SKIP_STRIP=y \
		EXTRA_CFLAGS="$CFLAGS" EXTRA_LDFLAGS="$LDFLAGS" V=1
}

# Use /bin/echo.  The tests' own echo, for shells like dash, does not turn \0
# into a NUL.
suite() (
	cd testsuite
	export ECHO=/bin/echo SKIP_KNOWN_BUGS=1
	./runtest awk bunzip2 cut expr factor grep hexdump sed sort tr uniq wc
)

workload() {
	ln -s "$1" busybox
	./busybox awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
		END { for (w in n) print n[w], w }' "$input" |
		./busybox sort -n | ./busybox tail -n 20
	./busybox gzip -9 -c "$input" | ./busybox gunzip | ./busybox sha256sum
	./busybox sed 's/[aeiou]\([a-z]*\)/<\1>/g' "$input" | ./busybox md5sum
	./busybox sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 3)); done; echo $i'
}
