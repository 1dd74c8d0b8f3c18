-- float and double: extremes, subnormals, infinities, NaN, both zeros, NULL.
-- peer: TEXTFILE
CREATE TABLE t (k int, f float, d double) STORED AS ${format};
INSERT INTO t SELECT * FROM (
  SELECT 1, cast(0 AS float), cast(0 AS double) UNION ALL
  SELECT 2, cast('-0.0' AS float), cast('-0.0' AS double) UNION ALL
  SELECT 3, cast('3.4028235E38' AS float), cast('1.7976931348623157E308' AS double) UNION ALL
  SELECT 4, cast('1.4E-45' AS float), cast('4.9E-324' AS double) UNION ALL
  SELECT 5, cast('Infinity' AS float), cast('Infinity' AS double) UNION ALL
  SELECT 6, cast('-Infinity' AS float), cast('-Infinity' AS double) UNION ALL
  SELECT 7, cast('NaN' AS float), cast('NaN' AS double) UNION ALL
  SELECT 8, cast(NULL AS float), cast(NULL AS double) UNION ALL
  SELECT 9, cast(0.1 AS float), cast(0.1 AS double) UNION ALL
  SELECT 10, cast(-1.5 AS float), cast(-1.5 AS double)) x;
SELECT * FROM t;
SELECT k FROM t WHERE d > 1;
SELECT k FROM t WHERE f < 0;
SELECT k FROM t WHERE d = 0.1 OR f = cast(0.1 AS float);
SELECT k FROM t WHERE d IS NULL;
SELECT k FROM t WHERE d BETWEEN -2 AND 0.5;
SET hive.fetch.task.conversion=none;
SELECT * FROM t;
SELECT k, f, d FROM t WHERE d <= 0 AND f > -2;
SET hive.vectorized.execution.enabled=false;
SELECT k, f, d FROM t WHERE d <= 0 AND f > -2;
