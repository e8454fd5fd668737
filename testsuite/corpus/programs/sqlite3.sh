# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=sqlite3=3.40.1-2+deb12u2
sha256=aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655
language=C
program=sqlite3
output=2741ad8b2baedb03b3489d211ff40f9be909518477e4a8be1424960e8f9c19e6
tests='fuzz cases'
needs=tclsh
# One command compiles and links the program.  Without this flag, gcc would delete the
# object.
flags=-save-temps

build() {
	configure --disable-tcl --disable-readline --disable-shared
	by_flags '' make sqlite3
}

suite() {
	by_flags '' make fuzzcheck &&
		./fuzzcheck test/fuzzdata?.db
}

workload() {
	"$1" :memory: <<-'EOT'
		CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
			SELECT i + 1 FROM n WHERE i < 40000)
		INSERT INTO t SELECT i, i * 7919 % 40009, printf('%05x', i) FROM n;
		CREATE INDEX tb ON t(b);
		SELECT count(*), sum(a * b), max(c) FROM t WHERE b BETWEEN 9 AND 999;
		SELECT b % 7 AS g, count(*), avg(a) FROM t GROUP BY g ORDER BY g;
		SELECT x.c, y.c FROM t x JOIN t y ON x.b = y.a ORDER BY y.b LIMIT 5;
		DELETE FROM t WHERE a % 3 = 0;
		PRAGMA integrity_check;
	EOT
}
