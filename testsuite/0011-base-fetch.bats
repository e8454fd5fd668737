#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/fetch-source with a package mirror that is a local folder: no network is
# needed.

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
	command -v apt-get >/dev/null || skip "no apt here"

	# Make a mirror with one source package, whose .debian.tar is missing.
	mkdir -p "$T/mirror" "$T/etc/parts"
	echo tarball >"$T/mirror/hello_1.0.orig.tar.gz"
	cat >"$T/mirror/Sources" <<-EOT
		Package: hello
		Binary: hello
		Version: 1.0-2
		Architecture: any
		Format: 3.0 (quilt)
		Directory: .
		Checksums-Sha256:
		 $(sha256sum <"$T/mirror/hello_1.0.orig.tar.gz" | cut -d' ' -f1) 8 hello_1.0.orig.tar.gz
		 $(printf x | sha256sum | cut -d' ' -f1) 1 hello_1.0-2.debian.tar.xz
		 $(printf y | sha256sum | cut -d' ' -f1) 1 hello_1.0-2.dsc

	EOT

	# Make settings of apt that know the mirror, but only for binary packages.
	cat >"$T/apt.conf" <<-EOT
		Dir::Etc::SourceList "$T/etc/sources.list";
		Dir::Etc::SourceParts "$T/etc/parts";
		APT::Update::Post-Invoke { "touch $T/hook-ran"; };
		APT::Update::Post-Invoke-Success { "touch $T/hook-ran"; };
	EOT
	export APT_CONFIG=$T/apt.conf
	echo "deb [trusted=yes] file:$T/mirror ./" >"$T/etc/sources.list"
}

@test "the upstream tarball is fetched through one-line entries" {
	run "$top/tools/fetch-source" hello=1.0-2 "$T/d i r"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$output" = "$T/d i r/hello_1.0.orig.tar.gz" ]
	cmp "$output" "$T/mirror/hello_1.0.orig.tar.gz"
	[ ! -e "$T/hook-ran" ]
}

@test "the upstream tarball is fetched through deb822 entries" {
	rm "$T/etc/sources.list"
	cat >"$T/etc/parts/here.sources" <<-EOT
		Types: deb
		URIs: file:$T/mirror
		Suites: ./
		Trusted: yes
	EOT
	run "$top/tools/fetch-source" hello "$T/dir"
	echo "$output"
	[ "$status" -eq 0 ]
	cmp "$output" "$T/mirror/hello_1.0.orig.tar.gz"
}

@test "a file that is there is not fetched again" {
	"$top/tools/fetch-source" hello "$T/dir"
	cp -L "$T/dir/hello_1.0.orig.tar.gz" "$T/kept"
	rm -r "$T/mirror"
	mv -f "$T/kept" "$T/dir/hello_1.0.orig.tar.gz"
	run "$top/tools/fetch-source" hello "$T/dir"
	[ "$status" -eq 0 ]
	[ "$output" = "$T/dir/hello_1.0.orig.tar.gz" ]
}

@test "a file that the mirror cannot serve is named" {
	rm "$T/mirror/hello_1.0.orig.tar.gz"
	run "$top/tools/fetch-source" hello "$T/dir"
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *"cannot serve hello_1.0.orig.tar.gz"*" SOURCES=DIR to a directory with the sources" ]]
	[ -z "$(ls "$T/dir")" ]
	run "$top/tools/fetch-source" hello "$T/dir" DEMO_SRC
	[[ $output == *"cannot serve hello_1.0.orig.tar.gz"*" DEMO_SRC=DIR to a directory with the sources" ]]
}

@test "a tarball with another checksum is refused" {
	echo garbled >"$T/mirror/hello_1.0.orig.tar.gz"
	run "$top/tools/fetch-source" hello "$T/dir"
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *"cannot serve hello_1.0.orig.tar.gz"* ]]
	[ -z "$(ls "$T/dir")" ]
}

@test "a package that no mirror has is named" {
	run "$top/tools/fetch-source" goodbye "$T/dir"
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *'"goodbye"'* ]]
}

# Add a package to the mirror.  It has the same tarball.
add_package() { # NAME
	sed "s/hello/$1/" "$T/mirror/Sources" >"$T/more"
	cat "$T/more" >>"$T/mirror/Sources"
	cp "$T/mirror/hello_1.0.orig.tar.gz" "$T/mirror/$1_1.0.orig.tar.gz"
}

@test "one download of the lists serves many packages, for an hour" {
	add_package second
	mkdir "$T/bin"
	printf '#!/bin/sh\necho "$*" >>"%s/calls"\nexec %s "$@"\n' "$T" \
		"$(command -v apt-get)" >"$T/bin/apt-get"
	chmod +x "$T/bin/apt-get"
	PATH=$T/bin:$PATH
	"$top/tools/fetch-source" hello "$T/dir"
	"$top/tools/fetch-source" second "$T/dir"
	[ "$(grep -c ' update$' "$T/calls")" -eq 1 ]
	[ "$(grep -c ' source ' "$T/calls")" -eq 2 ]
	# Package lists that are older than an hour are downloaded again.
	touch -d '61 minutes ago' "$T/dir/.apt/parts"
	rm "$T/dir/second.tarballs"
	"$top/tools/fetch-source" second "$T/dir"
	[ "$(grep -c ' update$' "$T/calls")" -eq 2 ]
	# If the entries of sources.list have changed, the lists that were made
	# from the old entries are not used.
	sed -i 's/trusted=yes/& arch=amd64/' "$T/etc/sources.list"
	rm "$T/dir/second.tarballs"
	"$top/tools/fetch-source" second "$T/dir"
	[ "$(grep -c ' update$' "$T/calls")" -eq 3 ]
}

@test "the lists are fetched again when they lack a package" {
	"$top/tools/fetch-source" hello "$T/dir"
	add_package late
	run "$top/tools/fetch-source" late "$T/dir"
	echo "$output"
	[ "$status" -eq 0 ]
	cmp "$output" "$T/mirror/late_1.0.orig.tar.gz"
}
