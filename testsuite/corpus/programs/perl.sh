# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=perl=5.36.0-7+deb12u3
sha256=0f386dccbee8e26286404b2cca144e1005be65477979beb9b1ba272d4819bcf0
language=C
program=perl
output=b03c16ec2c8aa8cad886e353adaa53e687478303a0695ab986e80c69f1f5eee3
tests='base, cmd, opbasic, 108 of op and re'
lto=slow

# Configure runs about 500 programs of its own.  make first builds a small perl,
# miniperl, which then makes source files for perl.  Only make gets the flags under
# test, since they could change what Configure finds.
build() {
	./Configure -des -Dcc="$CC" -Dar="$AR" -Dnm="$NM" -Doptimize=-O2 \
		-Dman1dir=none -Dman3dir=none
	make -j"$JOBS" OPTIMIZE="$CFLAGS" CLDFLAGS="$LDFLAGS" perl
	# This object belongs to a program that only the build runs.  It was compiled
	# without the flags.
	rm generate_uudmap.o
}

# Run the tests that need only the program and the Perl part of its library.
suite() (
	cd t
	ln -s ../perl perl
	# shellcheck disable=SC2046 # a list
	./perl TEST base/*.t cmd/*.t opbasic/*.t $(printf 're/%s.t ' \
		reg_60508 reg_email reg_eval reg_namedcapture reg_nc_tie \
		reg_nocapture reg_pmod reg_posixcc subst_amp qr-72922 qr \
		qr_gc qrstack) $(printf 'op/%s.t ' \
		anonconst anonsub append args arith2 array assignwarn auto \
		avhv bless bool bop caller catch chars chop chr cmpchain \
		concat2 cond const-optree context cproto current_sub defer \
		defined delete die die_except die_exit die_keeperr \
		die_unwind dor each_array evalbytes exec exists_sub exp flip \
		for-many for gmagic grep hashassign hashwarn heredoc hexfp \
		inc index infnan int isa join kvaslice kvhslice length \
		lex_assign lexsub list loopctl lop multideref my negate not \
		numconvert oct or ord pos postfixderef pow push range \
		recurse repeat reverse sort splice sprintf sprintf2 srand \
		substr switch tie tiearray tiehandle try undef unshift \
		upgrade vec ver wantarray while)
)

workload() {
	input_words >words.pl
	cat >>words.pl <<-'EOT'
		sub fib { my $n = shift; $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
		print fib(18), "\n";
		print join(",", map { sprintf "%.3f", sin $_ } 1 .. 9), "\n";
	EOT
	"$1" words.pl "$input"
}
