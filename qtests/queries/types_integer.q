-- Integers of every width, at their extremes, with NULLs.
CREATE TABLE t (k int, a tinyint, b smallint, c int, d bigint) STORED AS ${format};
INSERT INTO t VALUES
  (1, 0, 0, 0, 0),
  (2, 127, 32767, 2147483647, 9223372036854775807),
  (3, -128, -32768, -2147483648, -9223372036854775808),
  (4, NULL, NULL, NULL, NULL),
  (5, 1, NULL, -1, NULL),
  (6, NULL, 255, NULL, 4294967296);
SELECT * FROM t;
SELECT d FROM t WHERE d = 9223372036854775807 OR d = -9223372036854775808;
SET hive.fetch.task.conversion=none;
SELECT d, c, b, a FROM t WHERE a < 0 OR b > 100;
SELECT min(a), max(a), min(b), max(b), min(c), max(c), min(d), max(d), sum(a), sum(b), sum(c),
  count(a), count(b), count(c), count(d) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT d, c, b, a FROM t WHERE a < 0 OR b > 100;
