-- Arrays: empty, long, of NULLs, nested, of all types (Hive: parquet_array_*, parquet_nested_complex).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a array<int>, b array<array<string>>, c array<decimal(5, 1)>, d array<timestamp>, e array<map<string, int>>, f array<boolean>) STORED AS ${format};
INSERT INTO t SELECT 1, array(1, NULL, 3), array(array('x', NULL), NULL, array()), array(cast(1.5 AS decimal(5, 1)), NULL), array(timestamp '2020-01-01 00:00:00.5'), array(map('a', 1), NULL), array(true, NULL, false)
  UNION ALL SELECT 2, cast(array() AS array<int>), cast(NULL AS array<array<string>>), cast(NULL AS array<decimal(5, 1)>), cast(NULL AS array<timestamp>), cast(NULL AS array<map<string, int>>), cast(NULL AS array<boolean>);
INSERT INTO t (k, a, c, e) SELECT i + 10, array_repeated.l, array(cast(i / 4 AS decimal(5, 1))), array(map('k', i)) FROM (SELECT posexplode(split(space(49), ' ')) AS (i, x)) g JOIN (SELECT collect_list(j) AS l FROM (SELECT posexplode(split(space(299), ' ')) AS (j, z)) h) array_repeated;
SELECT k, a, b, c, d, e, f FROM t WHERE k < 10;
SELECT k, a[0], a[1], a[7], b[0][0], c[0], d[0], e[0]['a'], f[2] FROM t WHERE k < 10;
SELECT sum(size(a)), sum(a[299]), sum(c[0]), sum(e[0]['k']), count(f) FROM t;
SELECT count(*), sum(x) FROM t LATERAL VIEW explode(a) y AS x WHERE k < 15;
SELECT p, count(*) FROM t LATERAL VIEW posexplode(a) y AS p, x WHERE p > 296 GROUP BY p;
SELECT k FROM t WHERE array_contains(f, true) OR a[0] = 1 OR size(a) = 0;
