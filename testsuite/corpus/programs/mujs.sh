# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=mujs=1.3.2-1
sha256=4886593fc688b0cdccd31e5ecbe5afe7ad1bee23aa69e667b871afd5dfc640c3
language=C
program=build/release/mujs
output=fc79d79d42489220cd918a552d46f612e9d1fe6f318f51c6253d7a972c28fc70
tests='not run: they are a harness for test262'

# The library is one unit, and the main program another.
build() {
	make -j"$JOBS" CC="$CC" AR="$AR" CFLAGS="$CFLAGS -std=c99" \
		LDFLAGS="$LDFLAGS" HAVE_READLINE=no build/release/mujs
}

workload() {
	cat >in.js <<-'EOT'
		function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
		print(fib(20))
		var words = {}, text = "", i
		for (i = 0; i < 20000; ++i)
			text += String.fromCharCode(97 + i * 7919 % 26,
				97 + i % 13) + (i % 5 ? "" : " ")
		text.split(" ").forEach(function (w) {
			words[w] = (words[w] || 0) + 1
		})
		print(Object.keys(words).sort().slice(0, 5).join(), text.length)
		print(text.replace(/([aeiou])(.)/g, "$2<$1>").slice(0, 60))
		var a = []
		for (i = 0; i < 20000; ++i) a.push(Math.sin(i) * 1e6 | 0)
		a.sort(function (x, y) { return x - y })
		print(a[0], a[10000], a[19999], JSON.stringify({ a: a.slice(0, 3) }))
		try { null.x } catch (e) { print(e) }
		print([0.1 + 0.2, 1e21, -0, 1 / 3, parseInt("0x1f"), new Date(0)
			.toISOString()].join(" "))
	EOT
	"$1" in.js
}
