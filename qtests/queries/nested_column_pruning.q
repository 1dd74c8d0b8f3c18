-- Queries that read few fields of deep structs (Hive: nested_column_pruning, orc_nested_column_pruning).
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s1 struct<f1: boolean, f2: string, f3: struct<f4: int, f5: double>, f6: int>, s2 struct<f7: string, f8: struct<f9: boolean, f10: array<int>, f11: map<string, boolean>>>, s3 struct<f12: array<struct<f13: string, f14: int>>>)
  STORED AS ${format};
INSERT INTO t SELECT i, named_struct('f1', i % 2 = 0, 'f2', concat('foo', i % 4), 'f3', named_struct('f4', i, 'f5', i / 4), 'f6', i % 5),
    named_struct('f7', concat('f', i), 'f8', named_struct('f9', i % 3 = 0, 'f10', array(i, i + 1), 'f11', map('key', i % 2 = 1))), named_struct('f12', array(named_struct('f13', concat('n', i), 'f14', i % 9))) FROM (SELECT posexplode(split(space(99), ' ')) AS (i, x)) g;
SELECT s1.f1 FROM t WHERE k < 4;
SELECT s1.f1, s1.f2, s1.f3.f4 FROM t WHERE k > 96;
SELECT s2.f8.f10[1], s2.f8.f11['key'], s3.f12[0].f14 FROM t WHERE k % 25 = 0;
SELECT count(s1.f6), s1.f3.f4 FROM t WHERE s1.f6 = 3 AND k < 30 GROUP BY s1.f3.f4;
SELECT s1.f2, sum(s1.f3.f5) FROM t GROUP BY s1.f2;
SELECT a.s1.f6, b.s2.f8.f9, count(*) FROM t a JOIN t b ON a.s1.f3.f4 = b.s1.f6 GROUP BY a.s1.f6, b.s2.f8.f9;
SELECT s1, s1.f3 FROM t WHERE k = 7;
SELECT e.f13 FROM t LATERAL VIEW explode(s3.f12) x AS e WHERE e.f14 = 8;
SELECT count(*) FROM t WHERE NOT s1.f1 AND s2.f8.f9 AND s1.f3.f5 > 2.5;
