-- Queries that statistics could answer, before and after ANALYZE, with filters (Hive: metadata_only_queries, stats*, fm-sketch).
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
SET hive.compute.query.using.stats=true;
CREATE TABLE t (k int, s string, d decimal(6, 2), dt date) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p) SELECT i, concat('s', i % 9), i / 8, date_add('2020-01-01', i), i % 2 FROM (SELECT posexplode(split(space(89), ' ')) AS (i, x)) g;
SELECT count(*), min(k), max(k), min(dt), max(dt) FROM t;
ANALYZE TABLE t PARTITION (p) COMPUTE STATISTICS;
ANALYZE TABLE t PARTITION (p) COMPUTE STATISTICS FOR COLUMNS;
SELECT count(*), min(k), max(k), min(dt), max(dt) FROM t;
SELECT count(*), count(s) FROM t WHERE p = 1;
INSERT INTO t PARTITION (p = 1) VALUES (-5, NULL, NULL, NULL);
SELECT count(*), min(k), count(s), max(dt) FROM t;
SELECT count(*) FROM t WHERE k >= 0;
TRUNCATE TABLE t;
SELECT count(*), min(k) FROM t;
