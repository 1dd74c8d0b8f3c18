-- Types nested deep in each other, with NULLs at every level.
-- engines: tez, mr
CREATE TABLE t (
  k int,
  a array<struct<id: int, tags: map<string, array<string>>>>,
  m map<string, struct<n: bigint, sub: map<int, array<decimal(4, 1)>>>>)
  STORED AS ${format};
INSERT INTO t
  SELECT 1,
    array(
      named_struct('id', 1, 'tags', map('x', array('a', 'b'), 'y', array('c'))),
      named_struct('id', 2, 'tags', map('z', array(cast(NULL AS string))))),
    map('p', named_struct('n', 10L, 'sub', map(1, array(cast(1.5 AS decimal(4, 1)), 2.5)))) UNION ALL
  SELECT 2,
    array(named_struct('id', cast(NULL AS int), 'tags', cast(NULL AS map<string, array<string>>))),
    map('q', named_struct('n', cast(NULL AS bigint), 'sub', cast(NULL AS map<int, array<decimal(4, 1)>>))) UNION ALL
  SELECT 3, cast(NULL AS array<struct<id: int, tags: map<string, array<string>>>>),
    cast(NULL AS map<string, struct<n: bigint, sub: map<int, array<decimal(4, 1)>>>>);
SELECT * FROM t;
SELECT k, a[0].tags['x'][1], a[1].id, m['p'].sub[1][0], size(a) FROM t;
SELECT k, a.id FROM t;
SELECT k, e.id, tk, tv FROM t LATERAL VIEW explode(a) x AS e LATERAL VIEW explode(e.tags) y AS tk, tv;
INSERT INTO t SELECT k + 10, a, m FROM t;
SET hive.fetch.task.conversion=none;
SELECT k, a[0].id, m['p'].n FROM t WHERE a IS NOT NULL;
SET hive.vectorized.execution.enabled=false;
SELECT * FROM t;
