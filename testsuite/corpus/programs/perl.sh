# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=perl=5.36.0-7+deb12u3
sha256=0f386dccbee8e26286404b2cca144e1005be65477979beb9b1ba272d4819bcf0
language=C
program=perl
lto=slow

# Configure runs some 500 programs of its own; a first perl, miniperl, makes
# files for the second.  Configured without the flags, as ../build.sh says.
build() {
	./Configure -des -Dcc="$CC" -Dar="$AR" -Dnm="$NM" -Doptimize=-O2 \
		-Dman1dir=none -Dman3dir=none
	make -j"$JOBS" OPTIMIZE="$CFLAGS" CLDFLAGS="$LDFLAGS" perl
	# Of a program that only the build runs, compiled without the flags.
	rm generate_uudmap.o
}

workload() {
	input_words >words.pl
	cat >>words.pl <<-'EOT'
		sub fib { my $n = shift; $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
		print fib(18), "\n";
		print join(",", map { sprintf "%.3f", sin $_ } 1 .. 9), "\n";
	EOT
	"$1" words.pl "$input"
}
