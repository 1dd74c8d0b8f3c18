-- binary: any byte, empty, NULL.
CREATE TABLE t (k int, b binary) STORED AS ${format};
INSERT INTO t
  SELECT 1, unhex('00') UNION ALL
  SELECT 2, unhex('FF00FE01') UNION ALL
  SELECT 3, unhex('') UNION ALL
  SELECT 4, NULL UNION ALL
  SELECT 5, cast('text' AS binary) UNION ALL
  SELECT 6, unhex('0D0A09015C4E');
SELECT k, b FROM t;
SELECT k, hex(b), length(b) FROM t;
SELECT k FROM t WHERE b IS NULL;
SELECT k FROM t WHERE b = unhex('FF00FE01');
SET hive.fetch.task.conversion=none;
SELECT k, hex(b) FROM t WHERE b IS NOT NULL;
SELECT hex(b), count(*) FROM t GROUP BY b;
SET hive.vectorized.execution.enabled=false;
SELECT k, hex(b) FROM t WHERE b IS NOT NULL;
