-- Push-down together with partitions, some of which lack the value (Hive: parquet_ppd_partition, orc_ppd_schema_evol*, ppd_*).
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string) PARTITIONED BY (p int, q string) STORED AS ${format};
INSERT INTO t PARTITION (p, q) SELECT i, concat('s', i), i % 3, concat('q', i % 2) FROM (SELECT posexplode(split(space(299), ' ')) AS (i, x)) g;
SELECT count(*), sum(k) FROM t WHERE p = 1 AND k < 100;
SELECT count(*), sum(k) FROM t WHERE p = 1 OR k = 5;
SELECT count(*), sum(k) FROM t WHERE q = 'q1' AND s = 's77';
SELECT count(*), sum(k) FROM t WHERE p = 9 OR q = 'none';
SELECT p, q, count(*) FROM t WHERE p IN (0, 2) AND s > 's2' GROUP BY p, q;
SELECT a.k, b.k FROM t a JOIN t b ON a.p = b.p AND a.k = b.k + 3 WHERE a.q = 'q0' AND b.k > 290;
SELECT count(*) FROM t WHERE k = p;
SELECT max(k), min(s) FROM t WHERE concat(p, q) = '1q1';
ALTER TABLE t DROP PARTITION (p = 1);
SELECT p, q, count(*) FROM t WHERE k > 10 GROUP BY p, q;
