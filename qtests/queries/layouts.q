-- Every layout answers like the peer: plain, skip lists, blocks of each codec, dcsl (of the paper's section 5).
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t0 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'plain');
INSERT INTO t0 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t0;
SELECT k, m['k2'], st.b FROM t0 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t1 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'skiplist');
INSERT INTO t1 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t1;
SELECT k, m['k2'], st.b FROM t1 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t2 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'dcsl');
INSERT INTO t2 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t2;
SELECT k, m['k2'], st.b FROM t2 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t3 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'block', 'cif.compression' = 'lzo');
INSERT INTO t3 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t3;
SELECT k, m['k2'], st.b FROM t3 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t4 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'block', 'cif.compression' = 'zlib');
INSERT INTO t4 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t4;
SELECT k, m['k2'], st.b FROM t4 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t5 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.optimize' = 'size');
INSERT INTO t5 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t5;
SELECT k, m['k2'], st.b FROM t5 WHERE k % 400 = 2 AND s LIKE 's%2';

CREATE TABLE t6 (k int, s string, m map<string, string>, l array<int>, st struct<a: int, b: string>) STORED AS ${format} TBLPROPERTIES ('cif.optimize' = 'speed', 'cif.compression' = 'none', 'cif.block.rows' = '64');
INSERT INTO t6 SELECT i, concat('s', i % 50), if(i % 9 = 0, NULL, map(concat('k', i % 4), concat('v', i), 'all', 'x')), array(i, i % 3), named_struct('a', i, 'b', concat('b', i % 7)) FROM (SELECT posexplode(split(space(1499), ' ')) AS (i, x)) g;
SELECT count(*), sum(k), count(m['k1']), count(m['all']), sum(l[1]), sum(st.a), max(st.b) FROM t6;
SELECT k, m['k2'], st.b FROM t6 WHERE k % 400 = 2 AND s LIKE 's%2';
