-- ADD COLUMNS on a partitioned table, with CASCADE and without.
-- engines: tez, mr
CREATE TABLE t (a int) PARTITIONED BY (d string) STORED AS ${format};
INSERT INTO t PARTITION (d = 'x') VALUES (1), (2);
INSERT INTO t PARTITION (d = 'y') VALUES (3);
ALTER TABLE t ADD COLUMNS (s string) CASCADE;
INSERT INTO t PARTITION (d = 'x') VALUES (4, 'four');
INSERT INTO t PARTITION (d = 'z') VALUES (5, 'five');
SELECT * FROM t;
ALTER TABLE t ADD COLUMNS (n int);
INSERT INTO t PARTITION (d = 'new') VALUES (6, 'six', 60);
SELECT * FROM t;
SELECT a FROM t WHERE n IS NULL AND s IS NOT NULL;
SET hive.fetch.task.conversion=none;
SELECT d, a, s, n FROM t;
SELECT d, count(*), count(s), count(n) FROM t GROUP BY d;
SET hive.vectorized.execution.enabled=false;
SELECT d, a, s, n FROM t;
