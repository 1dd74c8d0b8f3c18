-- Casts between all primitive types (Hive: vectorized_casts, vector_data_types).
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

SELECT k, cast(b AS int), cast(y AS boolean), cast(h AS tinyint), cast(i AS smallint), cast(l AS int), cast(f AS bigint), cast(d AS int), cast(n AS int), cast(w AS bigint) FROM t WHERE k % 90 = 1;
SELECT k, cast(y AS float), cast(i AS double), cast(l AS decimal(20, 2)), cast(d AS decimal(10, 2)), cast(n AS decimal(6, 1)), cast(w AS decimal(20, 3)), cast(f AS double) FROM t WHERE k % 90 = 2;
SELECT k, cast(b AS string), cast(h AS string), cast(l AS string), cast(n AS string), cast(dt AS string), cast(ts AS string), cast(v AS string), cast(c AS string) FROM t WHERE k % 90 = 3;
SELECT k, cast(s AS varchar(4)), cast(v AS char(3)), cast(c AS varchar(2)), cast(dt AS timestamp), cast(ts AS date) FROM t WHERE k % 90 = 4;
SELECT sum(cast(cast(i AS string) AS int)), sum(cast(cast(n AS string) AS decimal(12, 3))), count(cast(s AS int)), count(cast(cast(dt AS string) AS date)) FROM t;
