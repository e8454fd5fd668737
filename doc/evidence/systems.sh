# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# The sets of flags of experiment 3.  The order is that of the tables, and the first is
# what the others are compared with.
systems="O2 functions loops both O3 lto pgo pgo-lto"

# Print the flags of a set, without those for a profile.
flags_of() { # NAME
	case $1 in
	O2 | pgo) echo -O2 ;;
	functions) echo '-O2 -falign-functions=64' ;;
	loops) echo '-O2 -falign-loops=32' ;;
	both) echo '-O2 -falign-functions=64 -falign-loops=32' ;;
	O3) echo -O3 ;;
	lto | pgo-lto) echo '-O2 -flto' ;;
	*)
		echo "evidence: no set of flags \"$1\": $systems" >&2
		return 1
		;;
	esac
}
