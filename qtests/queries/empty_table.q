-- Tables without rows: never written, written with no rows, emptied.
-- engines: tez, mr
CREATE TABLE t (a int, s string, l array<int>) STORED AS ${format};
SELECT * FROM t;
SELECT a, l[0] FROM t WHERE s = 'x';
SET hive.fetch.task.conversion=none;
SELECT a FROM t;
SELECT count(*), sum(a), min(s) FROM t;
SELECT a, count(*) FROM t GROUP BY a;
INSERT INTO t SELECT * FROM t;
CREATE TABLE c STORED AS ${format} AS SELECT a, s FROM t;
SELECT * FROM c;
SELECT count(*) FROM t x JOIN c y ON x.a = y.a;
INSERT OVERWRITE TABLE c SELECT a, s FROM t;
INSERT INTO c VALUES (1, 'one');
SELECT * FROM c;
CREATE TABLE p (a int) PARTITIONED BY (d string) STORED AS ${format};
SELECT count(*) FROM p;
INSERT INTO p PARTITION (d) SELECT a, s FROM t;
SELECT * FROM p;
