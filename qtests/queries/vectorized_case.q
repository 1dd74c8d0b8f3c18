-- CASE, IF, COALESCE, NVL, NULLIF, ELT (Hive: vectorized_case, vector_coalesce, vector_elt, vector_if_expr).
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

SELECT k, CASE WHEN i < 1000 THEN 'small' WHEN i < 50000 THEN 'middle' WHEN i IS NULL THEN 'none' ELSE 'large' END, CASE y WHEN 1 THEN 'one' WHEN 2 THEN s ELSE v END FROM t WHERE k < 60;
SELECT k, if(b, h, y), if(d > 0, s, v), if(dt > '1999-01-01', dt, NULL), if(l IS NULL, k, 0) FROM t WHERE k BETWEEN 100 AND 140;
SELECT k, coalesce(s, v, c, 'none'), coalesce(y, h, i, -1), nvl(n, 0.5), coalesce(d, f, 0.0D), coalesce(dt, date '1970-01-01'), nullif(y, 3) FROM t WHERE k % 50 = 0;
SELECT elt(y % 3 + 1, s, v, c), count(*) FROM t WHERE y > 0 GROUP BY elt(y % 3 + 1, s, v, c);
SELECT sum(CASE WHEN b THEN 1 WHEN NOT b THEN 10 ELSE 100 END), max(CASE WHEN s IS NULL THEN v END), min(if(ts IS NULL, dt, NULL)) FROM t;
