-- Bucketed tables: inserts that keep the buckets, bucket pruning, sampling a bucket.
-- engines: tez, mr
CREATE TABLE src (a int, s string) STORED AS ${format};
INSERT INTO src SELECT i, concat('s', i) FROM (SELECT posexplode(split(space(19), ' ')) AS (i, x)) g;
CREATE TABLE t (a int, s string) CLUSTERED BY (a) SORTED BY (a) INTO 4 BUCKETS STORED AS ${format};
INSERT INTO t SELECT a, s FROM src;
INSERT INTO t SELECT a + 100, s FROM src WHERE a < 4;
SELECT count(*), sum(a), min(s), max(s) FROM t;
SELECT * FROM t WHERE a = 7;
SELECT a FROM t TABLESAMPLE (BUCKET 2 OUT OF 4 ON a);
INSERT OVERWRITE TABLE t SELECT a, s FROM src WHERE a % 3 = 0;
SELECT * FROM t;
CREATE TABLE p (a int, s string) PARTITIONED BY (d int) CLUSTERED BY (s) INTO 2 BUCKETS STORED AS ${format};
INSERT INTO p PARTITION (d) SELECT a, s, a % 2 FROM src;
SELECT d, count(*), sum(a) FROM p GROUP BY d;
SELECT a FROM p WHERE s = 's11';
