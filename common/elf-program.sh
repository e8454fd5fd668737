# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# A function of the scripts that list compilers and linkers.

# Print the name of the ELF program that a path leads to, without its folder.  Return 1
# for anything else, such as a script.  The printed name differs if another program
# stands in for a tool: for a link named gcc that leads to ccache, it is "ccache".
elf_program() { # PATH
	elf_file=$(readlink -f -- "$1") || return 1
	[ "$(head -c 4 "$elf_file" | od -An -c | tr -d ' ')" = '177ELF' ] || return 1
	printf '%s\n' "${elf_file##*/}"
}
