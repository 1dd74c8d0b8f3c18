-- Maps, arrays and structs carried through joins, and compared in them (Hive: vector_complex_join, join_on_varchar).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE a (k int, l array<int>, m map<string, int>, s struct<x: int, y: string>) STORED AS ${format};
CREATE TABLE b (k int, l array<string>, s struct<x: int, y: string>) STORED AS ${format};
INSERT INTO a SELECT i, if(i % 5 = 0, NULL, array(i, i + 1)), if(i % 4 = 0, NULL, map('a', i, 'b', i % 3)), if(i % 7 = 0, NULL, named_struct('x', i % 6, 'y', concat('y', i % 2))) FROM (SELECT posexplode(split(space(59), ' ')) AS (i, x)) g;
INSERT INTO b SELECT i * 2, array(concat('z', i)), named_struct('x', i, 'y', concat('y', i % 2)) FROM (SELECT posexplode(split(space(11), ' ')) AS (i, x)) g;
SELECT a.k, a.l, a.m, a.s, b.l FROM a JOIN b ON a.k = b.k;
SELECT a.k, b.k, b.s FROM a LEFT JOIN b ON a.s.x = b.s.x AND a.s.y = b.s.y WHERE a.k < 15;
SELECT a.k, b.l[0] FROM a JOIN b ON a.m['a'] = b.k WHERE a.m['b'] = 1;
SELECT b.k, y.e FROM b JOIN (SELECT k, e FROM a LATERAL VIEW explode(l) x AS e) y ON y.k = b.k WHERE y.e > 10;
SELECT size(a.l), count(*), max(b.s.x) FROM a LEFT JOIN b ON a.l[1] = b.k GROUP BY size(a.l);
