-- LATERAL VIEW over arrays and maps: explode, posexplode, inline, OUTER, two at once.
CREATE TABLE t (k int, l array<string>, m map<string, int>, i array<struct<x: int, y: string>>) STORED AS ${format};
INSERT INTO t
  SELECT 1, array('a', 'b'), map('p', 1, 'q', 2), array(named_struct('x', 1, 'y', 'one'), named_struct('x', 2, 'y', 'two')) UNION ALL
  SELECT 2, array('c'), map('r', cast(NULL AS int)), array(named_struct('x', 3, 'y', cast(NULL AS string))) UNION ALL
  SELECT 3, cast(NULL AS array<string>), cast(NULL AS map<string, int>), cast(NULL AS array<struct<x: int, y: string>>);
SELECT k, e FROM t LATERAL VIEW explode(l) x AS e;
SELECT k, e FROM t LATERAL VIEW OUTER explode(l) x AS e;
SELECT k, n, v FROM t LATERAL VIEW explode(m) x AS n, v;
SELECT k, p, e FROM t LATERAL VIEW posexplode(l) x AS p, e WHERE p = 1;
SELECT k, a, b FROM t LATERAL VIEW inline(i) x AS a, b;
SET hive.fetch.task.conversion=none;
SELECT k, e, n, v FROM t LATERAL VIEW explode(l) x AS e LATERAL VIEW explode(m) y AS n, v;
SELECT e, count(*) FROM t LATERAL VIEW explode(l) x AS e GROUP BY e;
