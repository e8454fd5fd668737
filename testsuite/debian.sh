# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Functions for the drivers that try randcc on minimal Debian systems.  $check is
# the name of the make target, for messages.
# shellcheck disable=SC2154

# Exit unless the user is root and the programs are installed.
need_root_and() { # PROGRAM...
	[ "$(id -u)" = 0 ] || {
		echo "$check: needs root, to make systems and enter them" >&2
		echo "  sudo make $check" >&2
		exit 1
	}
	for program; do
		command -v "$program" >/dev/null || {
			echo "$check: no $program: apt-get install debootstrap" \
				"util-linux git buildah" >&2
			exit 1
		}
	done
}

# Print the address of the Debian mirror that this system's apt uses.
system_mirror() {
	# shellcheck disable=SC2016 # apt expands it
	apt-get indextargets --format '$(REPO_URI)' \
		'Origin: Debian' 'Label: Debian' 2>/dev/null | sort -u | head -n 1
}

# Add a result of the last commit to the file RESULTS, as testsuite/systems/run does.
add_result() { # RESULTS SYSTEM STEP RESULT
	printf '%s\t-\t%s\t-\t%s\t%s\n' "$2" \
		"$(git -C "$top" rev-parse --short=12 HEAD)" "$3" "$4" >>"$1"
}

# Make a minimal system in DIRECTORY, unless DIRECTORY exists.  The folder is called
# DIRECTORY.new until the system is complete.
make_system() { # SYSTEM DIRECTORY MIRROR PACKAGES LOG
	[ ! -d "$2" ] || return 0
	[ -n "$3" ] || {
		echo "no Debian mirror is known: MIRROR=URL" >"$5"
		return 1
	}
	echo "$check: $1: making it from $3"
	rm -rf -- "$2.new"
	debootstrap --variant=minbase --include="$4" "$1" "$2.new" "$3" \
		>"$5" 2>&1 || return 1
	# A system that is lost can be made again, so dpkg need not wait for the
	# disk.
	mkdir -p -- "$2.new/etc/dpkg/dpkg.cfg.d"
	echo force-unsafe-io >"$2.new/etc/dpkg/dpkg.cfg.d/unsafe-io"
	mv -- "$2.new" "$2"
}
