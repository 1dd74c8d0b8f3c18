-- ORDER BY with LIMIT by keys of many types (Hive: vector_topnkey, topnkey, limit_pushdown).
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

SELECT k, i FROM t ORDER BY i, k LIMIT 5;
SELECT k, d FROM t ORDER BY d DESC, k LIMIT 7;
SELECT k, s FROM t ORDER BY s NULLS LAST, k LIMIT 4;
SELECT k, dt FROM t WHERE b ORDER BY dt DESC, k LIMIT 3;
SELECT k, n, c FROM t ORDER BY c, n DESC, k LIMIT 6;
SELECT c, count(*), sum(i) FROM t GROUP BY c ORDER BY c LIMIT 3;
SELECT DISTINCT v FROM t ORDER BY v LIMIT 5;
SELECT x.k, x.i, y.k FROM t x JOIN t y ON x.i = y.i WHERE y.k < 50 ORDER BY x.i DESC, x.k LIMIT 4;
SELECT k, ts FROM t ORDER BY ts DESC NULLS LAST, k LIMIT 3 OFFSET 2;
