# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
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
