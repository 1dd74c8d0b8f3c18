-- Columns are added between inserts of a table with partitions (Hive: schema_evol_*_part_all_complex, orc_diff_part_cols).
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p = 1) VALUES (1, 'one'), (2, NULL);
ALTER TABLE t ADD COLUMNS (m map<string, int>, l array<string>) CASCADE;
INSERT INTO t PARTITION (p = 2) SELECT 3, 'three', map('x', 30), array('a', 'b');
INSERT INTO t PARTITION (p = 2) (k) VALUES (4);
ALTER TABLE t ADD COLUMNS (r struct<x: int, y: string>, d decimal(8, 3), ts timestamp) CASCADE;
INSERT INTO t PARTITION (p = 3) SELECT 5, 'five', map('x', 50), array('c'), named_struct('x', 5, 'y', 'Y'), 5.125, timestamp '2020-01-01 01:02:03';
SELECT * FROM t;
SELECT k, m['x'], l[0], r.y FROM t;
SELECT k FROM t WHERE m['x'] > 10;
SELECT k FROM t WHERE r.x IS NULL AND d IS NULL;
SELECT count(*), count(m), count(l), count(r), sum(d), max(ts), sum(size(l)) FROM t;
INSERT INTO t PARTITION (p = 4) SELECT k + 10, s, m, l, r, d, ts FROM t;
SELECT * FROM t WHERE k > 10;
SELECT k, e FROM t LATERAL VIEW explode(l) x AS e;
