-- CHANGE COLUMN: types widen (int to bigint, float to double, and on), a rename, comments.
CREATE TABLE t (a tinyint, b int, f float, n decimal(5, 2), v varchar(3), k int) STORED AS ${format};
INSERT INTO t VALUES (1, 100000, 1.5, 123.45, 'abc', 1), (-128, -2147483648, -0.5, -999.99, 'x', 2),
  (NULL, NULL, NULL, NULL, NULL, 3);
ALTER TABLE t CHANGE COLUMN b b bigint;
ALTER TABLE t CHANGE COLUMN f f double;
SELECT * FROM t;
ALTER TABLE t CHANGE COLUMN a a int COMMENT 'was tinyint';
ALTER TABLE t CHANGE COLUMN n n decimal(12, 4);
ALTER TABLE t CHANGE COLUMN v v string;
INSERT INTO t VALUES (70000, 9223372036854775807, 1.0E300, 12345678.1234, 'longer', 4);
SELECT * FROM t;
SELECT k FROM t WHERE b > 1000;
SELECT k FROM t WHERE f < 1;
SELECT k FROM t WHERE a = -128 OR n = 123.45;
SET hive.fetch.task.conversion=none;
SELECT k, a, b, f, n, v FROM t WHERE b <> 0;
SELECT min(a), max(a), min(b), max(b), min(f), max(f), max(n), max(v) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT k, a, b, f, n, v FROM t WHERE b <> 0;
