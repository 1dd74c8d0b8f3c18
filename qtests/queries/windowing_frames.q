-- Frames of windows: rows, ranges, unbounded, over dates and decimals (Hive: windowing_*, vector_windowing_*, vectorized_ptf).
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

SELECT k, sum(y) OVER (PARTITION BY c ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) FROM t WHERE k < 60;
SELECT k, sum(y) OVER (PARTITION BY c ORDER BY y RANGE BETWEEN 5 PRECEDING AND CURRENT ROW) FROM t WHERE k < 80;
SELECT k, min(dt) OVER (PARTITION BY b ORDER BY dt ROWS UNBOUNDED PRECEDING), max(n) OVER (PARTITION BY b) FROM t WHERE k BETWEEN 100 AND 130;
SELECT k, row_number() OVER (ORDER BY i, k), rank() OVER (ORDER BY c), dense_rank() OVER (ORDER BY c), ntile(4) OVER (ORDER BY k) FROM t WHERE k < 30;
SELECT k, lag(s, 2) OVER (PARTITION BY c ORDER BY k), lead(d, 1, 0.0D) OVER (PARTITION BY c ORDER BY k) FROM t WHERE k < 40;
SELECT k, first_value(v) OVER (PARTITION BY c ORDER BY k), last_value(v) OVER (PARTITION BY c ORDER BY k ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM t WHERE k < 40;
SELECT c, total, sum(total) OVER (ORDER BY c) FROM (SELECT c, sum(n) AS total FROM t GROUP BY c) x;
SELECT k, round(percent_rank() OVER (PARTITION BY b ORDER BY k), 4), round(cume_dist() OVER (PARTITION BY b ORDER BY k), 4) FROM t WHERE k < 20;
