-- Push-down on booleans and integers, blocks of 100 rows (Hive: orc_ppd_boolean, parquet_ppd_boolean, orc_predicate_pushdown).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, l bigint, f float, d double, n decimal(10, 2), s string, v varchar(10), c char(10), dt date, ts timestamp) STORED AS ${format}
  TBLPROPERTIES ('cif.block.rows' = '100');
INSERT INTO t SELECT i, i >= 1500, i / 20 - 60, i * 10000000000, i / 4, i / 8, i / 16, concat('s', lpad(i, 5, '0')), concat('v', lpad(i, 4, '0')), concat('c', lpad(i, 4, '0')),
    date_add('2000-01-01', i), cast(concat(date_add('2000-01-01', i), ' 12:00:00') AS timestamp) FROM (SELECT posexplode(split(space(1999), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1), (-2);

SELECT count(*), sum(k) FROM t WHERE b;
SELECT count(*), sum(k) FROM t WHERE NOT b AND y > 0;
SELECT count(*), sum(k) FROM t WHERE b IS NULL OR y = 14;
SELECT count(*), sum(k) FROM t WHERE y IN (-60, 39) AND l > 100;
SELECT count(*), sum(k) FROM t WHERE l BETWEEN 1000000000000 AND 2000000000000;
SELECT count(*), sum(k) FROM t WHERE l = 19990000000000 OR k < 0;
SELECT count(*), sum(k) FROM t WHERE y < 200 AND y > -200 AND k <> 7;
SELECT count(*), sum(k) FROM t WHERE y = 3000 OR l = 1.5 OR k = 17.0;
SET hive.optimize.index.filter=false;
SELECT count(*), sum(k) FROM t WHERE NOT b AND y > 0;
