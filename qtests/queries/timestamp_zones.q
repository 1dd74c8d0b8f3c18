-- TIMESTAMP WITH LOCAL TIME ZONE under several zones: filters, groups, joins, casts (Hive: timestamptz*, localtimezone).
-- runs: nightly
-- peer: TEXTFILE
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, z timestamp with local time zone, ts timestamp) STORED AS ${format};
SET hive.local.time.zone=America/New_York;
INSERT INTO t SELECT i, cast(concat('2024-03-09 ', lpad(i % 24, 2, '0'), ':30:00 UTC') AS timestamp with local time zone), cast(concat('2024-03-10 ', lpad(i % 24, 2, '0'), ':30:00') AS timestamp) FROM (SELECT posexplode(split(space(29), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1);
SELECT k, z, cast(z AS timestamp), cast(z AS date) FROM t WHERE k < 4;
SELECT count(*) FROM t WHERE z < timestamplocaltz '2024-03-09 05:00:00 UTC';
SELECT min(z), max(z), count(DISTINCT z) FROM t;
SET hive.local.time.zone=Asia/Kolkata;
SELECT k, z, cast(z AS timestamp), hour(cast(z AS timestamp)) FROM t WHERE k < 4;
SELECT a.k, b.k FROM t a JOIN t b ON a.z = b.z WHERE a.k < b.k;
SELECT cast(z AS date), count(*) FROM t GROUP BY cast(z AS date);
