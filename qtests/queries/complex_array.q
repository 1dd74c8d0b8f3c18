-- arrays: empty, NULL, with NULL elements, of each kind of element.
CREATE TABLE t (
  k int, i array<int>, s array<string>, d array<decimal(5, 2)>, b array<boolean>, n array<array<int>>)
  STORED AS ${format};
INSERT INTO t
  SELECT 1, array(1, 2, 3), array('a', 'b'), array(cast(1.25 AS decimal(5, 2)), 2.50), array(true, false), array(array(1), array(2, 3)) UNION ALL
  SELECT 2, array(cast(NULL AS int)), array('', cast(NULL AS string)), array(cast(NULL AS decimal(5, 2))), array(cast(NULL AS boolean)), array(array(cast(NULL AS int))) UNION ALL
  SELECT 3, cast(NULL AS array<int>), cast(NULL AS array<string>), cast(NULL AS array<decimal(5, 2)>), cast(NULL AS array<boolean>), cast(NULL AS array<array<int>>) UNION ALL
  SELECT 5, array(-1), array('x'), array(cast(0.01 AS decimal(5, 2))), array(true), array(array(9, 8, 7));
CREATE TABLE empties (k int, s array<string>) STORED AS ${format};
INSERT INTO empties SELECT 1, array() UNION ALL SELECT 2, array('') UNION ALL SELECT 3, cast(NULL AS array<string>);
SELECT k, s, size(s) FROM empties;
SELECT * FROM t;
SELECT k, i[0], i[5], s[1], n[0], n[1][1], size(i), size(n) FROM t;
SELECT k FROM t WHERE array_contains(i, 2);
SELECT k FROM t WHERE s[0] = 'x';
SET hive.fetch.task.conversion=none;
SELECT k, i[2], n[0][0], size(s), d[0] FROM t WHERE k <> 4;
SELECT i, count(*) FROM t GROUP BY i;
SET hive.vectorized.execution.enabled=false;
SELECT k, i[2], n[0][0], size(s), d[0] FROM t WHERE k <> 4;
