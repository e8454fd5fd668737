# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=postgresql-15=15.18-0+deb12u1
sha256=11df0df97fe3ea4ba9a791faaf39cee1d2fe571e78885b5b55d8517d27c323b4
language=C
program=src/backend/postgres
output=4d02064870bf3691337f2c9d2efd08c919cb0e68d0f02dedbd73528e75d8ab7e
tests='29 of its regression tests'
needs='bison flex perl unshare'

# Without these libraries the program is linked with libc and libm only.
build() {
	name_compiler
	CC="$PWD/named/gcc" CXX="$PWD/named/g++" configure --without-readline --without-zlib
	# Two of its folders make the same headers.  With several jobs, both may do so
	# at once, and the build fails.
	named_flags=$CFLAGS make -C src/backend generated-headers
	named_flags=$CFLAGS make -j"$JOBS" -C src/backend
}

# Run a command as another user, if this one is root: PostgreSQL refuses to be run by
# root.
as_user() { # COMMAND...
	if [ "$(id -u)" = 0 ]; then
		unshare --map-user=1000 --map-group=1000 "$@"
	else
		"$@"
	fi
}

suite() {
	export named_flags="$CFLAGS"
	make -j"$JOBS"
	as_user make -C src/test/regress check-tests TESTS="test_setup boolean char name \
		varchar text int2 int4 int8 float8 numeric strings date timestamp copy \
		create_misc create_aggregate create_table create_index insert select \
		join aggregates subselect union case transactions arrays update"
}

# Print the commands that fill, change and ask a database, a line each.
queries() {
	cat <<-'EOT'
		create table item (id int primary key, class int, price numeric(9,2), name text)
		insert into item select i, i * 7919 % 97, (i * 31 % 9973) / 7.0, 'item ' || md5(i::text) from generate_series(1, 20000) i
		create table sale (item int, day date, n int)
		insert into sale select i * 7919 % 20000 + 1, date '2020-01-01' + i % 700, i * 13 % 10 from generate_series(1, 60000) i
		create index sale_item on sale (item)
		create index item_name on item (name text_pattern_ops)
		analyze item
		analyze sale
		select class, count(*), sum(price * n) as worth, avg(n)::numeric(9,4) from item join sale on item = id group by class order by worth desc limit 5
		select day, sum(n) from sale where day between date '2021-02-01' and date '2021-03-01' group by day having sum(n) > 380 order by 2 desc, 1 limit 5
		select name, price from item where name like 'item c4c%' order by price, name limit 5
		select id, rank() over (partition by class order by price desc, id), sum(n) from item join sale on item = id group by id order by 3 desc, 1 limit 5
		update item set price = price * 1.07 where class % 3 = 0
		delete from sale where n = 0
		select count(*), sum(price), min(name), max(length(name)) from item where exists (select from sale where item = id and n > 7)
		with recursive path(a, b, steps) as (select 1, 27, 0 union all select a, case when b % 2 = 0 then b / 2 else 3 * b + 1 end, steps + 1 from path where b > 1) select max(steps), max(b) from path
		select md5(string_agg(name || price, ',' order by price, id)) from item
		select count(distinct regexp_replace(name, '[0-9]+', '#', 'g')), count(*) filter (where name ~ 'a.*b.*c') from item
	EOT
}

# Initialize a database as initdb does, but for its views and dictionaries, and use it.
# The server finds its files beside the folder bin.
workload() {
	tree=$(dirname "$input")/tree
	mkdir -p bin share data/base/1
	ln "$1" bin/postgres || cp "$1" bin/postgres
	ln -s "$tree/src/timezone/tznames" share/timezonesets
	(
		cd data
		mkdir global pg_wal pg_wal/archive_status pg_commit_ts pg_dynshmem \
			pg_notify pg_serial pg_snapshots pg_subtrans pg_twophase \
			pg_multixact pg_multixact/members pg_multixact/offsets \
			pg_replslot pg_tblspc pg_stat pg_stat_tmp pg_xact pg_logical \
			pg_logical/snapshots pg_logical/mappings
		echo 15 | tee PG_VERSION >base/1/PG_VERSION
		: | tee postgresql.conf >postgresql.auto.conf
		chmod -R go-rwx .
	)
	sed -e 's/NAMEDATALEN/64/g; s/SIZEOF_POINTER/8/g; s/ALIGNOF_POINTER/d/g' \
		-e 's/FLOAT8PASSBYVAL/true/g; s/POSTGRES/user/g' \
		-e 's/ENCODING/6/g; s/LC_COLLATE/C/g; s/LC_CTYPE/C/g' \
		-e 's/ICU_LOCALE/_null_/g; s/LOCALE_PROVIDER/c/g' \
		"$tree/src/backend/catalog/postgres.bki" |
		as_user bin/postgres --boot -X 1048576 -F -c log_checkpoints=off -D data
	echo "boot: $?"
	queries | as_user bin/postgres --single -F -O -D data \
		-c log_checkpoints=off -c max_parallel_workers_per_gather=0 template1
	echo "single: $?"
}
