-- Partition columns of all types, special characters, NULL (Hive: partition_date*, partition_varchar*, vector_non_string_partition).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int) PARTITIONED BY (d date, s string) STORED AS ${format};
INSERT INTO t PARTITION (d, s) SELECT 1, date '2020-01-01', 'a b' UNION ALL SELECT 2, date '2020-02-01', 'x/y=z' UNION ALL SELECT 3, date '2020-01-01', NULL UNION ALL SELECT 4, date '2021-01-01', 'Ä%20';
SELECT * FROM t;
SELECT k FROM t WHERE d = '2020-01-01' AND s = 'a b';
SELECT k FROM t WHERE d > date '2020-01-15' OR s IS NULL;
SELECT k FROM t WHERE s = 'x/y=z';
CREATE TABLE u (k int) PARTITIONED BY (i int, v varchar(5), n decimal(5, 2), b boolean) STORED AS ${format};
INSERT INTO u PARTITION (i, v, n, b) SELECT k, k * 10, concat('v', k), k / 4, k % 2 = 0 FROM t;
SELECT * FROM u;
SELECT k FROM u WHERE i > 10 AND v <> 'v3' AND n < 0.9;
SELECT i, n, count(*), sum(k) FROM u WHERE b GROUP BY i, n;
SELECT count(DISTINCT d), max(s) FROM t;
