-- timestamp: nanoseconds, before 1970, far years, an hour that daylight saving time skips.
-- peer: TEXTFILE
CREATE TABLE t (k int, ts timestamp) STORED AS ${format};
INSERT INTO t VALUES
  (1, '1970-01-01 00:00:00'),
  (2, '1969-12-31 23:59:59.999999999'),
  (3, '1969-12-31 23:59:59.000000001'),
  (4, '2024-02-29 12:34:56.123456789'),
  (5, '2024-02-29 12:34:56.12'),
  (6, '9999-12-31 23:59:59.999999999'),
  (7, '0001-01-01 00:00:00'),
  (8, NULL),
  (9, '2024-03-10 02:30:00'),
  (10, '1883-11-18 12:00:00.5');
SELECT * FROM t;
SELECT k, hour(ts), second(ts), cast(ts AS date) FROM t;
SELECT k FROM t WHERE ts < timestamp '1970-01-01 00:00:00';
SELECT k FROM t WHERE ts = timestamp '2024-02-29 12:34:56.123456789';
SET hive.fetch.task.conversion=none;
SELECT k, ts FROM t WHERE ts >= '2024-02-29 12:34:56.12';
SELECT min(ts), max(ts), count(ts) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT k, ts FROM t WHERE ts >= '2024-02-29 12:34:56.12';
