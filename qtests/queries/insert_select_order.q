-- Inserts of sorted, distributed and limited rows keep the order within a file (Hive: orc_merge*, insert_into*, sort_merge*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE src (k int, s string) STORED AS ${format};
INSERT INTO src SELECT i * 37 % 1000, concat('s', i) FROM (SELECT posexplode(split(space(999), ' ')) AS (i, x)) g;
CREATE TABLE t STORED AS ${format} AS SELECT k, s FROM src ORDER BY k;
CREATE TABLE u (k int, s string) CLUSTERED BY (k) SORTED BY (k DESC) INTO 3 BUCKETS STORED AS ${format};
INSERT OVERWRITE TABLE u SELECT k, s FROM src;
SELECT count(*), sum(k), min(s), max(s) FROM t;
SELECT count(*), sum(k) FROM u WHERE k BETWEEN 100 AND 199;
SELECT k, s FROM t LIMIT 0;
INSERT INTO t SELECT k, s FROM (SELECT k, s FROM src ORDER BY k DESC LIMIT 5) x;
SELECT k, count(*) FROM t GROUP BY k HAVING count(*) > 1;
INSERT INTO t SELECT * FROM t;
SELECT count(*), sum(k) FROM t;
INSERT OVERWRITE TABLE t SELECT k, s FROM t WHERE k < 10;
SELECT k FROM t;
