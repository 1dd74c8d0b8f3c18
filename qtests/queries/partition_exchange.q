-- Partitions that are added, dropped, renamed, exchanged, and at other places (Hive: exchange_partition*, rename_partition*, add_part_*).
-- runs: nightly
CREATE TABLE t (k int) PARTITIONED BY (p int) STORED AS ${format};
CREATE TABLE u (k int) PARTITIONED BY (p int) STORED AS ${format};
INSERT INTO t PARTITION (p) SELECT i, i % 3 FROM (SELECT posexplode(split(space(8), ' ')) AS (i, x)) g;
ALTER TABLE u EXCHANGE PARTITION (p = 1) WITH TABLE t;
SELECT * FROM t;
SELECT * FROM u;
ALTER TABLE u PARTITION (p = 1) RENAME TO PARTITION (p = 100);
SELECT * FROM u;
ALTER TABLE t ADD PARTITION (p = 50) LOCATION '${dir}/elsewhere';
INSERT INTO t PARTITION (p = 50) VALUES (500);
SELECT * FROM t;
ALTER TABLE t DROP IF EXISTS PARTITION (p > 40);
SELECT * FROM t;
INSERT OVERWRITE TABLE t PARTITION (p = 0) SELECT k + 1000 FROM t WHERE p = 2;
SELECT * FROM t;
MSCK REPAIR TABLE t;
TRUNCATE TABLE t PARTITION (p = 0);
SELECT count(*) FROM t WHERE p = 0;
