-- Predicates over several splits and blocks, most of which can be skipped; nothing may be lost.
-- engines: tez, mr
CREATE TABLE t (a int, b bigint, s string, n decimal(12, 2), d date) STORED AS ${format};
INSERT INTO t SELECT i, cast(i AS bigint) * i, concat('key', lpad(i, 6, '0')), i / 4, date_add('1970-01-01', i - 5000)
  FROM (SELECT posexplode(split(space(19999), ' ')) AS (i, x)) g;
INSERT INTO t SELECT a + 100000, b, s, n, d FROM t WHERE a < 500;
INSERT INTO t VALUES (NULL, NULL, NULL, NULL, NULL);
SELECT a, b, s, n, d FROM t WHERE a = 12345;
SELECT a, s FROM t WHERE a IN (0, 4095, 4096, 8191, 8192, 19999, 100499);
SELECT a FROM t WHERE s = 'key000017';
SELECT count(*), sum(a), min(s), max(d) FROM t WHERE a BETWEEN 9990 AND 10010;
SELECT count(*), sum(n) FROM t WHERE d < '1956-05-01' OR a > 100490;
SELECT count(*) FROM t WHERE a IS NULL OR n = 4999.75;
SELECT count(*), sum(b) FROM t WHERE b > 399960000 AND s LIKE 'key0199%';
SELECT count(*) FROM t WHERE a = 77777;
SET hive.vectorized.execution.enabled=false;
SELECT count(*), sum(a), min(s), max(d) FROM t WHERE a BETWEEN 9990 AND 10010;
SET hive.optimize.index.filter=false;
SELECT count(*), sum(n) FROM t WHERE d < '1956-05-01' OR a > 100490;
