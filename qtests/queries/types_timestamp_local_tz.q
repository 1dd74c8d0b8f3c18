-- timestamp with local time zone: an instant, shown in the session's zone.
-- peer: TEXTFILE
CREATE TABLE t (k int, z timestamp with local time zone) STORED AS ${format};
INSERT INTO t VALUES
  (1, '1970-01-01 00:00:00 UTC'),
  (2, '1969-12-31 23:59:59.999999999 UTC'),
  (3, '2024-07-01 12:00:00.123456789 Europe/Berlin'),
  (4, NULL),
  (5, '2024-07-01 12:00:00');
SELECT * FROM t;
SELECT k FROM t WHERE z < timestamplocaltz '1970-01-01 00:00:00 UTC';
SELECT k FROM t WHERE z IS NULL;
SET hive.fetch.task.conversion=none;
SELECT k, z FROM t WHERE z > timestamplocaltz '2000-01-01 00:00:00 UTC';
SELECT min(z), max(z), count(z) FROM t;
SET hive.local.time.zone=Asia/Tokyo;
SELECT * FROM t;
