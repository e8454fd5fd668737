# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=lua5.4=5.4.4-3+deb12u1
sha256=164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61
language=C
program=src/lua
output=cb8ca6779169d3c2501edf841fb0efb37f1cafdf289cd3b562f9b82a80d3d86b

build() {
	make -C src -j"$JOBS" linux-noreadline CC="$CC" MYCFLAGS="$CFLAGS" \
		MYLDFLAGS="$LDFLAGS" AR="$AR rcu" RANLIB="$RANLIB"
}

workload() {
	"$1" - <<-'EOT'
		local sieve, n = {}, 0
		for i = 2, 200000 do
			if not sieve[i] then
				n = n + 1
				for k = i * i, 200000, i do sieve[k] = true end
			end
		end
		print(n)
		local words = {}
		for i = 1, 50000 do
			words[i] = string.format("%05d", i * 7919 % 50021)
		end
		table.sort(words)
		print(words[1], words[#words], #table.concat(words, ","))
		local text = table.concat(words, " ", 1, 2000)
		print((text:gsub("%d(%d)", "%1x")):sub(1, 40))
		print(pcall(error, "caught"))
		print(coroutine.wrap(function() coroutine.yield(6 * 7) end)())
	EOT
}
