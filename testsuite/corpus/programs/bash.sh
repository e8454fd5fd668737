# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=bash=5.2.15-2
sha256=7a315bc0e9d90713159e4390ec1096a41e4f33cd8cc3d1a749a8e5ad56600f51
language=C
program=bash

build() {
	configure --without-bash-malloc --disable-nls
	by_flags '' make
}

workload() {
	"$1" --norc <<-'EOT'
		declare -A count
		for ((i = 0; i < 20000; i++)); do
			((count[$((i * i % 97))] += i))
		done
		for key in "${!count[@]}"; do
			echo "$key ${count[$key]}"
		done | sort -n | tail -n 5
		text=$(printf '%s ' {1..2000})
		echo "${#text} ${text//1?2/<>}" | md5sum
		[[ $text =~ ([0-9]+)\ 777 ]] && echo "${BASH_REMATCH[1]}"
		f() { (($1 < 2)) && echo 1 || echo $(($(f $(($1 - 1))) + $(f $(($1 - 2))))); }
		f 8
	EOT
}
