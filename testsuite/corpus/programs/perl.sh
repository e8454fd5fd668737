# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=perl=5.36.0-7+deb12u3
sha256=0f386dccbee8e26286404b2cca144e1005be65477979beb9b1ba272d4819bcf0
language=C
program=perl

# Configure runs some 500 programs of its own; a first perl, miniperl, makes
# files for the second.  Configured without the flags, as ../build.sh says.
build() {
	./Configure -des -Dcc="$CC" -Dar="$AR" -Dnm="$NM" -Doptimize=-O2 \
		-Dman1dir=none -Dman3dir=none
	make -j"$JOBS" OPTIMIZE="$CFLAGS" CLDFLAGS="$LDFLAGS" perl
	# Of a program that only the build runs, compiled without the flags.
	rm generate_uudmap.o
}

# No module, so that nothing beyond the program is needed.
workload() {
	"$1" - "$input" <<-'EOT'
		my (%count, $sum);
		while (<>) {
			$count{lc $1}++ while /\b([a-z]\w+)/gi;
			tr/a-y/b-z/;
			s/(\w+)\s+(\w+)/$2 $1/g;
			$sum = ($sum * 31 + unpack("%32C*", $_)) % 4294967291;
		}
		my @words = sort { $count{$b} <=> $count{$a} || $a cmp $b }
			keys %count;
		printf "%d words, %d\n", scalar @words, $sum;
		printf "%-12s %d\n", $_, $count{$_} for @words[0 .. 9];
		sub fib { my $n = shift; $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
		print fib(18), "\n";
		print join(",", map { sprintf "%.3f", sin $_ } 1 .. 9), "\n";
	EOT
}
