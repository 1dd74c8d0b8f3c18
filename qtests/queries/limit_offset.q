-- LIMIT and OFFSET over splits, filters, unions and groups (Hive: offset_limit, limit_partition).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p) SELECT i, concat('s', i % 10), i % 4 FROM (SELECT posexplode(split(space(399), ' ')) AS (i, x)) g;
SELECT count(*) FROM (SELECT k FROM t LIMIT 37) x;
SELECT count(*) FROM (SELECT k FROM t WHERE s = 's3' LIMIT 1000) x;
SELECT k FROM t WHERE p = 2 ORDER BY k LIMIT 3;
SELECT k FROM t ORDER BY k DESC LIMIT 2 OFFSET 5;
SELECT s, count(*) FROM t GROUP BY s ORDER BY s LIMIT 4;
SELECT count(*) FROM (SELECT k FROM (SELECT k FROM t WHERE p = 1 LIMIT 5) y UNION ALL SELECT k FROM (SELECT k FROM t WHERE p = 3 LIMIT 6) z) x;
SELECT k FROM (SELECT k FROM t ORDER BY k LIMIT 20) x WHERE k > 16 ORDER BY k;
SELECT count(*) FROM (SELECT DISTINCT s FROM t LIMIT 4) x;
