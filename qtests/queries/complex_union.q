-- uniontype: each branch, NULL, inside an array.
CREATE TABLE t (k int, u uniontype<int, string, array<double>>) STORED AS ${format};
INSERT INTO t
  SELECT 1, create_union(0, 7, 'x', array(1.5D)) UNION ALL
  SELECT 2, create_union(1, 7, 'text', array(1.5D)) UNION ALL
  SELECT 3, create_union(2, 7, 'x', array(1.5D, -2.5D)) UNION ALL
  SELECT 4, create_union(0, cast(NULL AS int), 'x', array(1.5D)) UNION ALL
  SELECT 5, create_union(1, 7, '', array(1.5D));
SELECT * FROM t;
SELECT k, extract_union(u).tag_0, extract_union(u).tag_1, extract_union(u).tag_2[1] FROM t;
SET hive.fetch.task.conversion=none;
SELECT u, k FROM t WHERE k > 1;
SELECT count(u) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT u, k FROM t WHERE k > 1;
