-- Grouping by and aggregating fields of complex columns.
CREATE TABLE t (k int, m map<string, string>, s struct<a: int, b: string>, l array<string>) STORED AS ${format};
INSERT INTO t
  SELECT 1, map('type', 'x', 'n', '1'), named_struct('a', 1, 'b', 'p'), array('u', 'v') UNION ALL
  SELECT 2, map('type', 'y', 'n', '2'), named_struct('a', 1, 'b', 'q'), array('u') UNION ALL
  SELECT 3, map('type', 'x'), named_struct('a', 2, 'b', 'p'), array('v', 'u') UNION ALL
  SELECT 4, cast(NULL AS map<string, string>), cast(NULL AS struct<a: int, b: string>), cast(NULL AS array<string>);
SELECT m['type'], count(*), sum(cast(m['n'] AS int)) FROM t GROUP BY m['type'];
SELECT s.b, sum(s.a), min(l[0]), max(l[1]) FROM t GROUP BY s.b;
SELECT size(l), count(DISTINCT m['type']) FROM t GROUP BY size(l);
SELECT s, count(*) FROM t GROUP BY s;
SELECT l[0], sort_array(collect_set(m['type'])), sort_array(collect_list(k)) FROM t GROUP BY l[0];
SET hive.vectorized.execution.enabled=false;
SELECT m['type'], s.a, count(*) FROM t GROUP BY m['type'], s.a WITH ROLLUP;
SELECT m['type'], s.a, count(*) FROM t GROUP BY m['type'], s.a HAVING count(*) > 0;
