-- Intervals between dates and times (Hive: vector_interval_1, interval_arithmetic).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, d date, ts timestamp, y int) STORED AS ${format};
INSERT INTO t SELECT i, date_add('2019-12-25', i * 11), cast(concat(date_add('2020-02-27', i), ' 23:30:00.25') AS timestamp), i % 4 FROM (SELECT posexplode(split(space(19), ' ')) AS (i, x)) g;
INSERT INTO t VALUES (-1, NULL, NULL, NULL);
SELECT k, d + INTERVAL '1-2' YEAR TO MONTH, d - INTERVAL '3' DAY, ts + INTERVAL '1 02:03:04.5' DAY TO SECOND, ts - INTERVAL '90' MINUTE FROM t WHERE k < 5;
SELECT k, ts - d, d - date '2020-01-01', ts - timestamp '2020-03-01 00:00:00' FROM t WHERE k > 14 OR k < 0;
SELECT count(*) FROM t WHERE ts - d > INTERVAL '0' DAY;
SELECT count(*) FROM t WHERE d BETWEEN date '2020-02-29' - INTERVAL '1' MONTH AND date '2020-02-29' + INTERVAL '2' MONTH;
