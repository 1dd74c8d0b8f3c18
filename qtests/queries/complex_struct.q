-- structs: NULL structs, NULL fields, nested ones, predicates on a field.
CREATE TABLE t (
  k int,
  s struct<a: int, b: string, c: decimal(6, 2)>,
  n struct<x: struct<y: struct<z: bigint>>, l: array<int>>)
  STORED AS ${format};
INSERT INTO t
  SELECT 1, named_struct('a', 1, 'b', 'one', 'c', cast(1.25 AS decimal(6, 2))), named_struct('x', named_struct('y', named_struct('z', 5L)), 'l', array(1, 2)) UNION ALL
  SELECT 2, named_struct('a', cast(NULL AS int), 'b', cast(NULL AS string), 'c', cast(NULL AS decimal(6, 2))), named_struct('x', named_struct('y', named_struct('z', cast(NULL AS bigint))), 'l', cast(NULL AS array<int>)) UNION ALL
  SELECT 3, cast(NULL AS struct<a: int, b: string, c: decimal(6, 2)>), cast(NULL AS struct<x: struct<y: struct<z: bigint>>, l: array<int>>) UNION ALL
  SELECT 4, named_struct('a', -4, 'b', '', 'c', cast(-0.01 AS decimal(6, 2))), named_struct('x', cast(NULL AS struct<y: struct<z: bigint>>), 'l', array(3));
SELECT * FROM t;
SELECT k, s.a, s.b, s.c FROM t;
SELECT n.x.y.z, n.l[0] FROM t;
SELECT k FROM t WHERE s.a = 1;
SELECT k FROM t WHERE s.b IS NULL;
SET hive.fetch.task.conversion=none;
SELECT k, s.c, n.x.y.z FROM t WHERE s.a < 10 OR n.l[0] = 3;
SELECT sum(s.a), max(s.b), sum(n.x.y.z), count(s), count(n.x) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT k, s.c, n.x.y.z FROM t WHERE s.a < 10 OR n.l[0] = 3;
