-- Columns that are all NULL, repeat one value, or have a single NULL (Hive: vector_null_projection, orc_ends_with_nulls, vector_nulls*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a int, b int, c string, d string, e decimal(5, 1), f double, m map<string, int>) STORED AS ${format};
INSERT INTO t (k, b, c, d, f) SELECT i, 7, 'same', if(i = 1234, NULL, 'x'), if(i > 2000, NULL, 1.5) FROM (SELECT posexplode(split(space(2999), ' ')) AS (i, x)) g;
INSERT INTO t SELECT k, k, NULL, NULL, 'y', 1.5, NULL, map('k', k) FROM t WHERE k < 3;
SELECT count(*), count(a), count(b), count(c), count(d), count(e), count(f), count(m), sum(b), sum(f), min(a), max(e) FROM t;
SELECT k, d FROM t WHERE d IS NULL;
SELECT c, b, count(*) FROM t GROUP BY c, b;
SELECT k, a, m FROM t WHERE a IS NOT NULL;
SELECT k, b + a, concat(c, d), coalesce(a, b), f FROM t WHERE k IN (0, 1234, 2999);
SELECT count(*) FROM t WHERE f IS NULL AND b = 7 AND c = 'same';
SELECT count(*) FROM t WHERE m['k'] >= 0 OR e = 1.5;
