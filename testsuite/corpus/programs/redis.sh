# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=redis=5:7.0.15-1~deb12u10
sha256=4b1dc4ee6d622a09fff9c6777191209750fb5e5a725ef78ea012d6eef4c22982
language=C
program=src/redis-server
output=a11f8319e29c44ae3c5886d91b3baf02677b3f41eb08fbfcfdb4de4d90886a01
tests='8 units'
needs="perl tclsh"

# The build must not look for a git repository around it.  CFLAGS also apply to
# the libraries that redis includes; OPTIMIZATION does not apply to them.
build() {
	export GIT_DIR=/nonexistent
	make -j"$JOBS" -C src V=1 CC="$CC" AR="$AR" RANLIB="$RANLIB" \
		MALLOC=libc OPTIMIZATION=-O2 \
		CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS" \
		redis-server redis-cli redis-benchmark
}

# Leave out tests that wait and therefore take long.
suite() {
	./runtest --clients "$JOBS" --single unit/type/incr \
		--single unit/type/hash --single unit/type/set \
		--single unit/type/zset --single unit/sort \
		--single unit/scripting --single unit/geo --single unit/bitops
}

# Start a server with a socket in the current folder.  The last command to the server
# stops it.
workload() {
	"$1" --port 0 --unixsocket "$PWD/s" --save '' --dir "$PWD" \
		--enable-debug-command yes --loglevel warning >/dev/null &
	perl - "$PWD/s" >replies <<-'EOT'
		use IO::Socket::UNIX;
		my $s;
		for (1 .. 30000) {
			$s = IO::Socket::UNIX->new(Peer => $ARGV[0]) and last;
			select undef, undef, undef, 0.002;
		}
		$s or die "no server\n";
		my $sent = "";
		for my $i (1 .. 5000) {
			my $n = $i * 7919 % 5003;
			$sent .= "SET k$n $i\r\nZADD z $n m$i\r\nSADD s $n\r\n" .
				"RPUSH l $n\r\nHSET h f$i $n\r\nAPPEND t $n\r\n" .
				"SETBIT b $n 1\r\nPFADD p $n\r\n";
		}
		$sent .= "$_\r\n" for "DEBUG DIGEST", "SORT l LIMIT 5 5",
			"ZRANGEBYSCORE z 77 99", "SORT s LIMIT 3 9 DESC",
			"BITCOUNT b", "PFCOUNT p", "STRLEN t", "LINDEX l 777",
			"EVAL \"local n = 0 for i = 1, 9e4 do n = (n + i) % 97 end " .
				"return {n, redis.call('get', 'k7')}\" 0",
			"INCRBYFLOAT x 0.1", "ECHO end";
		my $writer = fork;
		if (!$writer) { print $s $sent; $s->flush; exit }
		while (<$s>) { print; last if /^end/ }
		print $s "SHUTDOWN NOSAVE\r\n";
		$s->flush;
		print while <$s>;
	EOT
	wait
	echo "server: $?"
	cksum <replies
	tail -n 80 replies
}
