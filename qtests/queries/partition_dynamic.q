-- Dynamic partitions: NULL keys, static and dynamic together, overwrite only what is written.
-- engines: tez, mr
CREATE TABLE src (a int, s string, d string) STORED AS ${format};
INSERT INTO src VALUES (1, 'one', 'x'), (2, 'two', 'y'), (3, 'three', 'x'), (4, 'four', NULL), (5, 'five', '');
CREATE TABLE t (a int, s string) PARTITIONED BY (d string) STORED AS ${format};
INSERT INTO t PARTITION (d) SELECT a, s, d FROM src;
INSERT INTO t PARTITION (d) SELECT a + 10, s, d FROM src WHERE d = 'x';
SHOW PARTITIONS t;
SELECT * FROM t;
INSERT OVERWRITE TABLE t PARTITION (d) SELECT a + 100, s, 'y' FROM src WHERE a > 2;
SELECT * FROM t;
SELECT a FROM t WHERE d = 'x' AND a > 1;
CREATE TABLE two (a int) PARTITIONED BY (p string, q int) STORED AS ${format};
INSERT INTO two PARTITION (p = 'fixed', q) SELECT a, a % 2 FROM src;
SELECT p, q, count(*), sum(a) FROM two GROUP BY p, q;
SET hive.optimize.sort.dynamic.partition.threshold=1;
INSERT INTO two PARTITION (p, q) SELECT a, s, a % 2 FROM src;
SELECT p, q, a FROM two;
