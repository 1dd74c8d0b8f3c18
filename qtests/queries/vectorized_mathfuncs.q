-- Arithmetic and functions of numbers (Hive: vectorized_mathfuncs, vector_decimal_math_funcs, vector_bround).
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

SELECT k, y + h, i - l, f * 2, d / 4, n + w, n * 2, n % 7, -y, ~h, i & 255, i | 1, i ^ 3 FROM t WHERE k % 70 = 5;
SELECT k, abs(d), ceil(d), floor(d), round(d), round(n, 1), bround(n, 1), sign(d), pmod(i, 13), abs(n), floor(n), ceil(w) FROM t WHERE k % 70 = 6;
SELECT k, shiftleft(i, 2), shiftright(l, 3), hex(i), bin(y), greatest(y, h, i), least(d, f), i div 7, power(2, y % 10) FROM t WHERE k % 70 = 7 AND y IS NOT NULL;
SELECT sum(sqrt(k * k)), sum(floor(n)), max(exp(0) + ln(1) + log10(100)), sum(degrees(0) + cos(0)) FROM t;
SELECT count(*) FROM t WHERE i / 2 > 1000 AND n / 3 < 20 AND d * d > 4 AND y % 2 = 1;
