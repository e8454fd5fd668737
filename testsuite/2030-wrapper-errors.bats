#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Failures give one clear line and the right status, and leave nothing behind.

setup() {
	load wrapper.bash
	wrapper_setup
	echo 'int f(int x); int main(void) { return f(0); }' >main.c
	echo 'int f(int x) { return x; } int g(void) { return 1; }' >f.c
}

teardown() {
	# no temporary file is left, in any case
	[ -z "$(ls "$TMPDIR")" ]
}

@test "bad settings are refused at the first call" {
	for seed in x -1 1e3 18446744073709551616; do
		RANDCC_SEED=$seed fails_with 125 "bad seed \"$seed\" in RANDCC_SEED" randcc -c f.c
	done
	RANDCC_FACTORS=functions,luck fails_with 125 'unknown factor "luck"' randcc -c f.c
	RANDCC_UNSUPPORTED=maybe fails_with 125 'RANDCC_UNSUPPORTED' randcc -c f.c
	RANDCC_PADDING_MAX=many fails_with 125 'RANDCC_PADDING_MAX' randcc -c f.c
	RANDCC_FLAGS="-D'X" fails_with 125 'RANDCC_FLAGS' randcc -c f.c
	RANDCC_SEED='' RANDCC_FACTORS='' RANDCC_FLAGS='' randcc -c f.c
}

@test "RANDCC_FLAGS come after the options of each call, and are recorded" {
	export RANDCC_FLAGS="-falign-functions=64 -DTEXT='\"a word\"'"
	echo 'const char *text = TEXT; int f(int x) { return x; }' >f.c
	RANDCC_RECORD=$PWD/rec randcc -O2 -falign-functions=16 -c f.c
	readelf -SW f.o | grep -q 'text\.randcc.*f_c\.f .* 64$'
	strings f.o | grep -qx 'a word'
	grep -q -- '-falign-functions=16 -falign-functions=64' rec/options
}

@test "the compiler's and the linker's own failures pass through" {
	echo 'int broken(' >broken.c
	run randcc -c broken.c
	[ "$status" = 1 ]
	run randcc main.c -o prog
	[ "$status" = 1 ]
	[[ $output = *'undefined reference to `f'* ]]
	[ ! -e prog ]
	run randcc -c missing.c
	[ "$status" = 1 ]
	run randcc missing.o
	[ "$status" = 1 ]
	[[ $output = *missing.o* ]]
	gcc -c main.c
	run randld main.o -o prog
	[ "$status" = 1 ]
}

@test "the linker's messages name the user's files" {
	randcc -c main.c
	mkdir d
	mv main.o 'd/my main.o'
	run randcc 'd/my main.o' -o prog
	[[ $output = *"d/my main.o: in function \`main'"* ]]
	[[ $output != *"$TMPDIR"* ]]
	randcc -c f.c
	for map in '%.map' '%' out 'out/%.map'; do
		rm -rf out prog.map
		mkdir out
		# The second link finds the files of the first one.
		for _ in 1 2; do
			randcc 'd/my main.o' f.o -Wl,-Map=$map -o prog
			case $map in out*) written=out/prog.map ;; *) written=prog.map ;; esac
			grep -qF 'd/my main.o' $written
			not grep -F /randld. $written
		done
	done
	for linker in bfd lld; do
		command -v ld.$linker || continue
		for object in f.o "$PWD/f.o"; do
			randcc -fuse-ld=$linker 'd/my main.o' "$object" \
				-Wl,-Map=map,--dependency-file=deps -o prog
			grep -q 'd/my main.o' map
			not grep -e "$TMPDIR/" -e '^[0-9]*\.[A-Za-z0-9]*/' -e ' [0-9]*\.[A-Za-z0-9]*/' map deps
			grep -qF " $object" deps
			not grep -e randcc-layout -e sort.ld deps
			make -n -f deps prog
		done
	done
	randcc 'd/my main.o' f.o -Wl,--trace -o prog >trace
	grep -qx 'f.o' trace
}

@test "an unreadable object or archive is named with the reason" {
	randcc -c main.c f.c
	size=$(stat -c %s f.o)
	head -c 100 f.o >short.o
	fails_with 125 'cannot read "short.o"' randld main.o short.o -o prog
	head -c $((size - 40)) f.o >short.o
	fails_with 125 'cannot read "short.o"' randld main.o short.o -o prog
	ar rcs lib.a f.o
	head -c $(($(stat -c %s lib.a) - 200)) lib.a >short.a
	fails_with 125 'cannot read "short.a"' randld main.o short.a -o prog
	[ ! -e prog ]
}

@test "an unknown linker is refused; on request the note says so" {
	printf '#!/bin/sh\necho "My linker 1.0"\n' >ld.mine
	chmod +x ld.mine
	RANDCC_LD=$PWD/ld.mine fails_with 1 'unknown linker' \
		randcc main.c f.c -o prog
	grep -q 'fuse-ld=bfd' err
	RANDCC_LD=/nonexistent/ld fails_with 1 'cannot find the real linker "/nonexistent/ld"' \
		randcc main.c f.c -o prog
	[ ! -e prog ]
	# With RANDCC_UNSUPPORTED=pass the program is linked plainly, and marked
	# so.
	printf '#!/bin/sh\n[ "$1" = --version ] || exec ld "$@"\necho "My linker 1.0"\n' >ld.mine
	RANDCC_UNSUPPORTED=pass RANDCC_LD=$PWD/ld.mine randcc main.c f.c -o prog 2>err
	grep -q 'unrandomised' err
	./prog
	randld --inspect --note prog | grep -q '^randomised: no (not supported)'
}

@test "a linker that calls randld is refused" {
	mkdir tools
	printf '#!/bin/sh\nexec randld "$@"\n' >tools/ld
	chmod +x tools/ld
	gcc -c main.c f.c
	fails_with 1 'tools//ld" calls randld' \
		timeout 20 gcc -B"$PWD/tools" main.o f.o -o prog
	[ ! -e prog ]
	grep -q 'name the real linker in RANDCC_LD' err
	RANDCC_LD=$(command -v ld) gcc -B"$PWD/tools" main.o f.o -o prog
	./prog
}

@test "an unknown linker with bitcode and LLVM's plugin has a name in messages" {
	command -v clang >/dev/null || skip 'no clang'
	printf '#!/bin/sh\n[ "$1" = --version ] || exec ld "$@"\necho "My linker 1.0"\n' >ld.mine
	chmod +x ld.mine
	clang -O1 -flto -c main.c f.c
	RANDCC_UNSUPPORTED=pass RANDCC_LD=$PWD/ld.mine run randclang -flto main.o f.o -o prog
	[[ $output != *null* ]]
}

@test "a compiler without a plugin is refused; on request its objects move" {
	printf '#!/bin/sh\ncase $* in *version*) echo "mycc 1" ;; *) exec gcc "$@" ;; esac\n' >mycc
	chmod +x mycc
	RANDCC_CC=./mycc fails_with 125 'is neither gcc nor clang: its functions' randcc main.c f.c -o prog
	RANDCC_CC=./mycc RANDCC_UNSUPPORTED=pass randcc main.c f.c -o prog
	./prog
	RANDCC_CC=no-such-gcc fails_with 125 'cannot find the compiler "no-such-gcc"' randcc -c f.c
}

@test "a compiler's complaint about being asked for its version is not shown" {
	printf '#!/bin/sh\necho "mycc: error: no input files" >&2\nexit 1\n' >mycc
	chmod +x mycc
	RANDCC_CC=./mycc fails_with 125 'is neither gcc nor clang: its functions' randcc main.c -o prog
	not grep 'no input files' err
}

@test "a program without section headers is said to have no note for that reason" {
	# Strip the headers like -z nosectionheader, which not every ld knows.
	printf '#!/bin/sh\nld "$@" && { [ ! -e prog ] || eu-strip --strip-sections prog; }\n' >ld.bare
	chmod +x ld.bare
	RANDCC_SEED=1 RANDCC_LD=$PWD/ld.bare randcc main.c f.c -o prog 2>err
	grep -q '"prog" has no randcc note, and its order was not checked: it has no section headers' err
	not grep 'linker script' err
	./prog
}

@test "randcc never finds itself as the compiler" {
	mkdir bin
	ln -s "$build/bin/randcc" bin/gcc
	PATH=$PWD/bin:$PATH randcc -c f.c
	[ -e f.o ]
	RANDCC_CC=randcc fails_with 125 'cannot find the compiler' env PATH="$build/bin" "$build/bin/randcc" -c f.c
}

@test "a program that begins at its first function is warned of, unless -e names one" {
	cat >start.c <<-'END'
		static void leave(long x) { __asm__ volatile("syscall" :: "a"(60L), "D"(x)); }
		void a(void) { leave(0); }
		void b(void) { leave(7); }
		void c(void) { leave(8); }
	END
	randcc -O1 -c start.c
	RANDCC_SEED=1 randcc -nostdlib -static start.o -o p 2>err
	grep -q 'no input defines "_start": the program begins at whichever function the seed puts first' err
	grep -q 'name the entry point with -e' err
	RANDCC_SEED=none randcc -nostdlib -static start.o -o p 2>err
	not grep randld: err
	./p
	for seed in 1 2 3; do
		export RANDCC_SEED=$seed
		for line in '-static -Wl,-e,a' '-static -Wl,--defsym=_start=a' -shared; do
			# shellcheck disable=SC2086 # words
			randcc -nostdlib start.o -o p $line 2>err
			not grep . err
			[ "$line" = -shared ] || ./p
		done
		fails_with 1 'the option "--oformat=binary" writes no ELF file' \
			randcc -nostdlib -static start.o -o p -Wl,-e,a -Wl,--oformat=binary
	done
}

@test "a script in a pipe is refused, and so is a record of another file in a pipe" {
	ld --verbose | sed -n '/^=/,/^=/{/^=/d;p}' | grep -v 'text.sorted' >full.ld
	fails_with 1 'is a pipe, which can be read only once' \
		randcc main.c f.c -o prog -Wl,-T,<(cat full.ld)
	grep -q 'write the script to a file' err
	mkfifo version
	(echo '{ global: *; };' >version) &
	timeout 20 randcc -shared -fPIC f.c -o f.so -Wl,--version-script=version
	wait
	fails_with 1 'cannot record "f.so" in RANDCC_RECORD: "/dev/fd/' \
		env RANDCC_RECORD="$PWD/rec" randcc -shared -fPIC f.c -o f.so \
		-Wl,--version-script=<(echo '{ global: *; };')
	grep -q 'write its text to a file' err
	[ ! -e f.so ]
}

@test "calls with nothing to randomise pass through" {
	for arg in --version -dumpmachine -print-prog-name=ld -dumpversion; do
		diff <(randcc $arg) <(gcc $arg | sed "s,^ld$,$(readlink -f "$build/bin")/../libexec/randcc/ld,") || [ $arg = -print-prog-name=ld ]
	done
	diff <(randcc -E f.c) <(gcc -E f.c)
	diff <(randcc -MM f.c) <(gcc -MM f.c)
	diff <(randcc -S -o - -g0 -fsyntax-only f.c) /dev/null
	diff <(randld --version) <(ld --version)
	diff <(randld -v) <(ld -v)
	randld --help | grep -q 'supported targets'
	randcc -r main.c f.c -nostdlib -o both.o
	readelf -SW both.o | grep -q 'randcc_*\.f_c\.g'
	RANDCC_SEED=1 randcc both.o -o prog
	./prog
	randld --inspect --note prog | grep -q 'randomised: yes'
}

@test "a seed that draws the original order gives a random layout too" {
	notes() { # LINKER: the notes of eight seeds, and their orders
		for seed in 1 2 3 4 5 6 7 8; do
			RANDCC_SEED=$seed RANDCC_FACTORS=$factors randcc -fuse-ld="$1" main.o f.o -o prog
			randld --inspect --note prog | sed -n '/^randomised/p' >>notes
			nm -n prog | awk '$3 == "main" || $3 == "f" || $3 == "g" { printf "%s", $3 }
				END { print "" }' >>orders
		done
		[ "$(sort -u notes)" = 'randomised: yes' ]
		[ "$(sort -u orders | wc -l)" -gt 1 ]
	}
	# two objects whose functions have no sections of their own
	gcc -c main.c f.c
	factors=units
	for linker in bfd gold lld mold; do
		command -v ld.$linker || command -v $linker || continue
		rm -f notes orders
		notes $linker
	done
	# an object with two functions, for linkers that follow its headers
	echo 'int g(void) { return 2; } int f(void) { return 1; }' >two.c
	randcc -c two.c -o f.o
	factors=functions
	for linker in gold lld mold; do
		command -v ld.$linker || command -v $linker || continue
		rm -f notes orders
		notes $linker
	done
}

@test "a link with nothing to move says so in its note" {
	gcc -c main.c f.c
	ld -r main.o f.o -o one.o
	RANDCC_SEED=1 randcc one.o -o prog
	randld --inspect --note prog | grep -q '^randomised: no (nothing to move)'
}

@test "a temporary folder whose name GNU ld would change in that of its map is refused" {
	randcc -c main.c f.c
	mkdir 'a%b'
	RANDCC_SEED=1 TMPDIR=$PWD/a%b randcc main.o f.o -o prog
	rm prog
	for factor in padding offset; do
		RANDCC_SEED=1 RANDCC_FACTORS=$factor TMPDIR=$PWD/a%b \
			fails_with 1 "cannot write a map" randcc main.o f.o -o prog
		grep -q 'set TMPDIR to a folder without "%" in its path' err
		[ ! -e prog ]
		[ -z "$(ls a%b)" ]
	done
}

@test "a full disk is reported with the file, and the user's files stay as they were" {
	[ "$(id -u)" = 0 ] || skip 'needs root to mount a small file system'
	mkdir small
	mount -t tmpfs -o size=64k none small 2>/dev/null || skip 'cannot mount'
	make_units 4 200
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	md5sum ./*.o >before
	TMPDIR=$PWD/small fails_with 125 'cannot write' randld main.o u?.o -o prog || {
		umount small
		return 1
	}
	left=$(ls small)
	umount small
	grep -q 'No space left' err
	grep -q 'TMPDIR' err
	[ -z "$left" ]
	[ ! -e prog ]
	md5sum -c before
}

# Kill randld once the linker it calls has written `pid`.  A shell cannot distinguish
# a process killed by a signal from one that exits with 128 plus its number.
kill_link() { # SIGNAL WORD…: prints the signal it died of
	perl -e 'my $signal = shift;
		my $pid = fork // die;
		if ($pid == 0) { $SIG{$signal} = "DEFAULT"; exec @ARGV; exit 1 }
		select undef, undef, undef, 0.02 until -s "pid";
		kill $signal, $pid;
		waitpid $pid, 0;
		print $? & 127' "$@"
}

@test "a killed link leaves nothing behind and dies of the signal" {
	make_units 2 20
	printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\necho $$ >pid\nexec sleep 20\n' >ld.slow
	chmod +x ld.slow
	randcc -O2 -c main.c u0.c u1.c
	randcc main.o u0.o u1.o -o prog
	mkdir rec
	md5sum ./*.o prog >before
	ls -A >files
	for signal in TERM INT HUP QUIT PIPE ALRM USR1 USR2 XCPU XFSZ VTALRM PROF; do
		rm -f pid
		died_of=$(RANDCC_RECORD=$PWD/rec RANDCC_LD=$PWD/ld.slow \
			kill_link $signal randld main.o u0.o u1.o -o prog)
		[ "$died_of" = "$(kill -l $signal)" ]
		[ -z "$(ls "$TMPDIR")" ]
		not kill -0 "$(cat pid)" 2>/dev/null
		# the user's files and the old program are as they were
		md5sum --quiet -c before
		rm pid
		ls -A | diff files -
		[ -z "$(ls rec)" ]
	done
}

@test "temporary files are private and unpredictable, and no two links share them" {
	make_units 2 20
	# inspect the files that the linker gets, while other links run
	cat >ld.look <<-'EOT'
		#!/bin/sh
		[ "$1" != --version ] || exec ld --version
		for a; do case $a in */randcc-layout.o) dir=${a%/*} ;; esac; done
		find "$dir" -type d -printf '%m d %p\n' -o -printf '%m f %p\n' >"seen.$LINK"
		: >"at.$LINK"
		until [ -e at.1 ] && [ -e at.2 ] && [ -e at.3 ]; do sleep 0.02; done
		exec ld "$@"
	EOT
	chmod +x ld.look
	randcc -O2 -c main.c u0.c u1.c
	pids=
	for link in 1 2 3; do
		(
			umask 0
			LINK=$link RANDCC_SEED=$link RANDCC_LD=$PWD/ld.look \
				exec randcc main.o u0.o u1.o -o p$link
		) &
		pids+=" $!"
	done
	for pid in $pids; do
		wait "$pid"
	done
	for link in 1 2 3; do
		RANDCC_SEED=$link randcc main.o u0.o u1.o -o alone
		cmp alone p$link
		grep -qx "700 d $TMPDIR/randld\.[A-Za-z0-9]\{6\}" seen.$link
		[ "$(grep -c ' f ' seen.$link)" -ge 4 ]
		not grep -v -e '^600 f ' -e "^7[0-7]* d $TMPDIR/randld\." seen.$link
	done
	sed -n "s,^700 d \($TMPDIR/randld.......\)$,\1,p" seen.? | sort -u >dirs
	[ "$(wc -l <dirs)" = 3 ]
}

@test "a failed link leaves no temporary file, whichever program failed" {
	make_units 2 20
	randcc -O2 -c main.c u0.c u1.c
	echo 'int missing(void); int (*pointer)(void) = missing;' >bad.c
	randcc -c bad.c
	fails_with 1 'missing' randcc main.o u0.o u1.o bad.o -o prog
	[ -z "$(ls "$TMPDIR")" ]
	for how in 'exit 3' 'kill -KILL $$' 'kill -SEGV $$'; do
		printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\n%s\n' "$how" >ld.fails
		chmod +x ld.fails
		not env RANDCC_LD="$PWD/ld.fails" randcc main.o u0.o u1.o -o prog
		[ -z "$(ls "$TMPDIR")" ]
		[ ! -e prog ]
	done
	# The private copies are larger than the limit on the size of a file.
	(
		ulimit -f 1
		fails_with 125 'cannot write' randld main.o u0.o u1.o -o prog
	)
	[ -z "$(ls "$TMPDIR")" ]
	[ ! -e prog ]
}

@test "--inspect tells a file without a note from a file that is no ELF and one that is missing" {
	gcc main.c f.c -o prog
	fails_with 2 'has no randcc note' randld --inspect prog
	fails_with 2 'cannot read "f.c"' randld --inspect f.c
	fails_with 2 'No such file' randld --inspect nothing
	fails_with 125 'takes one file' randld --inspect
}

@test "a very long command line is passed on" {
	make_units 2 5
	randcc -O2 -c main.c u0.c u1.c
	long=$(printf 'x%.0s' $(seq 180))
	mkdir -p "$long"
	for i in $(seq 1500); do
		ln -s ../u0.o "$long/$i.o"
		echo "$long/$i.o"
	done >/dev/null
	for i in $(seq 1500); do
		echo "int z$i = 1;" >"$long/$i.c"
	done
	(cd "$long" && rm -f ./*.o && for i in $(seq 1500); do echo ".data; .globl z$i; z$i: .long 1" | as -o $i.o; done)
	find "$long" -name '*.o' >list
	RANDCC_SEED=1 randcc main.o u0.o u1.o @list -o prog
	./prog
	nm prog | grep -c ' D z' | grep -qx 1500
}
