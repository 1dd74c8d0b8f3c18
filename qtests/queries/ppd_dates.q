-- Push-down on dates and timestamps (Hive: orc_ppd_date, orc_ppd_timestamp, parquet_ppd_date).
-- runs: nightly
-- peer: TEXTFILE
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, l bigint, f float, d double, n decimal(10, 2), s string, v varchar(10), c char(10), dt date, ts timestamp) STORED AS ${format}
  TBLPROPERTIES ('cif.block.rows' = '100');
INSERT INTO t SELECT i, i >= 1500, i / 20 - 60, i * 10000000000, i / 4, i / 8, i / 16, concat('s', lpad(i, 5, '0')), concat('v', lpad(i, 4, '0')), concat('c', lpad(i, 4, '0')),
    date_add('2000-01-01', i), cast(concat(date_add('2000-01-01', i), ' 12:00:00') AS timestamp) FROM (SELECT posexplode(split(space(1999), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1), (-2);

SELECT count(*), sum(k) FROM t WHERE dt = '2000-02-29';
SELECT count(*), sum(k) FROM t WHERE dt = date '2005-01-01' OR dt < date '2000-01-03';
SELECT count(*), sum(k) FROM t WHERE dt BETWEEN '2003-12-30' AND '2004-01-02';
SELECT count(*), sum(k) FROM t WHERE dt IN (date '2001-01-01', date '2002-01-01') AND k > 400;
SELECT count(*), sum(k) FROM t WHERE ts = '2000-02-29 12:00:00';
SELECT count(*), sum(k) FROM t WHERE ts > timestamp '2005-06-20 11:59:59.999999999';
SELECT count(*), sum(k) FROM t WHERE ts < '2000-01-02' OR ts = dt;
SELECT count(*), sum(k) FROM t WHERE ts BETWEEN '2001-01-01 00:00:00' AND '2001-01-03 23:59:59' AND dt <> '2001-01-02';
SELECT count(*), sum(k) FROM t WHERE dt IS NULL OR ts IS NULL;
SELECT count(*), sum(k) FROM t WHERE year(dt) = 2002 AND cast(ts AS date) > '2002-12-25';
