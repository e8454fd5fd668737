# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154 # see sources.sh
# Inputs for the recipes' workloads and for the study in doc/study.  The caller chooses
# the size of an input.  random() gives the same numbers on every system, unlike awk's
# rand().
random='function random(n) {
	state = (state * 16807) % 2147483647
	return state % n
}'

# Print an assignment problem with N sources and N sinks.  Each source supplies 20
# units.
input_assignment() { # N
	awk -v n="$1" "$random"'
	BEGIN {
		state = 42
		print "p min", 2 * n, n * n
		for (i = 1; i <= n; i++) {
			print "n", i, 20
			print "n", n + i, -20
		}
		for (i = 1; i <= n; i++)
			for (k = 1; k <= n; k++)
				print "a", i, n + k, 0, 1 + random(7), random(100000)
	}'
}

# Print N proteins of 300 amino acids.
input_proteins() { # N
	awk -v n="$1" "$random"'
	BEGIN {
		acid = "ACDEFGHIKLMNPQRSTVWY"
		state = 7
		for (i = 0; i < n; i++) {
			printf ">random%d\n", i
			for (k = 0; k < 300; k++)
				printf "%s", substr(acid, random(20) + 1, 1)
			print ""
		}
	}'
}

# Print a valid XML document of N elements.
input_xml() { # N
	awk -v n="$1" 'BEGIN {
		print "<?xml version=\"1.0\"?>" \
			"<!DOCTYPE list [<!ELEMENT list (item)*>"
		print "<!ELEMENT item (#PCDATA)>" \
			"<!ATTLIST item id ID #REQUIRED>]>"
		print "<list>"
		for (i = 1; i <= n; i++)
			printf "<item id=\"n%d\">%d &amp; %x</item>\n", i,
				i * 7919, i
		print "</list>"
	}'
}

# Print a Perl script that counts words.  It uses no module, so it needs only the
# program perl.
input_words() {
	cat <<-'EOT'
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
	EOT
}

# Write the headers in the folder stubs with what gcc's decNumber.c needs of the C library,
# so that a compiler of C or C++ compiles the same text on every system.
input_stubs() {
	mkdir stubs
	printf '%s\n' '#ifdef __cplusplus' '#define NULL __null' '#define C_NAMES extern "C"' \
		'#else' '#define NULL ((void *)0)' '#define C_NAMES' '#endif' >stubs/common.h
	cat >stubs/stdlib.h <<-'EOT'
		#include <common.h>
		typedef __SIZE_TYPE__ size_t;
		C_NAMES void *malloc(size_t);
		C_NAMES void free(void *);
		C_NAMES int abs(int);
		C_NAMES void abort(void);
	EOT
	cat >stubs/string.h <<-'EOT'
		#include <stdlib.h>
		C_NAMES void *memcpy(void *, const void *, size_t);
		C_NAMES void *memset(void *, int, size_t);
		C_NAMES char *strcpy(char *, const char *);
		C_NAMES size_t strlen(const char *);
	EOT
	cat >stubs/stdint.h <<-'EOT'
		typedef __INT8_TYPE__ int8_t;
		typedef __INT16_TYPE__ int16_t;
		typedef __INT32_TYPE__ int32_t;
		typedef __INT64_TYPE__ int64_t;
		typedef __UINT8_TYPE__ uint8_t;
		typedef __UINT16_TYPE__ uint16_t;
		typedef __UINT32_TYPE__ uint32_t;
		typedef __UINT64_TYPE__ uint64_t;
	EOT
	cat >stubs/stdio.h <<-'EOT'
		#include <common.h>
		C_NAMES int printf(const char *, ...);
	EOT
	cat >stubs/ctype.h <<-'EOT'
		#include <common.h>
		C_NAMES int tolower(int);
	EOT
	cat >stubs/signal.h <<-'EOT'
		#include <common.h>
		#define SIGFPE 8
		C_NAMES int raise(int);
	EOT
	for header in config.h gstdint.h; do
		echo '#include <stdint.h>' >stubs/$header
	done
	for header in sys/types.h inttypes.h strings.h unistd.h; do
		mkdir -p "stubs/$(dirname $header)"
		: >stubs/$header
	done
}

# Compile gcc's library for decimal numbers by the compiler proper P of the same sources, in
# the place of this shell.
compile_decimals() { # P
	tree=$(dirname "$input")/tree/src
	[ -d stubs ] || input_stubs
	cp "$tree/libdecnumber/decNumber.c" .
	exec "$1" -quiet -O2 -nostdinc -I stubs -I "$tree/libdecnumber" \
		-I "$tree/libdecnumber/dpd" -I "$tree/include" decNumber.c -o /dev/stdout
}
