-- Maps: NULL maps, NULL values, empty maps, keys of all types, many keys (Hive: parquet_map_null, parquet_map_of_maps).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a map<string, string>, b map<int, map<string, int>>, c map<date, decimal(6, 2)>, d map<string, array<struct<x: int>>>, e map<bigint, boolean>) STORED AS ${format};
INSERT INTO t SELECT 1, map('x', 'y', 'n', cast(NULL AS string)), map(1, map('i', 1), 2, cast(NULL AS map<string, int>)), map(date '2020-01-01', cast(1.5 AS decimal(6, 2))), map('l', array(named_struct('x', 1))), map(5L, true)
  UNION ALL SELECT 3, cast(NULL AS map<string, string>), map(3, map('j', cast(NULL AS int))), map(date '1960-01-01', cast(NULL AS decimal(6, 2))), map('l', cast(NULL AS array<struct<x: int>>)), map(-1L, cast(NULL AS boolean));
INSERT INTO t (k, a, e) SELECT 10 + i, map(concat('key', i), concat('v', i), 'common', 'same', concat('mod', i % 5), 'm'), map(cast(i AS bigint), i % 2 = 0) FROM (SELECT posexplode(split(space(199), ' ')) AS (i, x)) g;
SELECT * FROM t WHERE k < 12;
SELECT k, a['x'], a['n'], b[1]['i'], b[3]['j'], c[date '2020-01-01'], d['l'][0].x, e[5L] FROM t WHERE k < 10;
SELECT count(a['common']), count(a['mod3']), count(a['key77']), count(e[100L]), sum(size(a)) FROM t;
SELECT k FROM t WHERE a['key150'] = 'v150' OR e[7L] IS NOT NULL;
SELECT n, count(*) FROM t LATERAL VIEW explode(a) x AS n, v WHERE n LIKE 'mod%' GROUP BY n;
SELECT k, map_keys(b), size(a) FROM t WHERE k IN (1, 3, 20);
