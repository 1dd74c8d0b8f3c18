-- Decimals of all widths: sums, averages, comparisons, precision (Hive: vector_decimal_*, parquet_decimal).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a decimal(2, 1), b decimal(9, 0), c decimal(18, 6), d decimal(19, 6), e decimal(38, 18), g decimal(38, 0)) STORED AS ${format};
INSERT INTO t SELECT i, (i % 100 - 50) / 10, i * 99999, i * 1000000.123456 / 7, i * 10000000000.5 / 3, i / 977, concat('1234567890123456789012345678901', i) FROM (SELECT posexplode(split(space(499), ' ')) AS (i, x)) g;
INSERT INTO t VALUES (-1, 9.9, 999999999, 999999999999.999999, 9999999999999.999999, 12345678901234567890.123456789012345678, 99999999999999999999999999999999999999),
  (-2, -9.9, -999999999, -999999999999.999999, -9999999999999.999999, -12345678901234567890.123456789012345678, -99999999999999999999999999999999999999), (-3, NULL, NULL, NULL, NULL, NULL, NULL);
SELECT * FROM t WHERE k < 3;
SELECT sum(a), sum(b), sum(c), sum(d), sum(e), avg(a), avg(c), min(g), max(g), max(e), min(d) FROM t WHERE k >= 0;
SELECT k, a + b, c - d, a * c, e / 2, b % 7, -e, g + 0 FROM t WHERE k % 125 = 0;
SELECT k FROM t WHERE c > 999999999999.999998 OR d = -9999999999999.999999 OR g < -1;
SELECT k FROM t WHERE e IN (12345678901234567890.123456789012345678, 0) OR a = 4.9 AND b < 20000000;
SELECT a, count(*), sum(b) FROM t WHERE a BETWEEN -0.2 AND 0.2 GROUP BY a;
SELECT x.k, y.k FROM t x JOIN t y ON x.c = y.c AND x.e = y.e WHERE x.k < 2;
