-- Trees of AND, OR and NOT over columns of several types (Hive: ppd2, ppd_gby_join, vectorization_*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, l bigint, f float, d double, n decimal(10, 2), s string, v varchar(10), c char(10), dt date, ts timestamp) STORED AS ${format}
  TBLPROPERTIES ('cif.block.rows' = '100');
INSERT INTO t SELECT i, i >= 1500, i / 20 - 60, i * 10000000000, i / 4, i / 8, i / 16, concat('s', lpad(i, 5, '0')), concat('v', lpad(i, 4, '0')), concat('c', lpad(i, 4, '0')),
    date_add('2000-01-01', i), cast(concat(date_add('2000-01-01', i), ' 12:00:00') AS timestamp) FROM (SELECT posexplode(split(space(1999), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1), (-2);

SELECT count(*), sum(k) FROM t WHERE (k < 100 OR s > 's01900') AND NOT (b AND d > 245);
SELECT count(*), sum(k) FROM t WHERE NOT (k BETWEEN 10 AND 1990) OR NOT (v <> 'v0500');
SELECT count(*), sum(k) FROM t WHERE (k = 1 AND s = 's00001') OR (k = 2 AND s = 's00003') OR (k = 4 AND v = 'v0004');
SELECT count(*), sum(k) FROM t WHERE k IN (1, 2, 3) OR (dt > '2005-06-01' AND n < 124.5) OR (c IS NULL AND k < -1);
SELECT count(*), sum(k) FROM t WHERE NOT (k > 5 AND (s < 's01000' OR NOT b));
SELECT count(*), sum(k) FROM t WHERE (k + 1) * 2 = 20 OR abs(k) = 2 OR k % 500 = 499;
SELECT count(*), sum(k) FROM t WHERE k > 100 AND k < 50;
SELECT count(*), sum(k) FROM t WHERE true AND k = 3 OR false;
SELECT count(*), sum(k) FROM t WHERE k = NULL OR s = NULL OR k = 9;
