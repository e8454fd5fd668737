# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=php8.2=8.2.32-1~deb12u1
sha256=e02aa173c236c12791696254d607da680e6d5516f8f5c2339642de7c4f944bd2
language=C
program=sapi/cli/php
output=2e105d95dbc2f71c1cbcc3db4a2221eb647de1b1b69e1ab8a7410f93fb1217fd
tests='1200 of the language'
# gcc refuses it: "global register variable follows a function definition".
lto=no

# The extensions are those of a plain configure, without those that need other libraries.
build() {
	name_compiler
	CC="$PWD/named/gcc" configure --disable-cgi --disable-phpdbg --disable-opcache \
		--disable-dom --disable-simplexml --disable-xml --disable-xmlreader \
		--disable-xmlwriter --without-libxml --without-sqlite3 \
		--without-pdo-sqlite
	named_flags=$CFLAGS make -j"$JOBS" sapi/cli/php
}

suite() {
	export NO_INTERACTION=1
	./sapi/cli/php -n run-tests.php -n -q -p "$PWD/sapi/cli/php" Zend/tests/closures \
		Zend/tests/generators Zend/tests/traits Zend/tests/enum \
		Zend/tests/type_declarations tests/lang tests/strings
}

# Run the benchmark twice in one process.  It prints no times, and checksums of what each
# part prints, which it would throw away.  Warnings of the second pass, which name the
# folder, are not printed.
timed_part() {
	sed -e 's/ob_end_clean();/$out = md5(ob_get_clean());/' \
		-e 's/^  echo $name.*/  echo "$name $out\\n";/' \
		-e 's/^$t0 = /for ($i = 0; $i < 2; $i++) {\n&/' -e 's/^total();/}/' \
		"$(dirname "$input")/tree/Zend/bench.php" >bench.php
	exec "$1" -n -d display_errors=0 bench.php
}

shown_part() {
	cat
}

workload() {
	(timed_part "$1") | shown_part
}
