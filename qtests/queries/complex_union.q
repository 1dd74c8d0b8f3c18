-- uniontype: each branch, NULL. (On mr, UNION ALL of unions gives tag -1 in Hive 4.0.1, for any format.)
CREATE TABLE t (k int, u uniontype<int, string, array<double>>) STORED AS ${format};
CREATE TABLE parts (k int, tag int, i int, s string, d double) STORED AS TEXTFILE;
INSERT INTO parts VALUES (1, 0, 7, 'x', 1.5), (2, 1, 7, 'text', 1.5), (3, 2, 7, 'x', -2.5),
  (4, 0, NULL, 'x', 1.5), (5, 1, 7, '', 1.5);
INSERT INTO t SELECT k, create_union(tag, i, s, array(1.5D, d)) FROM parts;
SELECT * FROM t;
CREATE TABLE p (k int, u uniontype<int, string>) STORED AS ${format};
INSERT INTO p SELECT k, create_union(tag, i, s) FROM parts WHERE tag < 2;
SELECT k, extract_union(u).tag_0, extract_union(u).tag_1 FROM p;
SET hive.fetch.task.conversion=none;
SELECT u, k FROM t WHERE k > 1;
SELECT count(u) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT u, k FROM t WHERE k > 1;
