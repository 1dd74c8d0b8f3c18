-- AND, OR, NOT over NULLs (Hive: vector_between_in, vector_null_*, vectorization_not).
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

SELECT count(*) FROM t WHERE NOT (b AND y > 0);
SELECT count(*) FROM t WHERE NOT (b OR y > 0) AND (s IS NULL OR NOT s LIKE '%1');
SELECT count(*) FROM t WHERE (y > 10) = b;
SELECT count(*) FROM t WHERE y NOT BETWEEN -10 AND 10 AND i IN (7919, 15838, 23757) OR v NOT IN ('v1', 'v2', 'v3') AND k > 650;
SELECT k FROM t WHERE b IS NOT TRUE AND y IS NULL AND n IS NOT NULL AND k < 300;
SELECT k, b AND y > 0, b OR y > 0, NOT b, y <=> NULL, y <=> 3, s IS NULL FROM t WHERE k % 100 < 4;
SELECT count(*) FROM t WHERE dt BETWEEN '1996-01-01' AND '1996-12-31' AND ts NOT BETWEEN '2000-01-01' AND '2000-06-01';
SELECT count(*) FROM t WHERE n IN (1, 1.125, 80.5) OR w NOT IN (0) AND d IN (-40, -39.875) OR c IN ('c1') AND b;
