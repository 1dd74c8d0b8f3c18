-- Groups and joins by keys of every type (Hive: vector_groupby_reduce, vector_data_types, join_vc).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, h smallint, i int, l bigint, f float, d double, n decimal(12, 3), w decimal(30, 8), s string, v varchar(12), c char(8), dt date, ts timestamp)
  STORED AS ${format};
INSERT INTO t SELECT i, if(i % 11 = 0, NULL, i % 2 = 0), if(i % 13 = 0, NULL, i % 100 - 50), if(i % 17 = 0, NULL, i * 13 % 3000), if(i % 19 = 0, NULL, i * 7919 % 100000),
    if(i % 7 = 0, NULL, i * 1000000007), if(i % 5 = 0, NULL, i / 4), if(i % 23 = 0, NULL, i / 8 - 50), if(i % 29 = 0, NULL, i / 8), if(i % 31 = 0, NULL, i * 1234567.5),
    if(i % 3 = 0, NULL, concat('text ', i % 40)), if(i % 37 = 0, NULL, concat('v', i % 25)), if(i % 41 = 0, NULL, concat('c', i % 6)),
    if(i % 43 = 0, NULL, date_add('1995-03-01', i * 3)), if(i % 47 = 0, NULL, cast(concat(date_add('1999-12-01', i), ' ', lpad(i % 24, 2, '0'), ':', lpad(i % 60, 2, '0'), ':07.', lpad(i * 1001, 9, '0')) AS timestamp))
  FROM (SELECT posexplode(split(space(699), ' ')) AS (i, x)) g;

SELECT b, count(*), sum(k) FROM t GROUP BY b;
SELECT y, h % 5, count(*) FROM t WHERE k < 90 GROUP BY y, h % 5;
SELECT f, count(*) FROM t WHERE f < 6 GROUP BY f;
SELECT n, count(*) FROM t WHERE k < 20 GROUP BY n;
SELECT v, c, count(*), sum(k) FROM t GROUP BY v, c HAVING count(*) > 5;
SELECT dt, count(*) FROM t WHERE k BETWEEN 600 AND 610 GROUP BY dt;
SELECT count(*), sum(a.k) FROM t a JOIN t b ON a.y = b.y AND a.c = b.c WHERE b.k < 30;
SELECT count(*), sum(a.k) FROM t a JOIN t b ON a.ts = b.ts;
SELECT count(*), sum(a.k) FROM t a JOIN t b ON a.n = b.n AND a.b = b.b;
SELECT count(*), sum(a.k) FROM t a JOIN t b ON a.w = b.w AND a.d = b.d;
SELECT count(*), sum(a.k) FROM t a JOIN t b ON a.dt = b.dt AND a.l = b.l AND a.f = b.f;
