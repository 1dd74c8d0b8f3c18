-- Push-down on floats, doubles and decimals (Hive: orc_ppd_decimal, parquet_ppd_decimal).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, l bigint, f float, d double, n decimal(10, 2), s string, v varchar(10), c char(10), dt date, ts timestamp) STORED AS ${format}
  TBLPROPERTIES ('cif.block.rows' = '100');
INSERT INTO t SELECT i, i >= 1500, i / 20 - 60, i * 10000000000, i / 4, i / 8, i / 16, concat('s', lpad(i, 5, '0')), concat('v', lpad(i, 4, '0')), concat('c', lpad(i, 4, '0')),
    date_add('2000-01-01', i), cast(concat(date_add('2000-01-01', i), ' 12:00:00') AS timestamp) FROM (SELECT posexplode(split(space(1999), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1), (-2);

SELECT count(*), sum(k) FROM t WHERE f > 499.5;
SELECT count(*), sum(k) FROM t WHERE f = 10.25 OR d = 10.125;
SELECT count(*), sum(k) FROM t WHERE d BETWEEN 1 AND 2 AND f < 3.75;
SELECT count(*), sum(k) FROM t WHERE n = 124.94 OR n = 0.06;
SELECT count(*), sum(k) FROM t WHERE n > 124 AND n < 124.5;
SELECT count(*), sum(k) FROM t WHERE n IN (1, 2.00, 3.5, 99999999.99);
SELECT count(*), sum(k) FROM t WHERE n IS NULL OR d IS NULL;
SELECT count(*), sum(k) FROM t WHERE f < 100000000000 AND d > -0.0 AND n <= 0.0;
SELECT count(*), sum(k) FROM t WHERE n < cast(1 AS double) OR d = cast(5.5 AS decimal(5, 1));
