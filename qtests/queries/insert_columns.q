-- INSERT with a list of columns, defaults, expressions, other orders (Hive: insert_into_with_schema, insert_values_*).
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (a int, b string, c double, d date) PARTITIONED BY (p string, q int) STORED AS ${format};
INSERT INTO t PARTITION (p = 'x', q = 1) (b, a) VALUES ('one', 1);
INSERT INTO t PARTITION (p, q) (d, q, p, a) SELECT date '2020-01-01', 2, 'y', 5;
INSERT INTO t (a, p, q) VALUES (7, 'z', 3), (8, 'z', 4);
INSERT INTO t PARTITION (p = 'x', q) SELECT a + 10, concat(b, '!'), a / 2, d, 9 FROM t WHERE p = 'x';
SELECT * FROM t;
SELECT count(*), count(b), count(c), count(d) FROM t WHERE p = 'x';
SHOW PARTITIONS t;
-- fails
INSERT INTO t PARTITION (p = 'x', q = 1) (a, nothing) VALUES (1, 2);
-- fails
INSERT INTO t PARTITION (p = 'x', q = 1) VALUES (1, 2);
