-- Predicates on fields of structs, keys of maps and elements of arrays (Hive: parquet_ppd_*, nested predicates).
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s struct<a: int, b: struct<c: string, d: date>>, m map<string, string>, n map<int, double>, l array<int>) STORED AS ${format};
INSERT INTO t SELECT i, if(i % 9 = 0, NULL, named_struct('a', if(i % 8 = 0, NULL, i), 'b', named_struct('c', concat('c', i % 20), 'd', date_add('2020-01-01', i)))),
    if(i % 10 = 0, NULL, if(i % 3 = 0, map('type', 'html', 'lang', concat('l', i % 5)), map('type', if(i % 4 = 0, NULL, 'css')))), map(i % 7, i / 4, 100, 0.5D), array(i, i % 6) FROM (SELECT posexplode(split(space(899), ' ')) AS (i, x)) g;
SELECT count(*), sum(k) FROM t WHERE s.a > 850;
SELECT count(*), sum(k) FROM t WHERE s.a IS NULL;
SELECT count(*), sum(k) FROM t WHERE s.b.c = 'c7' AND s.b.d < '2020-06-01';
SELECT count(*), sum(k) FROM t WHERE m['type'] = 'html';
SELECT count(*), sum(k) FROM t WHERE m['type'] IS NULL OR m['lang'] = 'l3';
SELECT count(*), sum(k) FROM t WHERE m['lang'] IN ('l1', 'l2') AND s.a < 500;
SELECT count(*), sum(k) FROM t WHERE m['type'] LIKE 'h%' AND NOT m['lang'] = 'l0';
SELECT count(*), sum(k) FROM t WHERE n[3] > 100 AND n[100] = 0.5;
SELECT count(*), sum(k) FROM t WHERE l[1] = 4 AND l[0] > 800;
SELECT count(*), sum(k) FROM t WHERE m['missing'] IS NOT NULL OR s IS NULL AND m IS NULL;
SELECT k, m['lang'] FROM t WHERE m['type'] BETWEEN 'd' AND 'i' AND s.b.c NOT IN ('c1', 'c2') AND k < 40;
SELECT count(*), sum(k) FROM t WHERE NOT (s.a < 100 OR m['type'] = 'css');
