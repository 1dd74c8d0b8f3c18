-- Static partitions: insert, overwrite of one, drop, an empty one, pruning.
CREATE TABLE t (a int, s string) PARTITIONED BY (d string, n int) STORED AS ${format};
INSERT INTO t PARTITION (d = 'x', n = 1) VALUES (1, 'one'), (2, 'two');
INSERT INTO t PARTITION (d = 'x', n = 2) VALUES (3, 'three');
INSERT INTO t PARTITION (d = 'y z/=%', n = 1) VALUES (4, 'four');
ALTER TABLE t ADD PARTITION (d = 'empty', n = 0);
SHOW PARTITIONS t;
SELECT * FROM t;
SELECT a FROM t WHERE d = 'x' AND n = 1;
SELECT a FROM t WHERE d = 'y z/=%';
SELECT count(*) FROM t WHERE d = 'empty';
INSERT OVERWRITE TABLE t PARTITION (d = 'x', n = 1) SELECT a + 100, s FROM t WHERE d = 'x';
INSERT INTO t PARTITION (d = 'x', n = 1) VALUES (200, 'more');
SELECT d, n, count(*), sum(a) FROM t GROUP BY d, n;
ALTER TABLE t DROP PARTITION (d = 'x', n = 2);
ALTER TABLE t PARTITION (d = 'x', n = 1) RENAME TO PARTITION (d = 'renamed', n = 9);
SELECT * FROM t;
SELECT DISTINCT d FROM t;
