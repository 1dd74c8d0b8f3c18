-- hive.merge.* joins small outputs; no row is lost (Hive: merge1, orc_merge*, merge_dynamic_partition*).
-- engines: tez, mr
SET hive.merge.tezfiles=true;
SET hive.merge.mapfiles=true;
SET hive.merge.mapredfiles=true;
CREATE TABLE src (k int, s string) STORED AS ${format};
INSERT INTO src SELECT i, concat('s', i) FROM (SELECT posexplode(split(space(99), ' ')) AS (i, x)) g;
INSERT INTO src SELECT k + 100, s FROM src;
INSERT INTO src SELECT k + 200, s FROM src;
CREATE TABLE t (k int, s string) STORED AS ${format};
INSERT INTO t SELECT k, s FROM src;
INSERT INTO t SELECT k, max(s) FROM src GROUP BY k;
SELECT count(*), sum(k), min(s), max(s) FROM t;
CREATE TABLE p (k int) PARTITIONED BY (d int) STORED AS ${format};
INSERT OVERWRITE TABLE p PARTITION (d) SELECT k, k % 3 FROM src;
SELECT d, count(*), sum(k) FROM p GROUP BY d;
CREATE TABLE c STORED AS ${format} AS SELECT s, count(*) AS n FROM src GROUP BY s;
SELECT count(*), sum(n) FROM c;
