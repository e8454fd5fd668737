#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin is built for the installed compilers, and built again after a compiler was
# updated.

setup() {
	top=$BATS_TEST_DIRNAME/..
	[ -d "${RANDCC_BUILD:-$top/build}/obj" ] ||
		skip "what is installed is not built again"
	load wrapper.bash
	wrapper_setup
	echo 'int f(int x) { return x + 1; }' >a.c
	so=$PWD/built/${plugin#"$build/"}
}

# make_it GCC TARGET...: call make for a build with the plugin of this gcc
make_it() {
	local gcc=$1
	shift
	# The native compiler makes the plugins for all compilers.
	env -u MAKEFLAGS -u MAKELEVEL PATH="$(native_path)" \
		make -s -C "$top" O="$PWD/built" PLUGIN_GCC="$gcc" "$@"
}

# Make folder/gcc, a gcc whose plugin headers are a copy in folder/plugin/include.
copy_gcc() {
	mkdir -p folder/plugin
	cp -rs "$(gcc -print-file-name=plugin)/include" folder/plugin/include
	# g++ first looks for an included file beside the real file of the header
	# that includes it.  Copy both headers, so that plugin-version.h includes
	# the configargs.h in this folder.
	for name in plugin-version.h configargs.h; do
		header=folder/plugin/include/$name
		cp --remove-destination "$(readlink "$header")" "$header"
	done
	cat >folder/gcc <<-EOF
		#!/bin/sh
		[ "\$*" != -print-file-name=plugin ] || exec echo $PWD/folder/plugin
		exec "$(command -v gcc)" "\$@"
	EOF
	chmod +x folder/gcc
}

@test "a compiler updated within one version gets a new plugin, and the old one is refused with both builds' names" {
	copy_gcc
	cp "$header" today.h
	# The plugin is first made for an older build of gcc, with another
	# package name and another configuration.
	sed "s/\(configuration_arguments\[\] = \"\)/\1x --with-pkgversion='Acme 1-4' /" \
		today.h >"$header"
	make_it "$PWD/folder/gcc" "$so"
	fails_with 1 'was built for gcc' gcc -fplugin="$so" -c a.c
	grep -q "for gcc $version .* (Acme 1-4), this is gcc $version " err
	# The headers of the update are older than the plugin.
	cp today.h "$header"
	touch -d '2001-01-01' "$header"
	make_it "$PWD/folder/gcc" "$so"
	gcc -O2 -fplugin="$so" -c a.c
	readelf -SW a.o | grep -q '\.text\.randcc_*\.a_c\.f'
	# Without a change of the headers, the plugin is not built again.
	touch before
	make_it "$PWD/folder/gcc" "$so"
	[ before -nt "$so" ]
}

@test "the table of compilers has no ccache, nor a script" {
	command -v ccache || skip 'no ccache'
	mkdir links
	for name in gcc g++ clang; do
		ln -s "$(command -v ccache)" links/$name
	done
	"$top/plugin/list-compilers" gcc >want
	[ -s want ]
	"$top/plugin/list-compilers" ccache gcc | diff want -
	PATH=$PWD/links:$PATH "$top/plugin/list-compilers" gcc >got
	not grep -f <(stat -L -c '^%s %Y ' links/gcc) got
	copy_gcc
	"$top/plugin/list-compilers" "$PWD/folder/gcc" >got
	not grep -f <(stat -L -c '^%s %Y ' folder/gcc) got
}

@test "plugins are built for gcc alone where another compiler builds randcc" {
	# clang names the folder of gcc's plugins, and does not know -dumpfullversion.
	cat >clang <<-'EOF'
		#!/bin/sh
		case $* in
		-dumpfullversion) echo 'clang: error: no input files' >&2; exit 1 ;;
		-dumpmachine) echo x86_64-pc-linux-gnu ;;
		*) exec gcc "$@" ;;
		esac
	EOF
	chmod +x clang
	env -u MAKEFLAGS -u MAKELEVEL make -s -n -C "$top" O="$PWD/built" CC="$PWD/clang" \
		"$PWD/built/lib/randcc/compilers" >out 2>err
	not grep 'no input files' err
	grep -o 'lib/randcc/[^/ ]*/layout\.so' out | sort -u >plugins
	not grep -v 'lib/randcc/[0-9]' plugins
	grep -q "lib/randcc/$version-" plugins
}

@test "the table of linkers has the linkers alone" {
	real=$(command -v ld)
	mkdir links
	ln -s "$build/bin/randld" links/ld
	cp "$real" links/other
	ln -s other links/ld.bfd
	printf '#!/bin/sh\nexec %s "$@"\n' "$real" >links/ld.gold
	chmod +x links/ld.gold
	ln -s /nowhere links/ld.lld
	cp "$real" links/x86_64-linux-gnu-ld.bfd
	touch -d '2001-01-01 UTC' links/x86_64-linux-gnu-ld.bfd
	ln -s x86_64-linux-gnu-ld.bfd links/ld.mold
	PATH=$PWD/links:$PATH "$top/wrapper/list-linkers" >got
	not grep -f <(stat -L -c '^%s %Y ' links/ld links/ld.bfd links/ld.gold) got
	# A link to a linker of another name is followed.
	grep "^$(stat -L -c %s "$real") 978307200 GNU ld " got
	# The installed linkers are in the table, under all their names.
	"$top/wrapper/list-linkers" >got
	for name in ld ld.bfd ld.gold ld.lld ld.mold; do
		linker=$(command -v "$name") || continue
		[ "$(head -c 2 "$linker")" = '#!' ] ||
			grep -q "^$(stat -L -c '%s %Y' "$linker") " got
	done
}
