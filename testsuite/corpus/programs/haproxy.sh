# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=haproxy=2.6.12-1+deb12u3
sha256=58f9edb26bf3288f4b502658399281cc5d6478468bd178eafe579c8f41895854
language=C
program=haproxy
output=9186df5fcaa5900b8a229e1c0568ae21f6ff051b48d972ccf5211a6f3f35aa4d
tests='not run: they need VTest, which the package does not have'
needs=perl

build() {
	name_compiler
	named_flags=$CFLAGS make -j"$JOBS" TARGET=linux-glibc IGNOREGIT=1 \
		CC="$PWD/named/gcc" DEBUG_CFLAGS= LDFLAGS=
}

# Start the proxy in the current folder, with a thread and a socket there.  It answers
# all requests itself.
workload() {
	cat >cfg <<-'EOT'
		global
			nbthread 1
		defaults
			mode http
			timeout client 1m
			timeout http-request 1m
			timeout http-keep-alive 1m
		frontend f
			bind unix@s
			acl is_api path_beg /api/ /v2/
			acl is_odd path,djb2(1),mod(2) -m int 1
			acl is_bot hdr_sub(user-agent) -i bot crawler
			http-request set-var(txn.n) path,field(3,/)
			http-request set-header X-Hash %[path,sdbm(1),mod(9973)]
			http-request set-header X-Map %[path,map_beg(map,none)]
			http-request replace-path /v2/([a-z]+)/([0-9]+)$ /v3/\2/\1 if is_api
			http-request deny status 403 if is_bot is_odd
			http-request return status 200 content-type text/plain lf-string "%[method] %[path] %[var(txn.n),add(7),mul(3)] %[req.hdr(x-hash)] %[req.hdr(x-map)] %[query,url_dec,upper] %[urlp(q),base64,length] %[req.hdr(cookie),word(2,=;)]\n" if is_odd or is_api
			http-request redirect location /login?from=%[path,url_enc] code 302
	EOT
	for i in 0 1 2 3 4 5 6 7 8 9; do
		echo "/api/$i group$i"
		echo "/static/$i files$i"
	done >map
	rm -f s
	"$1" -db -f cfg &
	perl - >replies <<-'EOT'
		use IO::Socket::UNIX;
		my $s;
		for (1 .. 30000) {
			$s = IO::Socket::UNIX->new(Peer => "s") and last;
			select undef, undef, undef, 0.002;
		}
		$s or die "no proxy\n";
		if (!fork) {
			for my $i (1 .. 30000) {
				my $n = $i * 7919 % 50021;
				my $path = ("/api/$n/x", "/v2/item/$n", "/static/$n",
					"/a/$n/b")[$n % 4];
				my $end = $i == 30000 ? "close" : "keep-alive";
				print $s "GET $path?q=v%20$n&r=$i HTTP/1.1\r\n" .
					"Host: h$n.example.org\r\n" .
					"User-Agent: " . ($n % 5 ? "text" : "Bot/$n") . "\r\n" .
					"Cookie: a=$n; b=$i\r\n" .
					"Connection: $end\r\n\r\n";
			}
			$s->flush;
			exit;
		}
		print while <$s>;
	EOT
	kill -USR1 $!
	wait $!
	echo "proxy: $?"
	cksum <replies
	grep -c '^HTTP/1.1 200' replies
	tail -n 40 replies
}
