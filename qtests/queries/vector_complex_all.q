-- Complex columns whole and in parts, in filters, groups and inserts (Hive: vector_complex_all, vectorized_complex*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, st map<string, string>, l array<int>, ll array<array<string>>, s struct<a: int, b: string>, mm map<int, array<double>>) STORED AS ${format};
INSERT INTO t SELECT i, if(i % 6 = 0, NULL, map(concat('key', i % 3), concat('v', i), 'all', 'x')), if(i % 5 = 0, NULL, array(i, NULL, i * 2)), if(i % 4 = 0, array(array('')), array(array('a', concat('b', i)), array('c'))),
    if(i % 7 = 0, NULL, named_struct('a', if(i % 3 = 0, NULL, i), 'b', concat('s', i % 4))), map(i, array(i / 4, NULL)) FROM (SELECT posexplode(split(space(119), ' ')) AS (i, x)) g;
SELECT * FROM t WHERE k < 8;
SELECT k, st['key1'], l[2], ll[0][1], s.a, mm[k][0] FROM t WHERE k % 17 = 0;
SELECT s.b, count(*), sum(s.a), sum(l[0]), count(st['key2']) FROM t GROUP BY s.b;
SELECT count(*) FROM t WHERE size(l) = 3 AND array_contains(l, k) AND s.b = 's1';
SELECT sort_array(map_keys(st)), size(map_values(st)), size(ll) FROM t WHERE k BETWEEN 10 AND 14;
CREATE TABLE u STORED AS ${format} AS SELECT k, st, s, l FROM t WHERE s IS NOT NULL;
SELECT count(*), sum(k), sum(l[0]), count(st['all']), max(s.b) FROM u;
INSERT INTO t (k, st, l, s) SELECT k + 1000, st, l, s FROM u WHERE k < 10;
SELECT k, st, l, ll, s, mm FROM t WHERE k >= 1000;
SELECT s, count(*) FROM t WHERE k < 20 GROUP BY s;
