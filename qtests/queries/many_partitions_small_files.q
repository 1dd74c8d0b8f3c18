-- Many inserts of few rows, partitions with one row each (Hive: combine*, parquet_ppd_multifiles).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string, m map<string, int>) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p) SELECT i, concat('s', i), map('m', i), i FROM (SELECT posexplode(split(space(39), ' ')) AS (i, x)) g;
INSERT INTO t PARTITION (p = 3) (k, s) SELECT 1000, 'more';
INSERT INTO t PARTITION (p = 3) SELECT 1001, 'more', map('m', 7);
SELECT count(*), sum(k), sum(m['m']), max(s) FROM t;
SELECT p, k, m['m'] FROM t WHERE p BETWEEN 2 AND 4;
SELECT count(*), sum(k) FROM t WHERE p % 10 = 3 AND k > 10;
SELECT a.p, count(*) FROM t a JOIN t b ON a.k = b.m['m'] WHERE a.p < 5 GROUP BY a.p;
