-- Predicates of every kind on dates and timestamps: as a fetch, vectorised and not.
-- peer: TEXTFILE
CREATE TABLE t (k int, d date, ts timestamp) STORED AS ${format};
INSERT INTO t VALUES
  (1, '2020-01-01', '2020-01-01 00:00:00'), (2, '1969-12-31', '1969-12-31 23:59:59.5'),
  (3, '2020-02-29', '2020-02-29 10:20:30.123456789'), (4, NULL, NULL), (5, '2020-01-02', '2020-01-01 00:00:00.000000001');
SELECT k FROM t WHERE d = '2020-01-01';
SELECT k FROM t WHERE d <> date '2020-01-01';
SELECT k FROM t WHERE d IN (date '2020-01-02', date '1969-12-31');
SELECT k FROM t WHERE d BETWEEN date '1960-01-01' AND date '2020-01-01';
SELECT k FROM t WHERE d < '1970-01-01' OR d IS NULL;
SELECT k FROM t WHERE ts = timestamp '2020-01-01 00:00:00';
SELECT k FROM t WHERE ts > timestamp '2020-01-01 00:00:00' AND ts < timestamp '2020-01-01 00:00:00.000000002';
SELECT k FROM t WHERE ts NOT IN (timestamp '1969-12-31 23:59:59.5');
SELECT k FROM t WHERE cast(ts AS date) = d;
SELECT k FROM t WHERE year(d) = 2020 AND month(ts) = 2;
SELECT k FROM t WHERE ts <=> NULL;
SET hive.fetch.task.conversion=none;
SELECT 'eq', k FROM t WHERE d = '2020-01-01' UNION ALL SELECT 'ne', k FROM t WHERE d <> date '2020-01-01'
  UNION ALL SELECT 'in', k FROM t WHERE d IN (date '2020-01-02', date '1969-12-31')
  UNION ALL SELECT 'between', k FROM t WHERE ts BETWEEN timestamp '1960-01-01 00:00:00' AND timestamp '2020-01-01 00:00:00'
  UNION ALL SELECT 'gt', k FROM t WHERE ts > timestamp '2020-01-01 00:00:00' UNION ALL SELECT 'null', k FROM t WHERE ts IS NULL;
SET hive.vectorized.execution.enabled=false;
SELECT 'eq', k FROM t WHERE d = '2020-01-01' UNION ALL SELECT 'ne', k FROM t WHERE d <> date '2020-01-01'
  UNION ALL SELECT 'in', k FROM t WHERE d IN (date '2020-01-02', date '1969-12-31')
  UNION ALL SELECT 'between', k FROM t WHERE ts BETWEEN timestamp '1960-01-01 00:00:00' AND timestamp '2020-01-01 00:00:00'
  UNION ALL SELECT 'gt', k FROM t WHERE ts > timestamp '2020-01-01 00:00:00' UNION ALL SELECT 'null', k FROM t WHERE ts IS NULL;
