-- Timestamps far from today, before 1970 and with nanoseconds (Hive: vectorized_timestamp, timestamp_*).
-- runs: nightly
-- peer: TEXTFILE
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, ts timestamp, d date) STORED AS ${format};
INSERT INTO t VALUES (1, '0001-01-01 00:00:00', '0001-01-01'), (2, '9999-12-31 23:59:59.999999999', '9999-12-31'), (3, '1969-12-31 23:59:58.000000001', '1969-12-31'),
  (4, '1582-10-04 01:02:03.4', '1582-10-04'), (5, '1582-10-15 01:02:03.4', '1582-10-15'), (6, '1900-02-28 12:00:00', '1900-02-28'), (7, '2000-02-29 00:00:00.1', '2000-02-29'), (8, NULL, NULL);
SELECT k, ts, d, year(ts), datediff(d, '2000-01-01') FROM t;
SELECT min(ts), max(ts), min(d), max(d), count(ts) FROM t;
SELECT k FROM t WHERE ts < '1582-10-10 00:00:00';
SELECT k FROM t WHERE ts >= '1969-12-31 23:59:58.000000001' AND d <= '2000-02-29';
SELECT k, ts - timestamp '2000-01-01 00:00:00' FROM t WHERE k IN (3, 6, 7);
SELECT a.k, b.k FROM t a JOIN t b ON a.ts = b.ts WHERE a.d = b.d;
