#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A study on several machines: randstudy pack, worker and merge.  Workers on one
# computer, under different names, stand in for the machines.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'cat -- "$@"'
	echo data >input
}

# laid_out [OPTION...] [-- COMMAND...]: a study without runs in ./st
laid_out() {
	study --no-runs "$@" 2>/dev/null
}

# packed [OPTION...]: make a study without runs, and pack it into ./st.pack
packed() {
	laid_out "$@" -- '{binary}' input
	randstudy pack st st.pack
}

# worker K [OPTION...]: run a worker with no randld, away from the study
worker() {
	mkdir -p away
	(cd away && exec env RANDSTUDY_BINDIR=/nonexistent PATH="$PATH" \
		randstudy worker ../st.pack -k "$1" -o ../out --local "$T/local" \
		--machine "node$1" "${@:2}")
}

# killed_worker: pack a study, and let worker 1 be killed in its sixth run
killed_worker() {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -KILL $PPID; cat -- "$@"'
	export T
	packed
	: >count
	run -137 worker 1
}

# rows DB TABLE COLUMNS [MACHINE]: print the rows of a shard, or of a machine in a
# merged study
rows() {
	if [ $# -gt 3 ]; then
		sqlite3 "$1" "SELECT $3 FROM machine_$2 WHERE machine=$4 ORDER BY 1, 2"
	else
		sqlite3 "$1" "SELECT $3 FROM $2 ORDER BY 1, 2"
	fi
}

# same_rows K: compare the rows of machine K in ./merged with its shard
same_rows() {
	local shard
	shard=$(printf 'out/machine-%06d.db' "$1")
	run='ord, layout, execution, session, start_ns, wall_ns, user_ns, system_ns,
		max_rss_kib, minor_faults, major_faults, voluntary_switches,
		involuntary_switches, env_bytes, output_bytes, exit_status, signal,
		n_left_behind, outcome, sharers'
	while read -r table columns; do
		rows "$shard" "$table" "$columns" >a
		rows merged/study.db "$table" "$columns" "$1" >b
		cmp a b || return 1
		[ "$table" != run ] || [ -s a ] || return 1
	done <<-EOF
		run $(tr -d '\n' <<<"$run")
		session id, start_ns, end_ns, host
		value ord, metric, iteration, value, share
		meta key, value
	EOF
}

@test "machines run a packed study without randld, and their rows are merged" {
	packed --metric 'stdout:([0-9]+)' 2>/dev/null || packed
	for k in 1 2 3; do
		run -0 worker $k --of 3
	done
	rm -r st bin away
	run -0 randstudy merge -o merged out
	[ "$output" = '3 shards, 24 runs' ]
	for k in 1 2 3; do
		same_rows $k
	done
	[ "$(sqlite3 merged/study.db 'SELECT count(*) FROM (SELECT DISTINCT machine, ord FROM machine_run)')" = 24 ]
	run -0 randstudy check merged
	# a shard that is given twice is merged once
	cp out/machine-*1.db copy.db
	run -0 randstudy merge -o again out out copy.db
	[ "$output" = '3 shards, 24 runs' ]
	# nothing stays on the machine's disk
	[ -z "$(ls local)" ]
}

@test "values of metrics travel" {
	program 'echo "score: 4$(wc -c <"$1")"'
	laid_out --metric 'score=stdout:score: ([0-9]+)' --ignore-output -- '{binary}' input
	randstudy pack st st.pack
	worker 1 2>/dev/null
	randstudy merge -o merged out
	same_rows 1
	[ "$(sqlite3 merged/study.db 'SELECT count(*), min(value) FROM machine_value')" = '8|45.0' ]
}

@test "machines run the same layouts, each in an order of its own" {
	packed --layouts 8
	for k in 1 2; do
		worker $k 2>/dev/null
	done
	# A second worker of machine 1 has the same schedule.
	mv out first
	worker 1 2>/dev/null
	plan='ord, layout, execution, env_bytes'
	rows first/machine-000001.db run "$plan" >a
	rows out/machine-000001.db run "$plan" >again
	rows first/machine-000002.db run "$plan" >b
	cmp a again
	run -1 cmp -s a b
	[ "$(cut -d '|' -f 4 a | sort)" != "$(cut -d '|' -f 4 b | sort)" ]
	for k in 1 2; do
		rows first/machine-00000$k.db layout 'id, seed, checksum, digest' >layouts$k
	done
	cmp layouts1 layouts2
	# A block has two runs, one of each arm.  Both have the same layout number.
	[ "$(sqlite3 first/machine-000001.db 'SELECT count(DISTINCT r.ord / 2) FROM run r JOIN layout l ON l.id=r.layout GROUP BY l.layout' | sort -u)" = 1 ]
}

@test "order and environment follow from the master seed and the machine's number" {
	packed --layouts 7
	for k in 1 2 12; do
		worker $k 2>/dev/null
	done
	run -0 "$BATS_TEST_DIRNAME/tools/machine-schedule" out/*.db
	[ "$output" = '42 runs as planned' ]
	# The check fails if a shard has the number of another machine.
	sqlite3 out/machine-000002.db \
		"UPDATE meta SET value=json_set(value, '\$.machine', 3) WHERE key='design'"
	run -1 "$BATS_TEST_DIRNAME/tools/machine-schedule" out/machine-000002.db
}

@test "a pack has each content once, and the same study gives the same bytes" {
	packed
	tar --zstd -tf st.pack >names
	[ "$(head -n 1 names)" = manifest.json ]
	[ "$(sort names | uniq -d)" = "" ]
	# The pack has four random layouts, one original layout and the input.
	# The expected output has the same content as the input.
	[ "$(grep -c ^content/ names)" = 6 ]
	tar --zstd -xf st.pack
	for file in content/*; do
		[ "$(sha256sum <"$file")" = "${file#*/}  -" ]
	done
	randstudy pack st again.pack
	cmp st.pack again.pack
	[ "$(sha256sum <manifest.json)" = "$(randstudy pack st again.pack | sed -n 's/^pack //p')  -" ]
}

@test "a damaged pack is refused" {
	packed
	head -c 200 st.pack >short
	mv short st.pack
	run -2 worker 1
	[[ $output == *'cannot unpack "../st.pack": '* ]]
	echo text >st.pack
	run -2 worker 1
	[[ $output == *'cannot unpack "../st.pack": '* ]]
	[ ! -e out/machine-000001.db ]
}

@test "a pack of another version is refused, with the versions" {
	packed
	mkdir x
	tar --zstd -C x -xf st.pack
	sed -i 's/"randcc-pack":1/"randcc-pack":2/; s/"randcc":"[^"]*","randcc-pack"/"randcc":"9.8","randcc-pack"/' \
		x/manifest.json
	(cd x && tar --zstd -cf ../st.pack manifest.json content/*)
	run -2 worker 1
	[[ $output == *': randstudy 9.8 made it, and this is '* ]]
	[[ $output == *'hint: use the same version of randstudy on all machines'* ]]
	[[ $output != *'copy it again'* ]]
}

@test "a content that differs from its digest is refused" {
	packed
	mkdir x
	tar --zstd -C x -xf st.pack
	file=$(grep -l data x/content/*)
	echo DATA >"$file"
	(cd x && tar --zstd -cf ../st.pack manifest.json content/*)
	run -2 worker 1
	[[ $output == *'a content differs from its digest'* ]]
	[ ! -e out/machine-000001.db ]
}

@test "paths of a pack that lead elsewhere are refused" {
	packed
	mkdir x
	tar --zstd -C x -xf st.pack
	sed -i 's,"files/input","files/../../../evil",' x/manifest.json
	(cd x && tar --zstd -cf ../st.pack manifest.json content/*)
	run -2 worker 1
	[[ $output == *'a path in its manifest leads elsewhere'* ]]
	[ ! -e local/evil ]
}

# with_files ENTRY...: make ./st.pack again from ./x, with these entries before the
# others in the list of files in the manifest
with_files() {
	local entry
	cp good.json x/manifest.json
	for entry; do
		sed -i "s|\"files\": *\[|&$entry,|" x/manifest.json
	done
	(cd x && tar --zstd -cf ../st.pack manifest.json content/*)
}

@test "nothing is made through a link of a pack" {
	packed
	mkdir x elsewhere
	tar --zstd -C x -xf st.pack
	mv x/manifest.json good.json
	link='{"path":"files/a","target":"'$T'/elsewhere"}'
	for path in files/a/b/c files/a//b files/./a/b; do
		for target in '' ',"target":"nowhere"'; do
			# the link comes first
			with_files '{"path":"'$path'"'"$target"'}' "$link"
			run worker 1
			[ -z "$(ls elsewhere)" ]
			[ "$status" = 2 ]
			[[ $output == *'a path in its manifest leads through a link'* ]]
		done
	done
	# A link that leads elsewhere is made if the pack has nothing in it.
	with_files "$link"
	run -0 worker 1
}

@test "a worker that is killed goes on, and makes every run once" {
	program '[ ! -e "$T/slow" ] || sleep 0.1' 'cat -- "$@"'
	export T
	packed --layouts 10
	touch slow
	mkdir -p away
	for n in 3 6 9; do
		(cd away && exec randstudy worker ../st.pack -k 1 -o ../out \
			--local "$T/local" --machine node1 2>/dev/null) &
		pid=$!
		until [ "$(sqlite3 local/*/study.db 'SELECT count(*) FROM run' \
			2>/dev/null)" -ge $n ]; do sleep 0.05; done 2>/dev/null
		kill -9 $pid
		wait $pid || :
	done
	rm slow
	run -0 worker 1
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(*), min(ord), max(ord) FROM run')" = '20|0|19' ]
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM session')" -gt 1 ]
	[ "$(sqlite3 out/machine-000001.db 'PRAGMA integrity_check')" = ok ]
	# the shard is one plain file
	[ "$(ls out)" = machine-000001.db ]
}

@test "a worker that is told to end brings its runs back" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -TERM $PPID; cat -- "$@"'
	export T
	packed
	: >count
	run -143 worker 1
	[[ $output == *'to go on, give the same command on this machine'* ]]
	n=$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM run')
	[ "$n" -gt 0 ] && [ "$n" -lt 8 ]
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' >before
	run -0 randstudy merge -o merged out --of 2
	[ "${lines[1]}" = 'machine 2 of 2 has no shard' ]
	[ "${lines[2]}" = "machine 1 has $n of 8 runs" ]
	# the machine's disk was emptied meanwhile
	rm -r local
	run -0 worker 1
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' >after
	[ "$(head -n "$n" after)" = "$(cat before)" ]
	[ "$(wc -l <after)" = 8 ]
	# A worker whose runs are all stored runs nothing.
	: >count
	run -0 worker 1
	[[ $output == *'machine 1 has all its runs in'* ]]
	[ ! -s count ]
}

@test "runs that cannot be brought back stay on the machine's disk" {
	program 'echo x >>"$T/count"' '[ "$(wc -l <"$T/count")" != 6 ] ||
		{ rm -r "$T/out"; touch "$T/out"; }' 'cat -- "$@"'
	export T
	packed
	: >count
	run -1 worker 1
	[[ $output == *'cannot copy'*"to go on, give the same command on this machine; the runs are in \"$T/local/"* ]]
	rm out
	: >count
	run -0 worker 1
	# no run was made again
	[ ! -s count ]
	run -0 randstudy merge -o merged out
	[ "$output" = '1 shard, 8 runs' ]
}

@test "a worker goes on in another folder, with the inputs that are unpacked there" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -TERM $PPID; cat -- "$@"'
	export T
	laid_out -- '{binary}' "$T/input"
	randstudy pack st st.pack --input input
	: >count
	run -143 worker 1
	rm -r local
	run -0 worker 1 --local "$T/another"
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM run')" = 8 ]
	# The folder was moved.
	: >count
	run -143 worker 2
	mv local moved
	run -0 worker 2 --local "$T/moved"
	run -0 randstudy merge -o merged out
	[ "$output" = '2 shards, 16 runs' ]
}

@test "two workers with one number and one name do not replace each other's runs" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -$SIG $PPID; cat -- "$@"'
	export T SIG=KILL
	packed
	: >count
	run -137 worker 1
	# Another worker has the same name and another disk.
	run -0 worker 1 --local "$T/other"
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' >before
	for i in 1 2; do
		run -2 worker 1
		[[ $output == *'has the runs of another worker called "node1": it stays, and the runs of this machine stay in '* ]]
		ls local/*/study.db
	done
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' | cmp - before
}

@test "a run that a batch system ended with its worker is not stored as failed" {
	program 'echo x >>"$T/count"' 'if [ "$(wc -l <"$T/count")" = 4 ]; then' \
		'echo $$ >"$T/pid.new"; mv "$T/pid.new" "$T/pid"; exec sleep 1000; fi' \
		'cat -- "$@"'
	export T
	packed
	: >count
	mkdir -p away
	(cd away && exec randstudy worker ../st.pack -k 1 -o ../out --local "$T/local" \
		--machine node1 2>/dev/null) &
	worker=$!
	until [ -s pid ]; do sleep 0.02; done
	# The program gets the signal before the worker does.
	kill -TERM "$(cat pid)"
	sleep 0.2
	kill -TERM $worker
	wait $worker || :
	[ "$(sqlite3 out/machine-000001.db "SELECT count(*), sum(outcome != 'ok') FROM run")" = '2|0' ]
	run -0 worker 1
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM run')" = 8 ]
}

@test "a machine does not go on with the runs of another" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -TERM $PPID; cat -- "$@"'
	export T
	packed
	: >count
	run -143 worker 1
	rm -r local
	run -0 worker 1 --machine other
	[[ $output == *'machine 1 was begun on "node1", with '*' runs: this is "other" and begins again'* ]]
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(DISTINCT session) FROM run')" = 1 ]
	[ "$(sqlite3 out/machine-000001.db "SELECT value FROM meta WHERE key='machine-name'")" = other ]
}

@test "runs on a disk that was emptied are not lost silently" {
	killed_worker
	# The shard says that the machine's disk may have more runs.
	run -0 randstudy merge -o merged out
	[ "${lines[1]}" = 'machine 1 has 0 of 8 runs; others may be on its disk' ]
	rm -r local
	run -0 worker 1
	[[ $output == *'machine 1 goes on after the 0 runs that had come back, and later ones are lost'* ]]
	lost='the disk of machine 1 was emptied: it went on after the 0 runs that had come back, and later ones are lost'
	run -0 randstudy merge -o merged out
	[ "$output" = "1 shard, 8 runs"$'\n'"$lost" ]
	run -0 randstudy report merged
	[[ $(tr -s '\n ' ' ' <<<"$output") == *"$lost"* ]]
	run -0 randstudy check merged
}

@test "a machine that is begun again elsewhere says so, also after a kill" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -$SIG $PPID; cat -- "$@"'
	export T SIG=KILL
	packed
	: >count
	run -137 worker 1
	rm -r local
	run -0 worker 1 --machine other
	run -0 randstudy merge -o merged out
	[ "${lines[1]}" = 'machine 1 was begun again on another computer: 0 runs that had come back are not used, and later ones are lost' ]
	# Two losses of one machine are both reported.
	rm out/*
	: >count
	run -137 worker 2
	rm -r local
	: >count
	SIG=TERM run -143 worker 2 --machine other
	rm -r local
	n=$(sqlite3 out/machine-000002.db 'SELECT count(*) FROM run')
	[ "$n" -gt 0 ]
	run -0 worker 2 --machine third
	run -0 randstudy merge -o merged out
	[ "$(grep -c 'machine 2 was begun again' <<<"$output")" = 2 ]
	[[ $output == *": $n run"*" that had come back "*" not used"* ]]
	[ "$(grep -c 'later ones are lost' <<<"$output")" = 1 ]
	[ "$(sqlite3 merged/study.db 'SELECT count(*) FROM machine_run')" = 8 ]
	# If SIGTERM ended the worker, nothing is lost.
	rm out/*
	: >count
	SIG=TERM run -143 worker 1
	rm -r local
	run -0 worker 1
	run -0 randstudy merge -o merged out
	[ "$output" = '1 shard, 8 runs' ]
}

@test "two workers of one number on one disk are refused" {
	program 'if [ -e "$T/armed" ]; then touch "$T/running"' \
		'while [ -e "$T/armed" ]; do sleep 0.02; done; fi; cat -- "$@"'
	export T
	packed
	touch armed
	worker 1 2>/dev/null &
	until [ -e running ]; do sleep 0.02; done
	run -2 worker 1
	[[ $output == *'another randstudy is working'* ]]
	rm armed
	wait
	[ "$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM run')" = 8 ]
}

@test "inputs travel, and files outside are found by their content" {
	mkdir -p more/sub
	echo one >more/sub/a
	ln -s sub/a more/link
	echo extra >../extra
	program 'cat -- "$@" -'
	laid_out --stdin input -- '{binary}' input ../extra more/link
	run -0 randstudy pack st st.pack --input more
	mv input gone
	mv more gone-more
	run -0 worker 1
	# The file must have the same content on every machine.
	echo other >../extra
	run -2 worker 2
	[[ $output == *'/extra" is another file here than where the study was packed'* ]]
	[[ $output == *'let it travel: randstudy pack --input FILE'* ]]
	echo extra >../extra
	mv gone input
	mv gone-more more
	run -0 randstudy pack st st.pack --input more --input ../extra
	rm -r input more ../extra out local
	run -0 worker 2
	[ "$(sqlite3 out/machine-000002.db 'SELECT count(*) FROM run')" = 8 ]
}

@test "the expected output travels: a machine that prints another is refused" {
	program 'cat -- "$@"; echo "$NODE"'
	NODE=a packed
	run -1 env NODE=b RANDSTUDY_BINDIR=/nonexistent randstudy worker st.pack -k 1 \
		-o out --local "$T/local"
	[[ $output == *'reference run of the original layout'* ]]
	run -0 env NODE=a RANDSTUDY_BINDIR=/nonexistent randstudy worker st.pack -k 1 \
		-o out --local "$T/local"
}

@test "files of --template, --stdin and --expect travel" {
	mkdir -p ../given/tree/deep
	echo t >../given/tree/deep/t
	echo in >../given/in
	printf 'data\nin\nt\n' >../given/out
	program 'cat -- "$@" - deep/t'
	laid_out --fresh-cwd --template ../given/tree --stdin ../given/in \
		--expect ../given/out -- '{binary}' "$T/input"
	run -0 randstudy pack st st.pack
	rm -r ../given input
	run -0 worker 1
}

@test "studies that cannot travel are refused" {
	laid_out --in-place -- '{binary}' input
	run -2 randstudy pack st st.pack
	[[ $output == *'its program runs only at its own path'* ]]
	rm -r st
	laid_out --precision 50% --layouts 10 -- '{binary}' input
	run -2 randstudy pack st st.pack
	[[ $output == *'it adds layouts while it runs'* ]]
	[ ! -e st.pack ]
	run -2 randstudy pack nothing st.pack
	# A pack replaces an older pack, and no other file.
	for file in st/study.db prog.sh; do
		before=$(sha256sum <$file)
		run -2 randstudy pack st $file
		[[ $output == *'exists and is no pack'* ]]
		[ "$(sha256sum <$file)" = "$before" ]
	done
}

@test "a study whose command fails is not packed" {
	program 'exit 3'
	laid_out -- '{binary}' input
	run -1 randstudy pack st st.pack
	[[ $output == *'the reference run of the original layout'* ]]
	[ ! -e st.pack ]
}

@test "what cannot be packed or written is named with the reason" {
	laid_out -- '{binary}' input
	run -2 randstudy pack st none/st.pack
	[[ $output == *'none/st.pack'*': No such file or directory'* ]]
	mkdir in
	mkfifo in/pipe
	run -2 randstudy pack st st.pack --input in
	[[ $output == *'in/pipe": it is neither a file, a folder nor a link'* ]]
	# A folder without a study is not taken as a new one.
	for dir in in prog.sh; do
		run -2 randstudy pack $dir st.pack
		[[ $output == *"\"$dir\" holds no study"* ]]
		[[ $output != *'a new study needs a build command'* ]]
	done
	[ "$(ls in)" = pipe ]
}

@test "a file that a machine lacks is said to travel with the pack" {
	laid_out -- '{binary}' ./input
	sed -i 's/cat.*/cat "$T\/only-here"/' prog.sh
	export T
	echo data >only-here
	rm -r st
	packed
	rm only-here
	run -1 worker 1
	[[ $output == *'pack the study again, with the file: randstudy pack --input FILE'* ]]
	[[ $output != *'new settings replace these'* ]]
}

@test "shards of another pack are refused" {
	packed
	worker 1 2>/dev/null
	echo other >input
	rm -r st
	packed
	mv out first
	worker 2 2>/dev/null
	run -2 randstudy merge -o merged first out
	[[ $output == *'was made from another pack'* ]]
	[ ! -e merged/study.db ]
	# A worker does not add its runs to the folder of another pack.
	run -2 worker 1 -o ../first
	[[ $output == *'was made from another pack'* ]]
}

@test "shards with other programs or settings are refused" {
	packed
	worker 1 2>/dev/null
	worker 2 2>/dev/null
	cp out/machine-000002.db kept
	sqlite3 out/machine-000002.db "UPDATE layout SET checksum='1' WHERE id=3"
	run -2 randstudy merge -o merged out
	[[ $output == *'machine-000002.db" has other programs'* ]]
	cp kept out/machine-000002.db
	sqlite3 out/machine-000002.db \
		"UPDATE meta SET value=json_set(value, '\$.timeout', 7) WHERE key='design'"
	run -2 randstudy merge -o merged out
	[[ $output == *'machine-000002.db" has other settings'* ]]
	cp kept out/machine-000002.db
	run -0 randstudy merge -o merged out
}

@test "a second shard of a machine is refused, unless it is the same" {
	packed
	worker 1 2>/dev/null
	mv out first
	worker 1 2>/dev/null
	run -2 randstudy merge -o merged first out
	[[ $output == *'are different shards of machine 1'* ]]
	[ ! -e merged/study.db ]
	cp first/machine-000001.db copy.db
	run -0 randstudy merge -o merged first copy.db
	[ "$(sqlite3 merged/study.db 'SELECT count(*) FROM machine_run')" = 8 ]
}

@test "a damaged shard is refused, and an older merged study stays" {
	packed
	worker 1 2>/dev/null
	worker 2 2>/dev/null
	run -0 randstudy merge -o merged out
	cp merged/study.db before
	printf 'garbage' | dd of=out/machine-000002.db bs=1 seek=4096 conv=notrunc status=none
	run -2 randstudy merge -o merged out
	[[ $output == *'cannot merge "out/machine-000002.db": '* ]]
	cmp merged/study.db before
	head -c 5000 before >out/machine-000002.db
	run -2 randstudy merge -o merged out
	echo text >out/machine-000002.db
	run -2 randstudy merge -o merged out
	cmp merged/study.db before
	[ "$(ls merged)" = study.db ]
	# The worker says what to do.
	run -2 worker 2
	[[ $output == *'move it away, and give the same command again: the worker writes a new one'* ]]
	mv out/machine-000002.db damaged
	run -0 worker 2
}

@test "a shard whose last byte is missing is refused, as is a pipe" {
	packed
	worker 1 2>/dev/null
	head -c -1 out/machine-000001.db >short.db
	run -2 randstudy merge -o merged short.db
	size=$(stat -c %s out/machine-000001.db)
	[[ $output == *"cannot merge \"short.db\": it has $((size - 1)) bytes instead of $size"* ]]
	[[ $output == *'or move it away to merge the others'* ]]
	mkfifo out/machine-000002.db
	run -2 timeout 60 randstudy merge -o merged out
	[[ $output == *'not a readable file'* ]]
	[ -z "$(ls merged)" ]
}

@test "a merge removes what a killed one left, and waits for another" {
	packed
	worker 1 2>/dev/null
	mkdir merged
	touch merged/study.db.new-7 merged/study.db.new-7-journal
	# Another merge holds the lock of the folder.
	flock merged sh -c 'touch locked; until [ -e waits ]; do sleep 0.02; done
		touch merged/study.db.new-8' &
	until [ -e locked ]; do sleep 0.02; done
	randstudy merge -o merged out >said &
	pid=$!
	until grep -q "FLOCK.* $pid " /proc/locks; do
		runs $pid || return 1
		sleep 0.02
	done
	[ -e merged/study.db.new-7 ]
	touch waits
	wait $pid
	[ "$(cat said)" = '1 shard, 8 runs' ]
	[ "$(ls merged)" = study.db ]
}

@test "merges at once make the same study" {
	packed
	worker 1 2>/dev/null
	worker 2 2>/dev/null
	randstudy merge -o alone out
	for i in 1 2 3 4; do
		randstudy merge -o merged out >said$i &
	done
	wait
	[ "$(sort -u said?)" = '2 shards, 16 runs' ]
	cmp alone/study.db merged/study.db
	[ "$(ls merged)" = study.db ]
}

@test "a study that was not merged is neither a shard nor replaced" {
	packed
	worker 1 2>/dev/null
	cp st/study.db before
	run -2 randstudy merge -o st out
	[[ $output == *'is not a merged study and stays'* ]]
	cmp st/study.db before
	run -2 randstudy merge -o merged st/study.db
	[[ $output == *'is a study of one machine, not a shard'* ]]
	run -0 randstudy merge -o merged out
	run -2 randstudy merge -o again merged/study.db
	[[ $output == *'is a merged study: merge the shards from which it was made'* ]]
	run -2 randstudy merge -o merged away
	[[ $output == *'there is no shard to merge'* ]]
}

@test "the report names the machines that are missing, and shows each machine" {
	packed
	for k in 1 2 4 5; do
		worker $k --of 10 2>/dev/null
	done
	run -0 randstudy merge -o merged out
	[ "${lines[1]}" = 'machines 3 and 6 to 10 of 10 have no shard' ]
	run -0 randstudy report merged
	[[ $output == *'Layout study of prog on 4 of 10 machines: 32 runs'* ]]
	[[ $output == *'machines 3 and 6 to 10 of 10 are missing'* ]]
	[[ $(tr -s '\n ' ' ' <<<"$output") == *'ran on one computer'*'their differences say nothing about hardware'* ]]
	grep -q '^ *4  node4  *8  ' <<<"$output"
	# One machine can be reported alone, like a study of one machine.
	run -0 randstudy report --machine 4 merged
	[[ $output == *'Layout study of prog'* ]]
	run -2 randstudy report --machine 3 merged
	# --of overrides the number of machines in the shards.
	run -0 randstudy merge -o merged out --of 5
	[ "${lines[1]}" = 'machine 3 of 5 has no shard' ]
	run -2 randstudy compare merged
	[[ $output == *'has one system: nothing to compare it with'* ]]
}

@test "a machine's report is that of its shard" {
	packed
	worker 1 2>/dev/null
	worker 2 2>/dev/null
	randstudy merge -o merged out
	mkdir one
	cp out/machine-000002.db one/study.db
	for format in json csv; do
		randstudy report -f $format one | sed 's,"directory":.*,,' >a
		randstudy report -f $format --machine 2 merged | sed 's,"directory":.*,,' >b
		cmp a b
	done
	# In the CSV of all machines, the machine's number is the first field.
	randstudy report -f csv merged >all
	[ "$(head -n 1 all)" = "machine,$(head -n 1 a)" ]
	sed -n 's/^2,//p' all | diff - <(sed 1d a)
	[ "$(grep -c ^1, all)" = 8 ]
	run -0 randstudy report -f json merged
	[ "$(jq -r '[.format, ."planned-machines", (.machines | length), .machines[1].runs] | join(" ")' <<<"$output")" = \
		'randcc-machines-1 2 2 8' ]
	run -2 randstudy report -f benchfmt merged
}

@test "an anonymous report has no name of a machine" {
	packed
	worker 1 --machine secret 2>/dev/null
	randstudy merge -o merged out
	for format in text html json; do
		randstudy report --anonymous -f $format merged >page
		run -1 grep -e secret -e "\"$(hostname)\"" page
		randstudy report -f $format merged | grep -q secret
	done
}

@test "ten workers that end at once all bring their runs" {
	packed
	for k in $(seq 10); do
		worker "$k" --of 10 2>/dev/null &
	done
	wait
	run -0 randstudy merge -o merged out
	[ "$output" = '10 shards, 80 runs' ]
}

@test "a thousand shards are merged and reported in little memory" {
	packed
	worker 1 2>/dev/null
	"$BATS_TEST_DIRNAME/tools/make-shards" out/machine-000001.db fleet 1000 \
		0.1 0.01 0.01 0.005
	ulimit -v 150000
	run -0 randstudy merge -o merged fleet
	[ "$output" = '1000 shards, 8000 runs' ]
	run -0 randstudy report merged
	[[ $output == *'on 1000 of 1000 machines: 8000 runs'* ]]
}

@test "a study of one machine knows nothing of machines" {
	study --no-report -- '{binary}' input
	[ "$(query 'SELECT count(*) FROM machine')" = 0 ]
	[ "$(query "SELECT count(*) FROM meta WHERE key LIKE '%machine%' OR value LIKE '%\"machine%'")" = 0 ]
	run -0 randstudy report st
	[[ $output != *machines* ]]
	[[ $output != *'portable share'* ]]
	run -0 randstudy plan st
	[[ $output != *machines* ]]
	run -0 randstudy report -f json st
	[[ $output != *over-machines* ]]
	run -2 randstudy report --machine 1 st
}

@test "run and pack leave a merged study and a folder of a worker as they are" {
	killed_worker
	folder=$(echo local/randstudy-*)
	plan() { # DIR
		sqlite3 "$1/study.db" "SELECT value FROM meta WHERE key = 'design'" \
			'SELECT * FROM batch' 'SELECT count(*) FROM layout'
	}
	plan "$folder" >before
	run -2 randstudy run -o "$folder" --layouts 6 --no-runs
	[[ $output == *'is the folder of a worker'* ]]
	run -2 randstudy pack "$folder" other.pack
	plan "$folder" | cmp before -
	run -0 worker 1
	run -0 randstudy merge -o merged out
	plan merged >before
	run -2 randstudy run -o merged --layouts 8
	[[ $output == *'merged" is a merged study'* ]]
	run -2 randstudy pack merged other.pack
	plan merged | cmp before -
	[ ! -e other.pack ]
}

@test "a tar that is no pack is not replaced" {
	packed
	echo '{}' >manifest.json
	tar -cf my.tar manifest.json
	cp my.tar copy.tar
	run -2 randstudy pack st my.tar
	[[ $output == *'"my.tar" exists and is no pack'* ]]
	cmp my.tar copy.tar
	run -0 randstudy pack st st.pack
}

@test "a database that was cut off is refused by check, report and merge" {
	packed
	run -0 worker 1
	run -0 randstudy merge -o merged out
	mkdir cut
	for n in 1 100 4096; do
		head -c -$n merged/study.db >cut/study.db
		run -2 randstudy check cut
		[[ $output == *'bytes instead of'* || $output == *malformed* ]]
		run -2 randstudy report cut
		run -2 randstudy compare cut
	done
	rm cut/study.db
	mkfifo cut/study.db
	run -2 timeout 10 randstudy check cut
	[[ $output == *'not a regular file'* ]]
	run -2 timeout 10 randstudy report cut
}

@test "the database of a worker that was killed is not merged without its log" {
	killed_worker
	[ -s "$(echo local/randstudy-*/study.db-wal)" ]
	run -2 randstudy merge -o merged local/randstudy-*/study.db
	[[ $output == *'it was not closed, and its last runs are in'*'study.db-wal'* ]]
}

@test "a link that the command names travels as the file that it leads to" {
	mkdir elsewhere && echo data >elsewhere/data
	rm -f input && ln -s elsewhere/data input
	study --no-runs -- '{binary}' input
	randstudy pack st st.pack
	rm -r elsewhere input
	run -0 worker 1
	[ "$(sqlite3 out/machine-000001.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
}

@test "a name that is not valid UTF-8 is refused, since the pack would lack it" {
	study --no-runs -- '{binary}' input
	mkdir more
	touch more/$'caf\xe9'
	run -2 randstudy pack --input more st st.pack
	[[ $output == *'cannot be packed: its name'*'is not valid UTF-8'* ]]
	[ ! -e st.pack ]
	rm more/* && ln -s $'caf\xe9' more/link
	run -2 randstudy pack --input more st st.pack
	randstudy pack st st.pack
	for option in --machine --local; do
		run -2 randstudy worker st.pack -k 1 -o out $option $'n\xe9'
		[[ $output == *"the argument of $option is not valid UTF-8"* ]]
	done
}

@test "inputs that have changed since the runs are not packed" {
	study --no-report -- '{binary}' input
	echo changed >input
	run -2 randstudy pack st st.pack
	[[ $output == *'"input" has changed since the study was begun'* ]]
	[ ! -e st.pack ]
}

@test "the largest number of machines counts, unless --of says another" {
	packed
	run -0 worker 1 --of 3
	run -0 worker 2 --of 10
	run -0 randstudy merge -o merged out
	[[ $output == *'is of 10 machines, others of 3'* ]]
	[[ $output == *'machines 3 to 10 of 10 have no shard'* ]]
	run -0 randstudy merge -o merged --of 2 out
	[ "$output" = '2 shards, 16 runs' ]
}

@test "a suite is no place for a merged study" {
	packed
	run -0 worker 1
	mkdir suite && echo '{}' >suite/suite.json
	run -2 randstudy merge -o suite out
	[[ $output == *'"suite" is a suite'* ]]
	[ "$(ls suite)" = suite.json ]
}

@test "the complete runs of a machine are not replaced by those of another" {
	program '[ ! -e "$T/complete.db" ] || cp "$T/complete.db" "$T/out/machine-000001.db"
		cat -- "$@"'
	export T
	packed
	randstudy worker st.pack -k 1 -o out --local la --machine A
	cp out/machine-000001.db complete.db
	rm out/machine-000001.db
	run -2 randstudy worker st.pack -k 1 -o out --local lb --machine B
	[[ $output == *'has the runs of "A": it stays'*'a number of its own'* ]]
	[[ $output != *'to go on, give the same command'* ]]
	cmp complete.db out/machine-000001.db
	# The same command again leaves the runs of B too.
	run -2 randstudy worker st.pack -k 1 -o out --local lb --machine B
	[ "$(sqlite3 lb/randstudy-*/study.db 'SELECT count(*) FROM run')" = 8 ]
}

@test "a study whose standard input is a device travels" {
	study --no-runs --stdin /dev/null -- '{binary}' input
	run -0 randstudy pack st st.pack
	run -0 worker 1
}
