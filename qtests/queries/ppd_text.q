-- Push-down on STRING, VARCHAR and CHAR (Hive: orc_ppd_varchar, orc_ppd_char, parquet_ppd_varchar).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, l bigint, f float, d double, n decimal(10, 2), s string, v varchar(10), c char(10), dt date, ts timestamp) STORED AS ${format}
  TBLPROPERTIES ('cif.block.rows' = '100');
INSERT INTO t SELECT i, i >= 1500, i / 20 - 60, i * 10000000000, i / 4, i / 8, i / 16, concat('s', lpad(i, 5, '0')), concat('v', lpad(i, 4, '0')), concat('c', lpad(i, 4, '0')),
    date_add('2000-01-01', i), cast(concat(date_add('2000-01-01', i), ' 12:00:00') AS timestamp) FROM (SELECT posexplode(split(space(1999), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1), (-2);

SELECT count(*), sum(k) FROM t WHERE s = 's00123';
SELECT count(*), sum(k) FROM t WHERE s > 's01990' OR s <= 's00003';
SELECT count(*), sum(k) FROM t WHERE v IN ('v0001', 'v1999', 'nothing');
SELECT count(*), sum(k) FROM t WHERE c = 'c0050' OR c = 'c0051     ';
SELECT count(*), sum(k) FROM t WHERE c BETWEEN 'c0100' AND 'c0109' AND v > 'v0105';
SELECT count(*), sum(k) FROM t WHERE s LIKE 's0015%' AND s NOT LIKE '%9';
SELECT count(*), sum(k) FROM t WHERE s = v OR c < 'c0002';
SELECT count(*), sum(k) FROM t WHERE v = cast('v0007' AS char(20)) OR c = cast('c0008' AS varchar(30)) OR s = cast('s00009' AS varchar(10));
SELECT count(*), sum(k) FROM t WHERE s IS NULL AND v IS NULL AND c IS NULL;
