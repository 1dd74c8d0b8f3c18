-- Numbers, dates and text become text, columns of a table with partitions (Hive: schema_evol_*_all_primitive to string, varchar, char).
-- runs: nightly
-- peer: ORC
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a int, b bigint, d date, v varchar(5), c char(6), o boolean) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p = 1) SELECT i, i * 7, i * 10000000000, date_add('2020-01-01', i), concat('v', i), concat('c', i % 5), i % 2 = 0 FROM (SELECT posexplode(split(space(29), ' ')) AS (i, x)) g;
ALTER TABLE t CHANGE COLUMN a a string CASCADE;
ALTER TABLE t CHANGE COLUMN b b varchar(30) CASCADE;
ALTER TABLE t CHANGE COLUMN d d string CASCADE;
ALTER TABLE t CHANGE COLUMN v v string CASCADE;
ALTER TABLE t CHANGE COLUMN c c varchar(10) CASCADE;
INSERT INTO t PARTITION (p = 2) VALUES (100, 'text', 'more text', 'a day', 'longer than five', 'longer', NULL);
SELECT * FROM t WHERE k % 10 = 3 OR k = 100;
SELECT k FROM t WHERE a = '21' OR b = '50000000000' OR d = '2020-01-10' OR v = 'v12';
SELECT min(a), max(a), min(b), max(b), min(d), max(d), max(v), max(c), count(o) FROM t;
SELECT c, count(*) FROM t GROUP BY c;
ALTER TABLE t CHANGE COLUMN v v varchar(3) CASCADE;
SELECT k, v FROM t WHERE k > 9 AND v = 'v10' OR k = 100;
